import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { shorten } from '../snapshot/shorten.ts';
import { ActionabilityError, quotePageText } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { fillEditor, isEditor, prepareTyping } from './fillEditor.ts';
import { fillRange, fillSlider, isSlider } from './fillSlider.ts';
import { fillSplitInputs } from './fillSplitInputs.ts';
import { readWidget, widgetAround } from './fillWidget.ts';
import { notAcceptedError, notPickedError, readBackField, VALUE_FORMATS } from './readBackField.ts';
import { mayLoseSecret, setSecret, typeSecret } from './secretKeys.ts';
import { takeOffered } from './takeOffered.ts';
import { type PickedText, takePicked } from './takePicked.ts';
import { typeAtFocus } from './typeAtFocus.ts';
import { typeIntoOpenedList } from './typeIntoOpenedList.ts';

/**
 * Sets the value of a field at once, and reads it back. Where the field does not take it (a mask that reacts to keys only),
 * it is typed key by key; a code is spread over its fields, and a slider is moved by keys. Throws `not_accepted` with what
 * the field holds then, `not_editable`, `ActionabilityError`.
 */
export async function fill(context: ActionContext, node: PageNode, text: string): Promise<ActionEffect> {
  if (isSlider(node)) return fillSlider(context, node, text);
  const before = context.visibility;
  const initialState = await context.readField(node, text);
  assertFillable(initialState, node, text);
  await ensureEditable(context, node, initialState);
  const splitResult = await fillSplitInputs(context, node, text);
  if (splitResult) return splitResult;
  const editorResult = isEditor(node, initialState)
    ? await fillEditor(context, node, text, initialState)
    : undefined;
  if (editorResult) return editorResult;
  await context.focus(node, { isReady: true });
  if (await showsMask(context, node, initialState)) return typeText(context, node, text);
  const value = normalizeValue(initialState.kind, formatForPlaceholder(node, text));
  if (initialState.kind === 'range') await fillRange(context, node, value);
  else await setText(context, node, value, initialState);
  let finalState = await readBackField(context, node, value);
  const typeAgain = async (): Promise<void> => {
    await emptyField(context, node, initialState);
    await typeKeys(context, node, value, initialState);
  };
  if (finalState?.match === 'different' && TYPABLE_KINDS.has(finalState.kind)) {
    await typeAgain();
    finalState = await readBackField(context, node, value);
  }
  if (finalState && finalState.match !== 'different' && PICKED_KINDS.has(finalState.kind) && value !== '') {
    const state = finalState;
    const refill = (): Promise<void> => setText(context, node, value, state);
    const offered = await takeOffered(context, node, { value, before, refill });
    if (offered) return offered;
    const widget = widgetAround(node);
    const left = (): Promise<FieldState | undefined> => readLeft(context, node, value);
    if (widget) finalState = await readWidget(context, { widget, value, readLeft: left, typeAgain });
    else if (isNumeric(node, value)) finalState = await left();
    else finalState = await readPicked(context, node, { value, before, refill }, finalState);
  }
  return { verbPhrase: 'filled', node, notes: verificationNotes(finalState, node, true), typed: true };
}

/** What the field holds, by the calendar or clock that it opened where there is one. */
async function readPicked(
  context: ActionContext,
  node: PageNode,
  picked: PickedText,
  state: FieldState,
): Promise<FieldState> {
  const taken = await takePicked(context, node, picked);
  if (taken?.match === 'different') throw notPickedError(taken, node);
  return taken ?? state;
}

/** Whether it is a text field that takes numbers alone. */
const isNumeric = (node: PageNode, value: string): boolean =>
  (node.role === 'spinbutton' || ['numeric', 'decimal'].includes(node.attribute('inputmode') ?? '')) &&
  Number.isFinite(Number(value));

/** What a field for numbers holds once it is left, and has the focus again: many bring a number within their bounds only then. */
async function readLeft(
  context: ActionContext,
  node: PageNode,
  value: string,
): Promise<FieldState | undefined> {
  await context.blur(node);
  const state = await readBackField(context, node, value);
  if (!state) return undefined;
  await context.focus(node);
  return state.match === 'different' && isSameNumber(state.value, value)
    ? { ...state, match: 'formatted' }
    : state;
}

/** Whether a field shows a number, perhaps of money, in its own way: with a point or a comma before its decimals. */
const isSameNumber = (shown: string, value: string): boolean =>
  ([/[^\d.-]/g, /[^\d,-]/g] as const).some((others) => {
    const digits = shown.replace(others, '').replace(',', '.');
    return digits !== '' && Number(digits) === Number(value);
  });

/** Kinds of fields over which a page opens a picker of its own. */
const PICKED_KINDS = new Set(['text', 'tel', 'search']);

/** Whether an empty field writes a mask into itself when it gets the focus: such masks know only of what is typed. */
async function showsMask(
  context: ActionContext,
  node: PageNode,
  { kind, value, isSecret }: FieldState,
): Promise<boolean> {
  if (isSecret || value !== '' || !MASKABLE_KINDS.has(kind)) return false;
  return (await context.readField(node)).value !== '';
}

const MASKABLE_KINDS = new Set(['text', 'tel']);

/**
 * Sets the text at once, and lets go of the key of its last character: a page that listens for keys alone (a date picker, a
 * check of what was entered) learns of the text.
 */
async function setText(
  context: ActionContext,
  node: PageNode,
  text: string,
  state: FieldState,
): Promise<void> {
  const { kind } = state;
  if (TYPABLE_KINDS.has(kind) && mayLoseSecret(context, state, text)) {
    await setSecret(context, node, text);
    return;
  }
  await context.runPlaywright(node, () => context.locator(node).fill(text, context.limits));
  const key = text.slice(-1);
  if (TYPABLE_KINDS.has(kind) && /[!-~]/.test(key))
    await context.runPlaywright(node, () => context.page.keyboard.up(key));
}

async function emptyField(context: ActionContext, node: PageNode, state: FieldState): Promise<void> {
  if (mayLoseSecret(context, state, '') && (await setSecret(context, node, ''))) return;
  await context.runPlaywright(node, () => context.locator(node).clear(context.limits));
}

/** Key by key, with trusted key events. */
async function typeKeys(
  context: ActionContext,
  node: PageNode,
  text: string,
  state: FieldState,
): Promise<void> {
  if (mayLoseSecret(context, state, text)) return typeSecret(context, node, text);
  const timeout = Math.max(context.timeLeftMs, text.length * MS_PER_KEY);
  const locator = context.locator(node);
  await context.runPlaywright(node, () => locator.pressSequentially(text, { ...context.limits, timeout }));
}

/** How `typeText` begins. */
export interface TypeTextOptions {
  /** The field is emptied first. Default true. */
  clear?: boolean;
  /** Words in it that were selected for this: where they still are, they alone make room. */
  selected?: string | undefined;
}

/** Types key by key, with trusted key events. What is typed into a field is read back. Throws as `fill` does. */
export async function typeText(
  context: ActionContext,
  node: PageNode,
  text: string,
  { clear = true, selected }: TypeTextOptions = {},
): Promise<ActionEffect> {
  const initialState = await context.readField(node, text);
  if (initialState.kind !== '') assertFillable(initialState, node, text);
  if (selected !== undefined && (await context.callPageScript(node, 'isTextSelected', node.id, selected)))
    return typeOverSelected(context, node, text, selected);
  if (initialState.kind === '' && node.role === 'combobox') return typeIntoOpenedList(context, node, text);
  await ensureEditable(context, node, initialState);
  const splitResult = clear ? await fillSplitInputs(context, node, text) : undefined;
  if (splitResult) return splitResult;
  if (initialState.isProxy) return typeIntoProxy(context, node, text, clear);
  if (clear && initialState.kind !== '') await emptyField(context, node, initialState);
  await context.focus(node, { atEnd: !clear });
  await typeKeys(context, node, text, initialState);
  const effect = { verbPhrase: 'typed into', node, typed: true as const };
  if (initialState.kind === '') return { ...effect, notes: [] };
  // The previous text is part of it; a secret is only compared where it was typed as a whole.
  if (!clear && initialState.isSecret) return { ...effect, notes: [] };
  const expected = clear ? text : initialState.value + text;
  let finalState = await readBackField(context, node, expected);
  if (finalState && !clear && isUntaken(finalState, text)) {
    // A mask fills the field with marks of its own, and takes nothing behind them.
    await context.runPlaywright(node, () => context.page.keyboard.press('Home'));
    await typeKeys(context, node, text, initialState);
    finalState = await readBackField(context, node, text);
  }
  if (finalState?.match === 'different' && finalState.value === '')
    return emptiedEffect(effect, notAcceptedError(finalState, node), text);
  return { ...effect, notes: verificationNotes(finalState, node) };
}

/** As a person does who has selected words: what is around them stays. */
async function typeOverSelected(
  context: ActionContext,
  node: PageNode,
  text: string,
  selected: string,
): Promise<ActionEffect> {
  await typeAtFocus(context, text);
  const finalState = await context.readField(node, text);
  if (!finalState.isSecret && !finalState.value.includes(text.trim()))
    throw notAcceptedError(finalState, node);
  return {
    verbPhrase: `typed over ${quotePageText(shorten(selected, MAX_QUOTED))} in`,
    node,
    notes: [],
    typed: true,
  };
}

/** Whether a field holds something, and no letter or digit of the text. */
const isUntaken = ({ match, value, isSecret }: FieldState, text: string): boolean =>
  match === 'different' &&
  value !== '' &&
  !isSecret &&
  !Array.from(text.matchAll(/[\p{L}\p{N}]/gu)).some(([character]) => value.includes(character));

/**
 * A field for tags makes an entry of what was typed, and is empty again; so may be one that takes keys for something else. The
 * report of changes shows what came of it: where nothing did, the text was not taken.
 */
function emptiedEffect(
  effect: Omit<ActionEffect, 'notes'>,
  failure: SightlineError,
  text: string,
): ActionEffect {
  const note = 'the field is empty again';
  return ENTRY_END.test(text)
    ? { ...effect, notes: [note] }
    : { ...effect, notes: [], unconfirmed: { failure, note } };
}

/** What is typed shows elsewhere, and its own value says nothing of it. */
async function typeIntoProxy(
  context: ActionContext,
  node: PageNode,
  text: string,
  clear: boolean,
): Promise<ActionEffect> {
  await context.focus(node);
  await prepareTyping(context, node, clear);
  await context.focus(node);
  context.markInput();
  const { keyboard } = context.page;
  await context.withinTime(keyboard.type(text));
  return {
    verbPhrase: 'typed into',
    node,
    notes: ['what it took shows around it, not in the field'],
    typed: true,
  };
}

/** Keys at which a field for tags, addresses or messages takes what was typed. */
const ENTRY_END = /[,;\n\t ]$/;

/** Characters of replaced words that the result repeats. */
const MAX_QUOTED = 60;

/** For one key. */
const MS_PER_KEY = 50;

/** Kinds of fields that can be typed into. */
const TYPABLE_KINDS = new Set([
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

function assertFillable({ kind, editable }: FieldState, node: PageNode, text: string): void {
  if (kind === 'select' || kind === 'checkbox' || kind === 'radio' || kind === 'file')
    throw new ActionabilityError('not typed into', node);
  if (editable === 'no') throw new ActionabilityError('not editable', node);
  if (kind === 'number' && text.trim() !== '' && !Number.isFinite(Number(text.replace(',', '.'))))
    throw malformedValueError(kind);
}

/** The text is not repeated: it may be a secret. */
function malformedValueError(kind: string): SightlineError {
  return new SightlineError('invalid_argument', `That is no value of a field of type ${kind}.`, {
    hint: `Write it as ${VALUE_FORMATS[kind] ?? 'the field asks for it'}.`,
  });
}

/** The form that a field of this type takes, however a person writes it. */
function normalizeValue(kind: string, text: string): string {
  if (kind === 'number' || kind === 'range') return text.trim().replace(',', '.');
  if (kind === 'color')
    return text
      .trim()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
      .toLowerCase();
  return kind in VALUE_FORMATS ? text.trim() : text;
}

/** `MM/DD/YYYY`, `tt.mm.jjjj`: a placeholder for a date in another order. */
const DATE_PLACEHOLDER = /^([dtjm]{1,2}|[yaj]{4})([./ -])([dtjm]{1,2})\2([dtjm]{1,2}|[yaj]{4})$/i;

/** A date as the placeholder of a text field asks for it: models write 2026-11-22 everywhere. */
function formatForPlaceholder(node: PageNode, text: string): string {
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  const placeholderFormat = DATE_PLACEHOLDER.exec(node.attribute('placeholder')?.trim() ?? '');
  if (!date || !placeholderFormat) return text;
  const [, year = '', month = '', day = ''] = date;
  const parts = [placeholderFormat[1], placeholderFormat[3], placeholderFormat[4]].map((part = '') =>
    part.length === 4 ? year : /m/i.test(part) ? month : day,
  );
  return new Set(parts).size === 3 || month === day ? parts.join(placeholderFormat[2]) : text;
}

/** A field may be locked while the page is busy, or until it has the focus: so authors prevent autofill. */
async function ensureEditable(
  context: ActionContext,
  node: PageNode,
  initialState: FieldState,
): Promise<void> {
  await context.waitUntilReady(node);
  if (initialState.editable !== 'readonly') return;
  await context.focus(node);
  await context.waitUntilEditable(node);
}

/** `isFilled`: its text was set as a whole, and lines and indentation in it count. */
function verificationNotes(finalState: FieldState | undefined, node: PageNode, isFilled = false): string[] {
  if (!finalState) return ['the field went away with it'];
  const isOther = finalState.kind === 'editable' && !finalState.isSecret && !finalState.isExact;
  if (finalState.match === 'different' || (isOther && isFilled)) throw notAcceptedError(finalState, node);
  const notes =
    finalState.match === 'formatted' && !finalState.isExact
      ? [`the field wrote it as ${quotePageText(finalState.value)}`]
      : [];
  return finalState.validationMessage === ''
    ? notes
    : [...notes, `the field says: ${quotePageText(finalState.validationMessage)}`];
}
