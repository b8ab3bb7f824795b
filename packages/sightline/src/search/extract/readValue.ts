import { foldCase } from '../words/foldCase.ts';
import type { ValueSchema } from './ExtractSchema.ts';

/** Languages whose numbers have a comma before their decimals. */
const DECIMAL_COMMA =
  /^(?:de|fr|es|it|pt|nl|pl|ru|uk|tr|sv|da|nb|nn|no|fi|cs|sk|ro|hu|bg|hr|sl|el|id|vi|ca|gl|eu)\b/i;
const NUMBER = /[-\u2212+]?(?:\d[\d.,'\u2019\u00a0\u202f ]*\d|\d)/g;
/** A sign or code of money. */
export const CURRENCY = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN)\b/u;
const YES = /^(?:yes|true|on|y|ja|oui|si|sim|да|是|checked|\u2713|\u2714|\u2705|x)$/;
const NO = /^(?:no|false|off|n|nein|non|nao|nee|нет|否|unchecked|\u2717|\u2718|\u274c|-|\u2013)$/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The value that a text says, of the type asked for; undefined where it says none. `language`: that of the page. */
export function readValue(text: string, schema: ValueSchema, language: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const { type, choices } = schema;
  const folded = foldCase(trimmed);
  if (choices && type === 'string') return choices.find((one) => foldCase(String(one)) === folded);
  const value = readTyped(trimmed, folded, type, language);
  if (choices && !choices.includes(value)) return undefined;
  if (typeof value === 'number' && (value < schema.minimum || value > schema.maximum)) return undefined;
  return value;
}

function readTyped(text: string, folded: string, type: ValueSchema['type'], language: string): unknown {
  if (type === 'boolean') return YES.test(folded) ? true : NO.test(folded) ? false : undefined;
  if (type === 'number') return readNumber(text, language);
  if (type === 'integer') {
    const number = readNumber(text, language);
    return Number.isInteger(number) ? number : undefined;
  }
  if (type === 'date') return readDate(text, language);
  if (type === 'date-time') return readDateTime(text, language);
  return text;
}

/** The number in a text; of several the one beside a currency, else the first. */
export function readNumber(text: string, language: string): number | undefined {
  const found = [...text.matchAll(NUMBER)];
  const priced = found.find(({ 0: number, index }) =>
    CURRENCY.test(
      text.slice(Math.max(0, index - 4), index) +
        text.slice(index + number.length, index + number.length + 4),
    ),
  );
  const match = priced ?? found[0];
  if (!match) return undefined;
  const isNegative =
    /^[-\u2212]/.test(match[0]) ||
    /^\(.*\)$/.test(text.trim()) ||
    /[-\u2212]\s?\p{Sc}\s?$/u.test(text.slice(0, match.index));
  const value = Number(plainNumber(match[0].replace(/^[-\u2212+]/, ''), DECIMAL_COMMA.test(language)));
  if (Number.isNaN(value)) return undefined;
  return isNegative ? -value : value;
}

/** `1.234,50` and `1,234.50` as `1234.50`. */
function plainNumber(written: string, hasDecimalComma: boolean): string {
  const number = written.replace(/['\u2019\s]/g, '');
  const [dots, commas] = [number.split('.').length - 1, number.split(',').length - 1];
  if (dots > 0 && commas > 0) {
    const decimal = number.lastIndexOf('.') > number.lastIndexOf(',') ? '.' : ',';
    return number.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.');
  }
  const separator = dots > 0 ? '.' : ',';
  if (dots + commas === 0) return number;
  const isGrouped =
    dots + commas > 1 || (/^[1-9]\d{0,2}[.,]\d{3}$/.test(number) && (separator === ',') !== hasDecimalComma);
  return isGrouped ? number.replaceAll(separator, '') : number.replace(separator, '.');
}

/** `2026-03-05`; undefined for one that could be two days (`3/5/2026`, where the page has no language). */
export function readDate(text: string, language: string): string | undefined {
  const iso = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const monthFirst = /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i.exec(text);
  if (monthFirst) return dateOf(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2]);
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})\b/i.exec(text);
  if (dayFirst) return dateOf(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]);
  const numeric = /\b(\d{1,2})([./-])(\d{1,2})\2(\d{4})\b/.exec(text);
  if (!numeric) return undefined;
  const [, first = '', separator, second = '', year] = numeric;
  if (separator === '.' || Number(first) > 12) return dateOf(year, second, first);
  if (Number(second) > 12 || first === second) return dateOf(year, first, second);
  if (language === '' || /^en$/i.test(language)) return undefined;
  return /^en-(?:us|ph)/i.test(language) ? dateOf(year, first, second) : dateOf(year, second, first);
}

const monthNumber = (name = ''): string => `${MONTHS.indexOf(name.toLowerCase()) + 1}`;

function dateOf(year = '', month = '', day = ''): string | undefined {
  const [y, m, d] = [year, month, day].map(Number) as [number, number, number];
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d
    ? date.toISOString().slice(0, 10)
    : undefined;
}

/** The day with its time, without a zone where none is written. */
function readDateTime(text: string, language: string): string | undefined {
  const date = readDate(text, language);
  const time = /\b(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(am|pm)?\s*(Z\b|UTC|[+-]\d{2}:?\d{2})?/i.exec(
    text,
  );
  if (!date || !time) return date && `${date}T00:00:00`;
  const [, hour = '', minute, second = '00', half, zone] = time;
  const hours = half ? (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0) : Number(hour);
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}${zone ? zone.toUpperCase().replace('UTC', 'Z') : ''}`;
}
