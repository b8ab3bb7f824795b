import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';
import { fieldAfter, notAccepted } from './readBack.ts';

/** A field of more characters than this is no box of a code, a date or a card number. */
const LONGEST_BOX = 4;

interface Box {
  node: PageNode;
  /** What of the text belongs in it. */
  part: string;
}

/**
 * Types a text over boxes that hold a few characters each, as those of a one-time code, beginning with this one;
 * undefined where the text fits into the field, or the fields behind it do not hold the rest to the letter. All are
 * read back. Throws `not_accepted`, `Refusal`.
 */
export async function fillBoxes(hand: Hand, node: PageNode, text: string): Promise<Deed | undefined> {
  const boxes =
    boxesFor(hand.pruning, node, text) ?? boxesFor(hand.pruning, node, text.replace(/[\s./-]/g, ''));
  if (!boxes) return undefined;
  for (const { node: box, part } of boxes) {
    const locator = hand.locator(box);
    const { value } = await hand.field(box);
    // Some spread what one of them is given: what stands there already is not typed again.
    if (value !== '' && (await hand.field(box, part)).match === 'equal') continue;
    if (value !== '') await hand.attempt(box, () => locator.clear({ timeout: hand.left }));
    await hand.focus(box);
    await hand.attempt(box, () => locator.pressSequentially(part, { timeout: hand.left }));
  }
  for (const { node: box, part } of boxes) {
    const after = await fieldAfter(hand, box, part);
    if (after?.match === 'different') throw notAccepted(after, box);
  }
  return { did: 'filled', node, notes: [`over ${boxes.length} fields, from this one on`], typed: true };
}

/** The fields of so few characters that follow each other, with no other between, as far as the text goes. */
function boxesFor(pruning: Pruning, node: PageNode, text: string): Box[] | undefined {
  const { page, usable } = pruning;
  const boxes: Box[] = [];
  let left = text;
  for (const one of page.nodes.slice(node.index)) {
    if (one.tag !== 'input' || usable[one.index] !== 1 || isRemoved(pruning, one)) continue;
    const room = Number(one.attribute('maxlength') ?? 0);
    if (
      one.document !== node.document ||
      room < 1 ||
      room > LONGEST_BOX ||
      (one === node && text.length <= room)
    )
      return undefined;
    boxes.push({ node: one, part: left.slice(0, room) });
    if (left.length <= room) return left.length === room ? boxes : undefined;
    left = left.slice(room);
  }
  return undefined;
}
