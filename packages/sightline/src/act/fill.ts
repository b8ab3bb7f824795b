import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { FieldState } from '../page/field.ts';
import type { Deed } from './Deed.ts';
import { fillBoxes } from './fillBoxes.ts';
import { fillSlider, isSlider } from './fillSlider.ts';
import type { Hand } from './Hand.ts';
import { quoted, Refusal } from './Refusal.ts';
import { fieldAfter, NEEDS, notAccepted } from './readBack.ts';

/**
 * Sets what a field holds, all at once, and reads it back. Where the field does not take it so (a mask that hears keys
 * only), it is typed key by key; a code is spread over the boxes that it has, and a slider is moved by keys. Throws
 * `not_accepted` with what the field holds then, `not_editable`, `Refusal`.
 */
export async function fill(hand: Hand, node: PageNode, text: string): Promise<Deed> {
  if (isSlider(node)) return fillSlider(hand, node, text);
  const before = await hand.field(node, text);
  checkFillable(before, node, text);
  await waitUntilEditable(hand, node, before);
  const boxed = await fillBoxes(hand, node, text);
  if (boxed) return boxed;
  await hand.focus(node);
  const locator = hand.locator(node);
  const value = valueFor(before.kind, asAskedFor(node, text));
  await hand.attempt(node, () => locator.fill(value, { timeout: hand.left }));
  let after = await fieldAfter(hand, node, value);
  if (after?.match === 'different' && TYPED.has(after.kind)) {
    await hand.attempt(node, async () => {
      await locator.clear({ timeout: hand.left });
      await locator.pressSequentially(value, { timeout: Math.max(hand.left, value.length * PER_KEY) });
    });
    after = await fieldAfter(hand, node, value);
  }
  return { did: 'filled', node, notes: notesOn(after, node), typed: true };
}

/**
 * Types key by key, with trusted key events. `clear` (default true) empties the field first. What is typed into a
 * field is read back. Throws as `fill` does.
 */
export async function type(hand: Hand, node: PageNode, text: string, { clear = true } = {}): Promise<Deed> {
  const before = await hand.field(node);
  if (before.kind !== '') checkFillable(before, node, text);
  await waitUntilEditable(hand, node, before);
  const boxed = clear ? await fillBoxes(hand, node, text) : undefined;
  if (boxed) return boxed;
  const locator = hand.locator(node);
  if (clear && before.kind !== '') await hand.attempt(node, () => locator.clear({ timeout: hand.left }));
  await hand.focus(node, { atEnd: !clear });
  const timeout = Math.max(hand.left, text.length * PER_KEY);
  await hand.attempt(node, () => locator.pressSequentially(text, { timeout }));
  const deed = { did: 'typed into', node, typed: true as const };
  if (before.kind === '') return { ...deed, notes: [] };
  // What stood there before is part of it; a secret is only compared where it was typed as a whole.
  if (!clear && before.isSecret) return { ...deed, notes: [] };
  const wanted = clear ? text : before.value + text;
  return { ...deed, notes: notesOn(await fieldAfter(hand, node, wanted), node) };
}

/** Milliseconds that one key may take. */
const PER_KEY = 50;

/** Kinds that hear keys. */
const TYPED = new Set([
  'text',
  'search',
  'tel',
  'url',
  'email',
  'password',
  'number',
  'textarea',
  'editable',
]);

function checkFillable({ kind, editable }: FieldState, node: PageNode, text: string): void {
  if (kind === 'select') throw notThisWay('a select', 'Use select_option.');
  if (kind === 'checkbox' || kind === 'radio')
    throw notThisWay(`a ${kind}`, 'Click it, where its state is not the one that is wanted.');
  if (kind === 'file') throw notThisWay('a file field', 'Use upload_file.');
  if (editable === 'no') throw new Refusal('not editable', node);
  if (kind === 'number' && text.trim() !== '' && !Number.isFinite(Number(text.replace(',', '.'))))
    throw malformed(kind);
}

const notThisWay = (what: string, hint: string): SightlineError =>
  new SightlineError('not_editable', `This is ${what}, which holds no typed text.`, { hint });

/** The text is not repeated: it may be a secret. */
function malformed(kind: string): SightlineError {
  return new SightlineError('invalid_argument', `That is no value of a field of type ${kind}.`, {
    hint: `Write it as ${NEEDS[kind] ?? 'the field asks for it'}.`,
  });
}

/** The forms that fields of these types take, whatever way a person writes them. */
function valueFor(kind: string, text: string): string {
  if (kind === 'number' || kind === 'range') return text.trim().replace(',', '.');
  if (kind === 'color')
    return text
      .trim()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
      .toLowerCase();
  return kind in NEEDS ? text.trim() : text;
}

/** `MM/DD/YYYY`, `tt.mm.jjjj`: a placeholder that asks for a date in an order of its own. */
const DATE_FORM = /^([dtjm]{1,2}|[yaj]{4})([./ -])([dtjm]{1,2})\2([dtjm]{1,2}|[yaj]{4})$/i;

/** A date as the placeholder of a text field asks for it: models write 2026-11-22 everywhere, as date fields take it. */
function asAskedFor(node: PageNode, text: string): string {
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  const form = DATE_FORM.exec(node.attribute('placeholder')?.trim() ?? '');
  if (!date || !form) return text;
  const [, year = '', month = '', day = ''] = date;
  const parts = [form[1], form[3], form[4]].map((part = '') =>
    part.length === 4 ? year : /m/i.test(part) ? month : day,
  );
  return new Set(parts).size === 3 || month === day ? parts.join(form[2]) : text;
}

/** A field is locked while the page is busy, or until it has the focus: so authors keep browsers from filling it in. */
async function waitUntilEditable(hand: Hand, node: PageNode, before: FieldState): Promise<void> {
  await hand.ready(node);
  if (before.editable !== 'readonly') return;
  await hand.focus(node);
  await hand.editable(node);
}

function notesOn(after: FieldState | undefined, node: PageNode): string[] {
  if (!after) return ['the field went away with it'];
  if (after.match === 'different') throw notAccepted(after, node);
  const notes = after.match === 'formatted' ? [`the field wrote it as ${quoted(after.value)}`] : [];
  return after.problem === '' ? notes : [...notes, `the field says: ${quoted(after.problem)}`];
}
