import { LocatorBase } from './Locator.ts';

/** What `print` writes: text as it is, an array of objects with a line each, other values as JSON. */
export function formatValues(values: readonly unknown[]): string {
  return values.map(formatValue).join(' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (hasOwnText(value)) return value.toString();
  const isList = Array.isArray(value) && value.length > 1 && value.some(isObject);
  return isList ? value.map((one) => toJson(one)).join('\n') : toJson(value);
}

/** A locator, or the page: it says itself what it is. */
const hasOwnText = (value: unknown): value is LocatorBase => value instanceof LocatorBase;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** What `describe()` and `query()` give. */
type ElementDescription = Record<'number' | 'tag' | 'role' | 'name' | 'text' | 'box', unknown>;

const isDescription = (value: unknown): value is ElementDescription =>
  isObject(value) && ['number', 'tag', 'role', 'name'].every((key) => key in (value as object));

/** Printed without its place, and without what says nothing beside its role and name: a script still has all of it. */
function withoutRepetition({ tag, role, name, text, box: _, ...rest }: ElementDescription): object {
  const { number, ...others } = rest;
  return {
    number,
    ...(role === null ? { tag } : { role }),
    ...(name !== '' && { name }),
    ...(text !== undefined && text !== name && { text }),
    ...others,
  };
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
