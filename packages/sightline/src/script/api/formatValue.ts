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
    around.push(one);
    return one;
  };
  const text = JSON.stringify(value, replace);
  return text ?? String(value);
}
