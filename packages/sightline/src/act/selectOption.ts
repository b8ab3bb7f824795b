import { nameFromContent } from '../model/nameFromContent.ts';
import { identity, type PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import { optionsOf } from '../structure/compound.ts';
import { nodeWith } from '../structure/evidence.ts';
import type { Deed } from './Deed.ts';
import type { FieldState, Hand } from './Hand.ts';
import { quoted } from './Refusal.ts';

/**
 * Chooses options by label, else by value: in a native select, or in an ARIA listbox, menu or combobox, which is opened
 * for that. Several: exactly these are chosen then. Throws `not_found` with the options there are, or where a button or
 * link says of no list that it opens (it is not clicked then), `disabled`, `not_accepted`, `Refusal`.
 */
export async function selectOption(hand: Hand, node: PageNode, wanted: readonly string[]): Promise<Deed> {
  return node.tag === 'select' ? selectNative(hand, node, wanted) : selectCustom(hand, node, wanted);
}

async function selectNative(hand: Hand, node: PageNode, wanted: readonly string[]): Promise<Deed> {
  await hand.ready(node);
  const options = optionsOf(node);
  const labels = options.map(({ label }) => label);
  const values = options.map(({ value }) => value);
  const indices = wanted.map((one) => {
    const at = matchOption(one, labels) ?? matchOption(one, values);
    if (at === undefined) throw noOption(labels);
    if (options[at]?.disabled) throw disabledOption(labels[at] as string);
    return at;
  });
  if (indices.length > 1 && node.attribute('multiple') === undefined) throw onlyOne();
  const choices = indices.map((index) => ({ index }));
  await hand.attempt(node, () => hand.locator(node).selectOption(choices, { timeout: hand.left }));
  const chosen = indices.map((at) => labels[at] as string);
  const after = await hand.field(node).catch(() => undefined);
  if (after && !sameWords(after.chosen, chosen)) throw notChosen(after.chosen.join(', '));
  return { did: `chose ${chosen.map(quoted).join(', ')} in`, node, notes: [] };
}

async function selectCustom(hand: Hand, node: PageNode, wanted: readonly string[]): Promise<Deed> {
  const before = { ...(await hand.field(node)), told: hand.pruning };
  const chosen: PageNode[] = [];
  for (const one of wanted) chosen.push(await chooseOne(hand, node, one, before));
  if (isMultiple(node)) await unchooseOthers(hand, node, chosen);
  const labels = chosen.map(labelOf);
  const deed = { did: `chose ${labels.map(quoted).join(', ')} in`, node, notes: [] };
  // What a menu does shows elsewhere.
  if (chosen.every(({ role }) => role.startsWith('menuitem'))) return deed;
  const isMissing = async (): Promise<boolean> => !(await tookIt(hand, node, labels, before));
  if (!(await hand.stays(isMissing, PATIENCE))) return deed;
  const { value, text } = await hand.field(node);
  throw notChosen(value || text.trim());
}

/** Milliseconds that a list may take to open, and a control to show what was chosen. */
const PATIENCE = 1_500;
/** The same for one that may open only once something is typed. */
const IMPATIENCE = 300;

async function chooseOne(hand: Hand, node: PageNode, wanted: string, before: FieldState): Promise<PageNode> {
  const find = (options: PageNode[]): PageNode | undefined =>
    options[matchOption(wanted, options.map(labelOf)) ?? -1];
  const canType = before.kind !== '' && before.editable === 'yes';
  let options = optionsIn(hand.pruning, node);
  if (options.length === 0) {
    if (!canType && doesOtherThings(node)) throw noList();
    options = await openList(hand, node, canType, find);
  }
  if (!find(options) && canType)
    options = await typeFor(hand, node, wanted, (found) => find(found) !== undefined);
  const option = find(options);
  if (!option) {
    if (canType) await hand.attempt(node, () => hand.locator(node).fill(before.isSecret ? '' : before.value));
    await hand.page.keyboard.press('Escape').catch(() => undefined);
    throw noOption(options.map(labelOf));
  }
  if (option.disabled) throw disabledOption(labelOf(option));
  if (!isMultiple(node) || !isChosen(option)) await hand.click(option);
  return option;
}

/** Exactly those that were wanted are chosen then, as in a native select. */
async function unchooseOthers(hand: Hand, node: PageNode, chosen: readonly PageNode[]): Promise<void> {
  const labels = new Set(chosen.map(labelOf));
  const others = optionsIn(await hand.see(), node).filter(
    (one) => isChosen(one) && !labels.has(labelOf(one)),
  );
  for (const other of others) await hand.click(other);
}

/** What a click on these does is another matter (deletes, buys, leaves), unless they say that they open something. */
const DOING = new Set(['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem']);
const OPENING = [
  'aria-haspopup',
  'aria-expanded',
  'aria-controls',
  'aria-owns',
  'popovertarget',
  'data-toggle',
  'data-bs-toggle',
];

const doesOtherThings = (node: PageNode): boolean =>
  DOING.has(node.role) && OPENING.every((name) => node.attribute(name) === undefined);

const isChosen = ({ attributes }: PageNode): boolean =>
  attributes['aria-selected'] === 'true' || attributes['aria-checked'] === 'true';

const isMultiple = (node: PageNode): boolean => node.attribute('aria-multiselectable') === 'true';

async function openList(
  hand: Hand,
  node: PageNode,
  canType: boolean,
  find: (options: PageNode[]) => PageNode | undefined,
): Promise<PageNode[]> {
  const before = keysOf(hand.pruning);
  const areThere = (options: PageNode[]): boolean => options.some(isOption) || find(options) !== undefined;
  await hand.click(node);
  const opened = await optionsOnceThere(hand, node, areThere, before, canType ? IMPATIENCE : PATIENCE);
  if (areThere(opened) || canType) return opened;
  // Some lists open by the keyboard only.
  await hand.focus(node);
  await hand.attempt(node, () => hand.locator(node).press('ArrowDown', { timeout: hand.left }));
  return optionsOnceThere(hand, node, areThere, before, PATIENCE);
}

async function typeFor(
  hand: Hand,
  node: PageNode,
  wanted: string,
  isEnough: (options: PageNode[]) => boolean,
): Promise<PageNode[]> {
  const before = keysOf(hand.pruning);
  await hand.attempt(node, () => hand.locator(node).fill(wanted, { timeout: hand.left }));
  return optionsOnceThere(hand, node, isEnough, before, PATIENCE);
}

const keysOf = (pruning: Pruning): ReadonlySet<string> =>
  new Set([...choosable(pruning), ...heard(pruning)].map(identity));

async function optionsOnceThere(
  hand: Hand,
  node: PageNode,
  isEnough: (options: PageNode[]) => boolean,
  before: ReadonlySet<string>,
  patience: number,
): Promise<PageNode[]> {
  let options: PageNode[] = [];
  const isWanting = async (): Promise<boolean> => {
    const now = await hand.see();
    options = optionsIn(now, nodeWith(now.page, node.document.key, node.id) ?? node, before);
    return !isEnough(options);
  };
  await hand.stays(isWanting, patience);
  return options;
}

/**
 * The options of a control: inside of it, in what it names as its list, or else those that were not there `before`
 * it was used; where none says that it is one, what hears clicks and has words.
 */
function optionsIn(pruning: Pruning, node: PageNode, before?: ReadonlySet<string>): PageNode[] {
  const all = choosable(pruning);
  const inside = all.filter((option) => node.contains(option));
  if (inside.length > 0) return inside;
  const names = `${node.attribute('aria-controls') ?? ''} ${node.attribute('aria-owns') ?? ''}`.split(/\s+/);
  const lists = pruning.page.nodes.filter(
    (one) => one.document === node.document && names.includes(one.attribute('id') ?? ' '),
  );
  const named = all.filter((option) => lists.some((list) => list.contains(option)));
  if (named.length > 0 || !before) return named;
  const isNew = (option: PageNode): boolean => !before.has(identity(option));
  const fresh = all.filter(isNew);
  return fresh.length > 0 ? fresh : heard(pruning).filter(isNew);
}

const CHOOSABLE = new Set([
  'option',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'treeitem',
  'gridcell',
]);

function choosable(pruning: Pruning): PageNode[] {
  return pruning.page.nodes.filter(
    (node) => isOption(node) && node.tag !== 'option' && !isRemoved(pruning, node) && labelOf(node) !== '',
  );
}

const isOption = ({ role }: PageNode): boolean => CHOOSABLE.has(role);

const heard = (pruning: Pruning): PageNode[] =>
  pruning.page.nodes.filter(
    (node) => node.role === '' && pruning.usable[node.index] === 1 && labelOf(node) !== '',
  );

const labelOf = (node: PageNode): string =>
  (node.name || (node.role === '' ? nameFromContent(node) : '')).trim();

/** Says so itself, shows the label in it or beside it, or its list says so; a control that closed its list and changed took something. */
async function tookIt(
  hand: Hand,
  node: PageNode,
  chosen: readonly string[],
  before: { value: string; text: string; told: Pruning },
): Promise<boolean> {
  const pruning = await hand.see();
  const now = nodeWith(pruning.page, node.document.key, node.id);
  if (!now) return true;
  const field = await hand.field(now);
  const shown = `${field.value}\n${field.text}\n${now.name}`.toLowerCase();
  if (chosen.every((label) => shown.includes(label.toLowerCase()))) return true;
  const marked = optionsIn(pruning, now).filter(isChosen);
  if (chosen.every((label) => marked.some((option) => labelOf(option) === label))) return true;
  if (field.value !== before.value || field.text !== before.text) return true;
  return chosen.every((label) => timesBeside(now, label, pruning) > timesBeside(node, label, before.told));
}

/** Boxes around a control that may tell what was chosen in it. */
const AROUND = 5;

/**
 * How often a label stands around a control, options apart: many show what was chosen beside the field that was
 * typed in, as text or as a chip.
 */
function timesBeside(node: PageNode, label: string, pruning: Pruning): number {
  let around = node;
  for (let up = 0; up < AROUND && around.parent && around.parent.tag !== 'body'; up++) around = around.parent;
  const { nodes } = pruning.page;
  let times = 0;
  for (let i = around.index; i < around.end; i++) {
    const one = nodes[i] as PageNode;
    if (isOption(one)) i = one.end - 1;
    else if (one.isText && one.text.trim() === label && !isRemoved(pruning, one)) times++;
  }
  return times;
}

/** The same words; else without regard to case and space; else the only one that begins with them or holds them. */
function matchOption(wanted: string, labels: readonly string[]): number | undefined {
  const exact = labels.indexOf(wanted);
  if (exact >= 0) return exact;
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const word = plain(wanted);
  const tests = [
    (label: string) => plain(label) === word,
    (label: string) => word !== '' && plain(label).startsWith(word),
    (label: string) => word !== '' && plain(label).includes(word),
  ];
  for (const test of tests) {
    const found = labels.flatMap((label, i) => (test(label) ? [i] : []));
    if (found.length === 1 || (found.length > 1 && test === tests[0])) return found[0];
  }
  return undefined;
}

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === new Set(b).size && b.every((label) => a.some((one) => one.trim() === label.trim()));

/** Options named in an error. */
const MOST_NAMED = 12;

/** What was asked for is not repeated: it may be a secret. */
function noOption(labels: readonly string[]): SightlineError {
  const named = labels.slice(0, MOST_NAMED).map(quoted).join(', ');
  const more = labels.length > MOST_NAMED ? ` and ${labels.length - MOST_NAMED} more` : '';
  return new SightlineError('not_found', 'There is no such option.', {
    hint: labels.length > 0 ? `Options: ${named}${more}.` : 'No options opened: click it and look.',
  });
}

const noList = (): SightlineError =>
  new SightlineError('not_found', 'This does not say that it opens a list, and was not clicked.', {
    hint: 'Where a click on it opens one: click it, then click the option.',
  });

const disabledOption = (label: string): SightlineError =>
  new SightlineError('disabled', `The option ${quoted(label)} is disabled.`, { hint: 'Choose another.' });

const onlyOne = (): SightlineError =>
  new SightlineError('invalid_argument', 'This select takes one option.', { hint: 'Name one.' });

const notChosen = (holds: string): SightlineError =>
  new SightlineError(
    'not_accepted',
    `The control did not take it: it ${holds ? `shows ${quoted(holds)}` : 'shows nothing'}.`,
    {
      hint: 'Look at the page: click the control, then the option.',
    },
  );
