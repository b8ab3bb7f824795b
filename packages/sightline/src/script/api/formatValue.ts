import { collapseSpaces } from '../../snapshot/shorten.ts';
import { LocatorBase } from './Locator.ts';

/** Options of a select that are printed. */
const MAX_OPTIONS = 20;

/** What `print` writes: text as it is, an element as in a look, an array of objects with a line each, other values as JSON. */
export function formatValues(values: readonly unknown[]): string {
  const isOnLines = values.length > 1 && values.some((value) => isList(value));
  return values.map(formatValue).join(isOnLines ? '\n' : ' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (hasOwnText(value)) return value.toString();
  return isList(value) ? value.map(formatObject).join('\n') : formatObject(value);
}

/** An array that is printed with a line for each of its values. */
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && (value.length > 1 ? value.some(isObject) : value.some(isDescription));

const formatObject = (value: unknown): string =>
  isDescription(value) ? formatDescription(value) : toJson(value);

/** A locator, or the page: it says itself what it is. */
const hasOwnText = (value: unknown): value is LocatorBase => value instanceof LocatorBase;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** What `describe()` and `query()` give. */
type ElementDescription = Record<'number' | 'tag' | 'role' | 'name' | 'text' | 'box', unknown> & {
  value?: unknown;
  attributes?: Record<string, unknown>;
};

const isDescription = (value: unknown): value is ElementDescription =>
  isObject(value) && ['number', 'tag', 'role', 'name'].every((key) => key in (value as object));

/** Within another value without its place, and without what says nothing beside its role and name: a script still has all of it. */
function withoutRepetition({ tag, role, name, text, box: _, ...rest }: ElementDescription): object {
  const { number, attributes = {}, ...others } = rest;
  const unsaid = Object.entries(attributes).filter(
    ([key, value]) => !(key in others && others[key as never] === value),
  );
  return {
    number,
    ...(role === null ? { tag } : { role }),
    ...(name !== '' && { name }),
    ...(text !== undefined && text !== name && { text }),
    ...others,
    ...(unsaid.length > 0 && { attributes: Object.fromEntries(unsaid) }),
  };
}

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
