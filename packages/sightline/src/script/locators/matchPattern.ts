import { RE2JS } from 're2js';
import { assertAffordable } from '../../search/text/assertAffordable.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { normalizeText } from './DocumentText.ts';
import type { TextPattern } from './LocatorSpec.ts';

/** A test for a text as it is. */
export type TextTest = (text: string) => boolean;

/** A text in the forms in which it is compared, made once. */
export interface ComparedText {
  normalized: string;
  lower: string;
}

export function toCompared(text: string): ComparedText {
  const normalized = normalizeText(text);
  return { normalized, lower: normalized.toLowerCase() };
}

/**
 * Whether a text has the words: a part of it in any letter case; `exact`: all of it, letter by letter. A regular expression is
 * searched for in it, in time proportional to its length. Throws `invalid_argument`.
 */
export function textTest(pattern: TextPattern, exact = false): (text: ComparedText) => boolean {
  if (typeof pattern !== 'string') {
    const test = regexTest(pattern);
    return ({ normalized }) => test(normalized);
  }
  const words = toCompared(pattern);
  if (exact) return ({ normalized }) => normalized === words.normalized;
  return ({ lower }) => lower.includes(words.lower);
}

/** As Playwright compares attributes: white space as it is. */
export function attributeTest(pattern: TextPattern, exact: boolean): TextTest {
  if (typeof pattern !== 'string') return regexTest(pattern);
  if (exact) return (text) => text === pattern;
  const folded = pattern.toLowerCase();
  return (text) => text.toLowerCase().includes(folded);
}

/** Flags that change what matches; `g`, `y`, `d`, `u` and `v` do not for a search of this kind. */
const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** What may make the engine of JavaScript try again from where it was: quantifiers, groups, back-references. */
const BACKTRACKING = /[*+?{(]|\\[1-9k]/;

/**
 * Throws `invalid_argument` for what RE2 does not have: look-around and back-references; the test throws `too_large` where an
 * expression of many parts meets a long text.
 */
export function regexTest({ regex, flags }: Exclude<TextPattern, string>): TextTest {
  if (!BACKTRACKING.test(regex)) return plainTest(regex, flags);
  const bits = [...flags].reduce((all, flag) => all | (FLAGS[flag] ?? 0), 0);
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(regex), bits);
    return (text) => {
      assertAffordable(compiled, text.length);
      return compiled.matcher(text).find();
    };
  } catch (error) {
    throw notUsable(regex, flags, error);
  }
}

/** Characters, classes, anchors and alternatives: JavaScript finds these in linear time too, and faster. */
function plainTest(regex: string, flags: string): TextTest {
  try {
    const compiled = new RegExp(regex, flags.replace(/[gy]/g, ''));
    return (text) => compiled.test(text);
  } catch (error) {
    throw notUsable(regex, flags, error);
  }
}

function notUsable(regex: string, flags: string, error: unknown): SightlineError {
  return new SightlineError(
    'invalid_argument',
    `/${regex}/${flags} is no regular expression that can be used: ${(error as Error).message}.`,
    { hint: 'Use the syntax of RE2 (no back-references, no look-around), or a string.' },
  );
}
