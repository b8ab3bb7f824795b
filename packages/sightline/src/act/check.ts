import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { FieldState } from '../page/field.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';

/**
 * Brings a checkbox, switch, radio button or toggle into a state; clicks only where it is in another. Throws
 * `not_accepted` where it stays as it was, `invalid_argument` for what has no such state, `Refusal`.
 */
export async function check(hand: Hand, node: PageNode, checked: boolean): Promise<Deed> {
  const subject = checkableIn(hand, node);
  const before = await hand.field(subject);
  if (before.checked === '') throw notCheckable();
  const wanted = String(checked);
  const did = checked ? 'checked' : 'unchecked';
  if (before.checked === wanted) return { did, node: subject, notes: [`it was ${did} already`] };
  if (!checked && isRadio(subject)) throw radioStays();
  // From a mixed state the first click may lead to either.
  for (let clicks = 0; clicks < 2; clicks++) {
    await hand.click(subject);
    const after = await settledState(hand, subject, wanted);
    if (after === undefined || after.checked === wanted) return { did, node: subject, notes: [] };
    if (before.checked !== 'mixed') break;
  }
  throw new SightlineError(
    'not_accepted',
    `It is still ${checked ? 'not checked' : 'checked'} after a click.`,
    {
      hint: 'Look at the page: it may ask for something first.',
    },
  );
}

/** The control itself, or the only one in the label or row that was named. */
function checkableIn({ pruning }: Hand, node: PageNode): PageNode {
  if (isCheckable(node)) return node;
  const inside = pruning.page.nodes.slice(node.index, node.end).filter(isCheckable);
  const forId = node.attribute('for');
  const named = forId
    ? pruning.page.nodes.find((one) => one.document === node.document && one.attribute('id') === forId)
    : undefined;
  if (named && isCheckable(named)) return named;
  return inside.length === 1 ? (inside[0] as PageNode) : node;
}

const ROLES = new Set([
  'checkbox',
  'radio',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'treeitem',
]);

const isCheckable = ({ role, attributes }: PageNode): boolean =>
  ROLES.has(role) || attributes['aria-pressed'] !== undefined || attributes['.checked'] !== undefined;

const isRadio = ({ role }: PageNode): boolean => role === 'radio' || role === 'menuitemradio';

/** Undefined where the control went away. */
async function settledState(hand: Hand, node: PageNode, wanted: string): Promise<FieldState | undefined> {
  let state: FieldState | undefined;
  const isOther = async (): Promise<boolean> => {
    state = await hand.field(node).catch(() => undefined);
    return state !== undefined && state.checked !== wanted;
  };
  await hand.stays(isOther, PATIENCE);
  return state;
}

/** Milliseconds that a control may take to show its new state. */
const PATIENCE = 1_000;

function notCheckable(): SightlineError {
  return new SightlineError('invalid_argument', 'This control does not say whether it is checked.', {
    hint: 'Click it, and see what changes.',
  });
}

function radioStays(): SightlineError {
  return new SightlineError(
    'invalid_argument',
    'A radio button is unchecked by checking another of its group.',
    {
      hint: 'Check the one that is wanted.',
    },
  );
}
