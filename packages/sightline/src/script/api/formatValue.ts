import { collapseSpaces } from '../../snapshot/shorten.ts';
import {
  type ElementDescription,
  isDescription,
  isObject,
  withoutRepetition,
} from './elementDescriptions.ts';
import { LocatorBase } from './Locator.ts';

/** Options of a select that are printed. */
const MAX_OPTIONS = 20;

/**
 * What `print` writes: text as it is, an element as in a look, an array of objects with a line each, below a line of their
 * keys where these are the same, other values as JSON.
 */
export function formatValues(given: readonly unknown[]): string {
  const values = isEachCall(given) ? given.slice(0, 1) : given;
  const isOnLines = values.length > 1 && values.some((value) => isList(value));
  return values.map(formatValue).join(isOnLines ? '\n' : ' ');
}

/** Of `list.forEach(print)`, which gives the place and the whole list with each value. */
const isEachCall = ([value, at, list, ...others]: readonly unknown[]): boolean =>
  others.length === 0 && typeof at === 'number' && Array.isArray(list) && list[at] === value;

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (hasOwnText(value)) return value.toString();
  if (!isList(value)) return formatObject(value);
  const keys = commonKeys(value);
  return (keys ? formatTable(keys, value as Row[]) : value.map(formatObject)).join('\n');
}

type Row = Readonly<Record<string, unknown>>;

/** The keys of objects that can be written as the rows of a table: the same in all of them, with a simple value each. */
function commonKeys(values: readonly unknown[]): readonly string[] | undefined {
  const keys = isRow(values[0]) ? Object.keys(values[0]) : [];
  const names = keys.join('\n');
  const areRows =
    keys.length > 1 &&
    values.length > 1 &&
    values.every((value) => isRow(value) && Object.keys(value).join('\n') === names);
  return areRows ? keys : undefined;
}

/** A plain object without other objects in it. */
const isRow = (value: unknown): value is Row =>
  isObject(value) &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !isDescription(value) &&
  Object.values(value as object).every(isSimple);

const isSimple = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** `Name | Age`, and such a line for each row. */
const formatTable = (keys: readonly string[], rows: readonly Row[]): string[] => [
  keys.map(formatCell).join(' | '),
  ...rows.map((row) => keys.map((key) => formatCell(row[key])).join(' | ')),
];

/** Text as it is, but for what could be mistaken for a part of the table. */
const formatCell = (value: unknown): string =>
  typeof value === 'string' && !/[|\r\n\u2028\u2029]/.test(value) ? value : toJson(value);

/** An array that is printed with a line for each of its values. */
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && (value.length > 1 ? value.some(isObject) : value.some(isDescription));

const formatObject = (value: unknown): string =>
  isDescription(value) ? formatDescription(value) : toJson(value);

/** A locator, or the page: it says itself what it is. */
const hasOwnText = (value: unknown): value is LocatorBase => value instanceof LocatorBase;

/** `[12]<textbox value="Ann" required href="/a">Name`: as in a look, without its box. */
function formatDescription(description: ElementDescription): string {
  const { number, tag, role, name, text, box: _, ...rest } = description;
  const parts = new Set(Object.entries(rest).flatMap(([key, value]) => writeProperty(key, value)));
  const isSaid = text === name || isSameText(text, rest.value);
  const words = [name, isSaid ? '' : text].filter(Boolean).join(': ');
  return `[${number}]<${[role ?? tag, ...parts].join(' ')}>${words.replace(/\s+/g, ' ')}`;
}

/** What a field shows is what it holds. */
const isSameText = (text: unknown, value: unknown): boolean =>
  typeof text === 'string' && typeof value === 'string' && collapseSpaces(text) === collapseSpaces(value);

function writeProperty(key: string, value: unknown): string[] {
  if (value === '' || value === null || value === undefined) return [];
  if (key === 'visible') return value === false ? ['hidden'] : [];
  if (key === 'states') return value as string[];
  if (key === 'attributes')
    return Object.entries(value as object).flatMap(([name, one]) => writeProperty(name, one));
  return [`${key}=${toJson(key === 'options' ? shortList(value as string[]) : value)}`];
}

function shortList(options: readonly string[]): string {
  const more = options.length - MAX_OPTIONS;
  return [...options.slice(0, MAX_OPTIONS), ...(more > 0 ? [`+${more} more`] : [])].join('|');
}

function toJson(value: unknown): string {
  const around: unknown[] = [];
  const replace = function (this: unknown, _: string, one: unknown): unknown {
    if (typeof one === 'bigint' || typeof one === 'symbol') return String(one);
    if (typeof one === 'function') return `[function ${one.name || 'without name'}]`;
    if (one instanceof Map) return Object.fromEntries(one);
    if (one instanceof Set) return [...one];
    if (one instanceof RegExp || one instanceof Error) return String(one);
    if (!isObject(one)) return one;
    while (around.length > 0 && around.at(-1) !== this) around.pop();
    if (around.includes(one)) return '[circular]';
    const shown = isDescription(one) ? withoutRepetition(one) : one;
    around.push(shown);
    return shown;
  };
  const text = JSON.stringify(value, replace);
  return text ?? String(value);
}
