import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import type { ActionContext } from './ActionContext.ts';
import { findFocused } from './focusedField.ts';
import { readBackField } from './readBackField.ts';

/** What opens over a field that is typed into, and is no list: a calendar, a clock. */
export const PICKER_POPUPS: ReadonlySet<string> = new Set(['dialog', 'grid', 'tree']);
/** Numerals in a row that make a calendar or clock. */
const MIN_COUNTED = 10;
/** For a picker to open, where the text is one for it. */
const OPENING_MS = 300;
const DATE_OR_TIME = /\d{1,4}\s?([./:-]|[年月])\s?\d{1,2}|^\s*[12]\d{3}\s*$/;
/** For a picker to write into its field what it took, once the field is left. */
const TAKING_MS = 300;

/** A text that is in a field, over which a picker or a list may have opened. */
export interface PickedText {
  value: string;
  /** Of the page before the field was filled. */
  before: Visibility;
  /** Writes the text into the field again. */
  refill(): Promise<void>;
}

/**
 * What a field holds once it is left, where a calendar or clock has opened over it: many drop then what they cannot read, or
 * what waits for their button. It is left without a key, and where that drops the text by Tab, as one who types a date does;
 * never by Enter where that would send a form. Undefined where nothing of that kind is open.
 */
export async function takePicked(
  context: ActionContext,
  node: PageNode,
  picked: PickedText,
): Promise<FieldState | undefined> {
  const isDate = DATE_OR_TIME.test(picked.value);
  const isClosed = async (): Promise<boolean> => !opensPicker(await context.recapture(), node, picked);
  if (await context.staysTrue(isClosed, isDate ? OPENING_MS : 0)) return undefined;
  await context.blur(node);
  const state = await readTaken(context, node, picked);
  const isLeft = state?.match !== 'different' && !opensPicker(context.visibility, node, picked);
  if (!state || isLeft || !isDate) return state;
  await enterAgain(context, node, picked, 'Tab');
  const next = findFocused(context);
  // What opens over the next field would lie over others.
  if (next) await context.locator(next).blur(context.limits);
  const entered = await readTaken(context, node, picked);
  if (!entered || !opensPicker(context.visibility, node, picked) || isInForm(node)) return entered;
  await enterAgain(context, node, picked, 'Enter');
  return readTaken(context, node, picked);
}

async function enterAgain(
  context: ActionContext,
  node: PageNode,
  { refill }: PickedText,
  key: 'Tab' | 'Enter',
): Promise<void> {
  await context.focus(node);
  await refill();
  await context.runPlaywright(node, () => context.locator(node).press(key, context.limits));
  await context.recapture();
}

const isInForm = (node: PageNode): boolean =>
  node.attribute('form') !== undefined || node.closest(({ tag }) => tag === 'form') !== undefined;

/** With `different` for a value that the page says is invalid, and `formatted` for the same day in other words. */
async function readTaken(
  context: ActionContext,
  node: PageNode,
  picked: PickedText,
): Promise<FieldState | undefined> {
  const { value } = picked;
  let state: FieldState | undefined;
  let isInvalid = false;
  const isUndecided = async (): Promise<boolean> => {
    const now = await context.recapture();
    const field = now.page.counterpart(node);
    isInvalid = (field?.attributes['aria-invalid'] ?? 'false') !== 'false';
    state = await readBackField(context, node, value);
    return state?.match === 'equal' && !isInvalid && opensPicker(now, node, picked);
  };
  await context.staysTrue(isUndecided, TAKING_MS);
  if (state?.match !== 'different') return state && isInvalid ? { ...state, match: 'different' } : state;
  return !isInvalid && isSameTime(state.value, value) ? { ...state, match: 'formatted' } : state;
}

/** A dialog that opens while words are typed may be a list of people. */
function opensPicker(now: Visibility, node: PageNode, { value, before }: PickedText): boolean {
  const field = now.page.counterpart(node);
  if (!field || field.attributes['aria-haspopup'] === 'listbox') return false;
  const { 'aria-haspopup': popup = '', 'aria-expanded': expanded } = field.attributes;
  if (PICKER_POPUPS.has(popup) && expanded !== 'false' && DATE_OR_TIME.test(value)) return true;
  return countsUp(now, before);
}

/** Whether numerals that count up (days, hours, years) or the months are shown, which were not before. */
function countsUp(now: Visibility, before: Visibility): boolean {
  const wasShown = (node: PageNode): boolean => {
    const known = before.page.counterpart(node);
    return known !== undefined && !isRemoved(before, known);
  };
  const isNew = (node: PageNode): boolean => !isRemoved(now, node) && !(node.parent && wasShown(node.parent));
  const texts = now.page.nodes.filter(({ isText, text }) => isText && SHORT_WORDS.test(text)).filter(isNew);
  const words = texts.map(({ text }) => text.trim().toLowerCase());
  const numerals = words.filter((word) => /^\d+$/.test(word)).map(Number);
  return countFrom(1, numerals) || countFrom(numerals.find(isYear), numerals) || namesMonths(words, now);
}

/** Up to a few words: a numeral, the name of a month. */
const SHORT_WORDS = /^\s*\S.{0,14}\s*$/;
const isYear = (numeral: number): boolean => numeral >= 1000 && numeral <= 9999;

function countFrom(first: number | undefined, numerals: readonly number[]): boolean {
  if (first === undefined) return false;
  const next = numerals.reduce((wanted, numeral) => (numeral === wanted ? wanted + 1 : wanted), first);
  return next - first >= MIN_COUNTED;
}

/** Whether all months stand there in their order, in the language of the page or in English, perhaps shortened. */
function namesMonths(words: readonly string[], { page: { nodes } }: Visibility): boolean {
  const language = nodes.find(({ tag }) => tag === 'html')?.attributes.lang ?? '';
  const languages = /^[a-z]{2,3}(-[a-z\d]+)*$/i.test(language) ? [language, 'en'] : ['en'];
  return languages.some((one) =>
    (['short', 'long'] as const).some((month) => {
      const { format } = new Intl.DateTimeFormat(one, { month, timeZone: 'UTC' });
      const names = Array.from({ length: 12 }, (_, i) => format(Date.UTC(2026, i, 1)).toLowerCase());
      const next = words.reduce((wanted, word) => (word === names[wanted] ? wanted + 1 : wanted), 0);
      return next === names.length;
    }),
  );
}

/** Whether a field shows a date or time as another that was written: in another order, or with the month's name. */
function isSameTime(value: string, written: string): boolean {
  const numbersOf = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
  const [shown, asked] = [numbersOf(value), numbersOf(written)];
  if (asked.length === 0) return false;
  if (Date.parse(value) === Date.parse(written)) return true;
  const rest = [...shown];
  for (const number of asked) {
    const at = rest.indexOf(number);
    if (at >= 0) rest.splice(at, 1);
    // The month may have become a word.
    else if (!(number >= 1 && number <= 12 && shown.length < asked.length && /\p{L}{3}|月/u.test(value)))
      return false;
  }
  const isOrdered = /^\s*\d{4}-\d/.test(written) || shown.join().startsWith(asked.join());
  return isOrdered && rest.every((number) => number === 0);
}
