import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';

export type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift';

export interface ClickOptions {
  /** Default `left`. */
  button?: 'left' | 'right' | 'middle';
  /** 1 (default), 2 for a double click, 3 for a triple click. */
  clickCount?: number;
  /** Keys held down meanwhile. */
  modifiers?: Modifier[];
}

/** Clicks at a point of the element that a click reaches. Throws `Refusal`. */
export async function click(hand: Hand, node: PageNode, options: ClickOptions = {}): Promise<Deed> {
  refuseOption(node);
  if (node.tag === 'area') return clickArea(hand, node, options);
  const { locator, position } = await hand.aim(node);
  await hand.attempt(node, () => locator.click({ ...options, position, timeout: hand.left }));
  const { button = 'left', clickCount = 1 } = options;
  const how = [COUNTS[clickCount - 1] ?? '', button === 'left' ? '' : button].filter(Boolean).join(' ');
  return { did: how === '' ? 'clicked' : `${how}-clicked`, node, notes: [] };
}

const COUNTS = ['', 'double', 'triple'];

/** A part of an image map has no box of its own to Playwright: it is clicked where the capture saw it. */
async function clickArea(hand: Hand, node: PageNode, options: ClickOptions): Promise<Deed> {
  const image =
    node.closest(({ tag }) => tag === 'img') ?? hand.pruning.page.nodes.find((one) => isMapOf(one, node));
  if (!image?.box || !node.box)
    throw new SightlineError('not_found', 'The picture of this area is not shown.', {
      hint: 'Look at the page again.',
    });
  const position = {
    x: node.box.x - image.box.x + node.box.width / 2,
    y: node.box.y - image.box.y + node.box.height / 2,
  };
  await hand.attempt(image, () => hand.locator(image).click({ ...options, position, timeout: hand.left }));
  return { did: 'clicked', node, notes: [] };
}

function isMapOf(image: PageNode, area: PageNode): boolean {
  const map = area.closest(({ tag }) => tag === 'map');
  const name = image.attribute('usemap')?.replace(/^#/, '');
  return name !== undefined && (map?.attribute('name') === name || map?.attribute('id') === name);
}

/** The list of a native select is painted by the browser, outside of the page. */
function refuseOption(node: PageNode): void {
  if (node.tag !== 'option' || !node.closest(({ tag }) => tag === 'select')) return;
  throw new SightlineError('invalid_argument', 'An option of a native select cannot be clicked.', {
    hint: 'Use select_option with the number of the select and the label of the option.',
  });
}
