import { foldLabel } from '../search/words/foldCase.ts';
import { elementKey, type PageNode } from '../snapshot/Page.ts';
import { ACTION_ROLES, DIALOG_ROLES, TEXT_FIELD_ROLES } from '../snapshot/roles.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { optionsOf } from '../structure/compoundParts.ts';
import { isRemoved, isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import { quotePageText } from './ActionabilityError.ts';
import type { ActionContext, FieldState } from './ActionContext.ts';
import type { ActionEffect, UnconfirmedEffect } from './ActionEffect.ts';
import { findOptionIndex } from './findOptionIndex.ts';
import { findFocused } from './focusedField.ts';
import { findOpenOptions, findOptions, isOption, labelOf, optionKeys } from './offeredOptions.ts';

/**
 * Chooses options by label, else by value: in a native select, or in an ARIA listbox, menu or combobox, which is opened
 * first. With several, exactly these are chosen, but for `keepOthers`. One that shows something else then is unconfirmed: a menu of actions goes
 * back to its first option. Throws `not_found` with the available options, or for a button or link without a popup attribute
 * (it is not clicked), `disabled`, `ActionabilityError`.
 */
export async function selectOption(
  context: ActionContext,
  node: PageNode,
  requested: readonly string[],
  { keepOthers = false }: { keepOthers?: boolean } = {},
): Promise<ActionEffect> {
  return node.tag === 'select'
    ? selectNative(context, node, requested)
    : selectCustom(context, node, requested, keepOthers);
}

async function selectNative(
  context: ActionContext,
  node: PageNode,
  requested: readonly string[],
): Promise<ActionEffect> {
  await context.waitUntilReady(node);
  const options = optionsOf(node);
  const labels = options.map(({ label }) => label);
  const values = options.map(({ value }) => value);
  const joined = requested.join(' ');
  const isOne = requested.length > 1 && node.attribute('multiple') === undefined && labels.includes(joined);
  const indices = (isOne ? [joined] : requested).map((one) => {
    const index = findOptionIndex(one, labels) ?? findOptionIndex(one, values);
    if (index === undefined) throw optionNotFoundError(labels);
    if (options[index]?.disabled) throw disabledOptionError(labels[index] as string);
    return index;
  });
  if (indices.length > 1 && node.attribute('multiple') === undefined) throw singleSelectError();
  const choices = indices.map((index) => ({ index }));
  await context.runPlaywright(node, () => context.locator(node).selectOption(choices, context.limits));
  const chosen = indices.map((index) => labels[index] as string);
  const after = await context.readField(node).catch(() => undefined);
  const verbPhrase = `chose ${chosen.map(quotePageText).join(', ')} in`;
  const effect: ActionEffect = { verbPhrase, node, notes: [], entered: chosen };
  const isShown = !after || sameLabels(after.chosen, chosen);
  return isShown ? effect : { ...effect, unconfirmed: notShown(after.chosen.join(', ')) };
}

async function selectCustom(
  context: ActionContext,
  node: PageNode,
  requested: readonly string[],
  keepOthers: boolean,
): Promise<ActionEffect> {
  const before = { ...(await context.readField(node)), visibility: context.visibility };
  const chosen: PageNode[] = [];
  const notes: string[] = [];
  let offered: PageNode[] = [];
  for (const [i, one] of requested.entries()) {
    // A list of several stays open after the first.
    if (i > 0) await context.recapture();
    const choice = await chooseOption(context, node, one, before);
    if (choice) chosen.push(choice.option);
    else notes.push(`${quotePageText(one)} was chosen already`);
    offered = choice?.options ?? offered;
  }
  if (isMultiple(node) && !keepOthers) await unselectOthers(context, node, chosen);
  const labels = chosen.map(labelOf);
  const verbPhrase = labels.length > 0 ? `chose ${labels.map(quotePageText).join(', ')} in` : 'left as it is';
  const effect: ActionEffect = { verbPhrase, node, notes, entered: labels };
  // A menu shows its effect elsewhere.
  if (chosen.every(({ role }) => role.startsWith('menuitem'))) return effect;
  const isMissing = async (): Promise<boolean> =>
    !(await isChoiceShown(context, node, labels, { ...before, offered }));
  if (!(await context.staysTrue(isMissing, LIST_TIMEOUT_MS))) {
    await closeList(context, node);
    return effect;
  }
  const field = await context.readField(node);
  const unconfirmed = notShown(field.value || field.text.trim());
  const selected = findOptions(context.visibility, node).filter(isChosen);
  if (offered.some((option) => isOtherChosen(option, labels, field, selected))) throw unconfirmed.failure;
  return { ...effect, unconfirmed };
}

/** For a list to open, and for a control to show what was chosen. */
const LIST_TIMEOUT_MS = 1_500;
/** For a list that is open and asks its server for its options. */
const LOADING_TIMEOUT_MS = 3_500;
/** The same for a list that may open only when something is typed. */
const TYPEAHEAD_LIST_TIMEOUT_MS = 300;

/** Undefined for an option that the control shows as chosen, and does not offer again. */
async function chooseOption(
  context: ActionContext,
  node: PageNode,
  requested: string,
  before: FieldState & { visibility: Visibility },
): Promise<{ option: PageNode; options: PageNode[] } | undefined> {
  const findRequested = (options: PageNode[]): PageNode | undefined =>
    options[findOptionIndex(requested, options.map(labelOf)) ?? -1];
  const canType = before.kind !== '' && before.editable === 'yes';
  let options = findOpenOptions(context, node, before.visibility);
  if (options.length === 0) {
    if (!canType && triggersAction(node)) throw noListError();
    options = await openList(context, node, canType, findRequested);
  }
  const isOffered = options.length > 0;
  const field = canType ? node : openedField(context, before);
  if (!findRequested(options) && field) {
    // While a list with roles is empty, others that take clicks are none of its options.
    const isAmong = options.some(isOption) ? isOption : () => true;
    const isEnough = (found: PageNode[]): boolean => findRequested(found.filter(isAmong)) !== undefined;
    options = (await typeToFilter(context, { node, field }, requested, isEnough)).filter(isAmong);
  }
  const option = findRequested(options);
  if (!option) {
    if (canType)
      await context.runPlaywright(node, () =>
        context.locator(node).fill(before.isSecret ? '' : before.value, context.limits),
      );
    await context.page.keyboard.press('Escape').catch(() => undefined);
    if (isShownAsChosen(node, requested, before)) return undefined;
    if (canType && !isOffered && options.length === 0) throw new NothingOfferedError();
    throw optionNotFoundError(options.map(labelOf));
  }
  if (option.disabled) throw disabledOptionError(labelOf(option));
  // In a list of several, a click would take it away.
  const isKept = isChosen(option) && (isMultiple(node) || option.closest(isMultiple) !== undefined);
  if (!isKept) await context.click(option);
  return { option, options };
}

/**
 * A list of several stays open after a choice, in front of what the next action is for. By the key that closes the list of a
 * combobox, where the combobox or the list has the focus; not in a dialog or popover, which it may close too.
 */
async function closeList(context: ActionContext, node: PageNode): Promise<void> {
  const now = context.visibility.page.counterpart(node);
  const isOpened = isExpanded(now) && !isExpanded(node);
  if (node.role !== 'combobox' || !isOpened || node.closest(closesByEscape)) return;
  const isInside = findFocused(context)?.closest((one) => one === now || one.role === 'listbox');
  if (isInside) await context.page.keyboard.press('Escape');
}

const isExpanded = (node: PageNode | undefined): boolean => node?.attribute('aria-expanded') === 'true';

const closesByEscape = (node: PageNode): boolean =>
  DIALOG_ROLES.has(node.role) || node.tag === 'dialog' || node.attribute('popover') !== undefined;

/** So that exactly the requested ones are chosen, as in a native select. */
async function unselectOthers(
  context: ActionContext,
  node: PageNode,
  chosen: readonly PageNode[],
): Promise<void> {
  const labels = new Set(chosen.map(labelOf));
  const others = findOptions(await context.recapture(), node).filter(
    (one) => isChosen(one) && !labels.has(labelOf(one)),
  );
  for (const other of others) await context.click(other);
}

/** A click on a control of these roles may do anything (delete, buy, leave), unless an attribute says that it opens a popup. */
const POPUP_ATTRIBUTES = [
  'aria-haspopup',
  'aria-expanded',
  'aria-controls',
  'aria-owns',
  'popovertarget',
  'data-toggle',
  'data-bs-toggle',
];

const triggersAction = (node: PageNode): boolean =>
  ACTION_ROLES.has(node.role) && POPUP_ATTRIBUTES.every((name) => node.attribute(name) === undefined);

const isChosen = ({ attributes }: PageNode): boolean =>
  attributes['aria-selected'] === 'true' || attributes['aria-checked'] === 'true';

const isMultiple = (node: PageNode): boolean => node.attribute('aria-multiselectable') === 'true';

async function openList(
  context: ActionContext,
  node: PageNode,
  canType: boolean,
  findRequested: (options: PageNode[]) => PageNode | undefined,
): Promise<PageNode[]> {
  const before = optionKeys(context.visibility);
  const hasOptions = (options: PageNode[]): boolean =>
    options.some((option) => isOption(option) && !option.disabled) || findRequested(options) !== undefined;
  await context.click(node);
  const opened = await waitForOptions(
    context,
    node,
    hasOptions,
    before,
    canType ? TYPEAHEAD_LIST_TIMEOUT_MS : LIST_TIMEOUT_MS,
  );
  if (hasOptions(opened) || canType) return opened;
  // It is open, and has a line that it is loading.
  if (opened.some(isOption)) return waitForOptions(context, node, hasOptions, before, LOADING_TIMEOUT_MS);
  // Some lists open by keyboard only.
  await context.focus(node);
  await context.runPlaywright(node, () => context.locator(node).press('ArrowDown', context.limits));
  return waitForOptions(context, node, hasOptions, before, LIST_TIMEOUT_MS);
}

/** The field for a search that came with the list, and has the focus. */
function openedField(context: ActionContext, before: { visibility: Visibility }): PageNode | undefined {
  const focused = findFocused(context);
  if (!focused || !TEXT_FIELD_ROLES.has(focused.role)) return undefined;
  const known = before.visibility.page.counterpart(focused);
  return known && !isRemoved(before.visibility, known) ? undefined : focused;
}

async function typeToFilter(
  context: ActionContext,
  { node, field }: { node: PageNode; field: PageNode },
  requested: string,
  isEnough: (options: PageNode[]) => boolean,
): Promise<PageNode[]> {
  const before = optionKeys(context.visibility);
  await context.readField(field, requested);
  await context.runPlaywright(field, () => context.locator(field).fill(requested, context.limits));
  await context.readField(field, requested).catch(() => undefined);
  const timeoutMs = field === node ? LIST_TIMEOUT_MS : LOADING_TIMEOUT_MS;
  return waitForOptions(context, node, isEnough, before, timeoutMs);
}

async function waitForOptions(
  context: ActionContext,
  node: PageNode,
  isEnough: (options: PageNode[]) => boolean,
  before: ReadonlySet<string>,
  timeoutMs: number,
): Promise<PageNode[]> {
  let options: PageNode[] = [];
  const isWaiting = async (): Promise<boolean> => {
    const now = await context.recapture();
    options = findOptions(now, now.page.counterpart(node) ?? node, before);
    return !isEnough(options);
  };
  await context.staysTrue(isWaiting, timeoutMs);
  return options;
}

/** Whether an option that was not asked for was chosen instead: it lay beside the one that was. */
function isOtherChosen(
  option: PageNode,
  chosen: readonly string[],
  { value }: FieldState,
  selected: readonly PageNode[],
): boolean {
  const label = labelOf(option);
  const isSame = (now: PageNode): boolean => elementKey(now) === elementKey(option) && labelOf(now) === label;
  return !chosen.includes(label) && (value === label || (!isChosen(option) && selected.some(isSame)));
}

/** By its own text or text beside it, by the states of its options, or by any change of its value. */
async function isChoiceShown(
  context: ActionContext,
  node: PageNode,
  chosen: readonly string[],
  before: { value: string; text: string; visibility: Visibility; offered: readonly PageNode[] },
): Promise<boolean> {
  const visibility = await context.recapture();
  const now = visibility.page.counterpart(node);
  if (!now) return true;
  const field = await context.readField(now);
  const shownText = `${field.value}\n${field.text}\n${now.name}`.toLowerCase();
  if (chosen.every((label) => shownText.includes(label.toLowerCase()))) return true;
  const selectedOptions = findOptions(visibility, now).filter(isChosen);
  if (chosen.every((label) => selectedOptions.some((option) => labelOf(option) === label))) return true;
  if (before.offered.some((option) => isOtherChosen(option, chosen, field, selectedOptions))) return false;
  if (field.value !== before.value || field.text !== before.text) return true;
  return chosen.every(
    (label) => countLabelNearby(now, label, visibility) > countLabelNearby(node, label, before.visibility),
  );
}

/** As the words of the control itself, or as a chip beside it: words with something to remove them by, or to act on. */
function isShownAsChosen(
  node: PageNode,
  label: string,
  { value, text, isSecret, visibility }: FieldState & { visibility: Visibility },
): boolean {
  if (isSecret) return false;
  const isAsked = (shown: string): boolean => foldLabel(shown) === foldLabel(label);
  if (isAsked(value) || isAsked(text)) return true;
  const { nodes } = visibility.page;
  let container = node;
  for (let level = 0; level < MAX_CHIP_LEVELS && container.parent && container.parent.tag !== 'body'; level++)
    container = container.parent;
  // Beside the words, or around them and a picture of a cross: not a link or button that is so called.
  const removes = (one: PageNode, words: PageNode): boolean =>
    isShownInteractive(visibility, one) &&
    (!one.contains(words) || (one.role === 'button' && nodes.slice(one.index, one.end).some(isPicture)));
  const isChip = (words: PageNode): boolean =>
    [words.parent, words.parent?.parent].some(
      (box) =>
        box && !box.contains(node) && nodes.slice(box.index, box.end).some((one) => removes(one, words)),
    );
  return nodes
    .slice(container.index, container.end)
    .some((one) => one.isText && isAsked(one.text) && !isRemoved(visibility, one) && isChip(one));
}

const isPicture = ({ tag, role }: PageNode): boolean => tag === 'svg' || role === 'img';

/** How far around a control its chips stand. */
const MAX_CHIP_LEVELS = 3;

/** Ancestors of a control that may contain the chosen label. */
const MAX_ANCESTORS = 5;

/** How often a label is around a control, options aside: many show the choice beside the field, as text or as a chip. */
function countLabelNearby(node: PageNode, label: string, visibility: Visibility): number {
  let container = node;
  for (let level = 0; level < MAX_ANCESTORS && container.parent && container.parent.tag !== 'body'; level++)
    container = container.parent;
  const { nodes } = visibility.page;
  let count = 0;
  for (let i = container.index; i < container.end; i++) {
    const one = nodes[i] as PageNode;
    if (isOption(one)) i = one.end - 1;
    else if (one.isText && one.text.trim() === label && !isRemoved(visibility, one)) count++;
  }
  return count;
}

const sameLabels = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === new Set(b).size && b.every((label) => a.some((one) => one.trim() === label.trim()));

/** Options named in an error. */
const MAX_NAMED_OPTIONS = 12;

/** The requested text is not repeated: it may be a secret. */
function optionNotFoundError(labels: readonly string[]): SightlineError {
  const listedOptions = labels.slice(0, MAX_NAMED_OPTIONS).map(quotePageText).join(', ');
  const more = labels.length > MAX_NAMED_OPTIONS ? ` and ${labels.length - MAX_NAMED_OPTIONS} more` : '';
  return new SightlineError('not_found', 'There is no such option.', {
    hint: labels.length > 0 ? `Options: ${listedOptions}${more}.` : 'No options opened: click it and look.',
  });
}

/** A field that can be typed into has offered no option at all, with what was asked for typed in it either. */
export class NothingOfferedError extends SightlineError {
  constructor() {
    super('not_found', 'There is no such option.', { hint: 'No options opened: click it and look.' });
  }
}

const noListError = (): SightlineError =>
  new SightlineError('not_found', 'This does not say that it opens a list, and was not clicked.', {
    hint: 'Where a click on it opens one: click it, then click the option.',
  });

const disabledOptionError = (label: string): SightlineError =>
  new SightlineError('disabled', `The option ${quotePageText(label)} is disabled.`, {
    hint: 'Choose another.',
  });

const singleSelectError = (): SightlineError =>
  new SightlineError('invalid_argument', 'This select takes one option.', { hint: 'Name one.' });

/** A menu of actions shows its first option again once it was used. */
function notShown(shownValue: string): UnconfirmedEffect {
  const shows = `it ${shownValue ? `shows ${quotePageText(shownValue)}` : 'shows nothing'}`;
  const failure = new SightlineError('not_accepted', `The control did not take it: ${shows}.`, {
    hint: 'Look at the page: click the control, then the option.',
  });
  return { failure, note: `${shows} again` };
}
