import { collapseSpaces } from '../shorten.ts';
import { REDACTED_PLACEHOLDER } from '../urls/redactUrl.ts';
import { compactSecret, foldSecret, type LocatedText, locateFolded } from './foldSecret.ts';
import {
  findHashed,
  hashSecret,
  type SecretFingerprint,
  type SeededFingerprints,
} from './secretFingerprints.ts';

/** Below this length a value is looked for as a whole word only: it may be a part of unrelated words. */
const MIN_SUBSTRING_LENGTH = 8;
/** Shortest number that is looked for with blanks and dashes between its digits. */
const MIN_GROUPED_DIGITS = 6;
/** Shortest value that is looked for by default, and shortest start of one that is redacted at the end of a text that was cut. */
const MIN_LENGTH = 4;

/** Words that pages write anyway: to replace them would hide labels, and tell that a secret is one of them. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'admin administrator default demo example guest login password passwort root secret test user username welcome'.split(
    ' ',
  ),
);

/** A value as it is looked for in a folded text. */
interface Needle {
  text: string;
  isCompact: boolean;
  isWord: boolean;
}

/** Part of a text, in UTF-16 units. */
export type TextSpan = [start: number, end: number];

/**
 * Finds secrets in other text, as it reads: in any case, with invisible characters, blanks or dashes between, and as addresses,
 * scripts and headers write them. Secrets are given as values or as fingerprints.
 */
export class SecretRedactor {
  readonly #needles: readonly Needle[];
  readonly #hashed: SeededFingerprints;
  readonly #minLength: number;

  /** `minLength`: characters of the shortest value that is looked for. */
  constructor(
    values: ReadonlySet<string>,
    hashed: SeededFingerprints = { seed: 0, fingerprints: [] },
    minLength = MIN_LENGTH,
  ) {
    const needles = [...values].flatMap(encodingsOf).flatMap((one) => needleOf(one, minLength));
    this.#minLength = minLength;
    const byText = new Map(needles.map((needle) => [`${needle.isCompact} ${needle.text}`, needle]));
    this.#needles = [...byText.values()].sort((a, b) => b.text.length - a.text.length);
    this.#hashed = hashed;
  }

  /** True where there is nothing to find. */
  get isEmpty(): boolean {
    return this.#needles.length === 0 && this.#hashed.fingerprints.length === 0;
  }

  occursIn(text: string): boolean {
    return this.redact(text) !== text;
  }

  /** The text with every value replaced, and what is left of one at its end, where the text was cut. */
  redact(text: string): string {
    if (this.isEmpty || text.length < this.#minLength) return text;
    const redacted = replaceSpans(text, this.find(text), () => REDACTED_PLACEHOLDER);
    return redacted.endsWith('\u2026') ? this.#redactTruncatedEnd(redacted.slice(0, -1)) : redacted;
  }

  /** Where values are, in order. `inBoxes`: each character has a box of its own, so that words do not end. */
  find(text: string, { inBoxes = false } = {}): TextSpan[] {
    const spans: TextSpan[] = [];
    for (const isCompact of [true, false]) {
      const fold = isCompact ? compactSecret : foldSecret;
      const folded = fold(text);
      const found = [...this.#findNeedles(folded, isCompact), ...this.#findHashed(folded, isCompact)];
      if (found.length === 0) continue;
      const located = locateFolded(text, fold);
      if (located.text !== folded) return [[0, text.length]];
      for (const { at, length, isWord } of found) {
        const span: TextSpan = [located.starts[at] ?? 0, located.ends[at + length - 1] ?? 0];
        if (inBoxes || !isWord || isWholeWord(text, span)) spans.push(span);
      }
    }
    return spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  }

  *#findNeedles(
    folded: string,
    isCompact: boolean,
  ): Generator<{ at: number; length: number; isWord: boolean }> {
    for (const { text, isWord, isCompact: isOfKind } of this.#needles) {
      if (isOfKind !== isCompact) continue;
      for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + 1))
        yield { at, length: text.length, isWord };
    }
  }

  *#findHashed(
    folded: string,
    isCompact: boolean,
  ): Generator<{ at: number; length: number; isWord: boolean }> {
    const { seed, fingerprints } = this.#hashed;
    const ofKind = fingerprints.filter((one) => one.isCompact === isCompact);
    for (const length of new Set(ofKind.map((one) => one.length))) {
      const ofLength = ofKind.filter((one) => one.length === length);
      const byHash = new Map(ofLength.map((one) => [one.hash, one.isWord]));
      for (const [at, hash] of findHashed(folded, length, new Set(byHash.keys()), seed))
        yield { at, length, isWord: byHash.get(hash) ?? true };
    }
  }

  #redactTruncatedEnd(truncated: string): string {
    for (const { text, isCompact } of this.#needles) {
      const located: LocatedText = locateFolded(truncated, isCompact ? compactSecret : foldSecret);
      for (let length = Math.min(text.length - 1, located.text.length); length >= MIN_LENGTH; length--)
        if (located.text.endsWith(text.slice(0, length)))
          return `${truncated.slice(0, located.starts.at(-length))}${REDACTED_PLACEHOLDER}\u2026`;
    }
    return `${truncated}\u2026`;
  }

  /** What tells elsewhere whether a text repeats a value, for one who must not know it. */
  fingerprints(seed: number): SecretFingerprint[] {
    return this.#needles.map(({ text, isCompact, isWord }) => ({
      length: text.length,
      hash: hashSecret(text, seed),
      isCompact,
      isWord,
    }));
  }
}

/** The text with its parts replaced, of which those that overlap count as one. */
export function replaceSpans(
  text: string,
  spans: readonly TextSpan[],
  replace: (span: TextSpan) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const [start, end] of mergeSpans(spans)) {
    replaced += text.slice(at, start) + replace([start, end]);
    at = end;
  }
  return replaced + text.slice(at);
}

export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = [];
  for (const [start, end] of spans) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** As it was typed, as a paragraph shows it, in an address, in a script, in a header. */
function encodingsOf(value: string): string[] {
  const trimmed = collapseSpaces(value);
  const wellFormed = value.toWellFormed();
  const inUrl = encodeURIComponent(wellFormed);
  const inScript = JSON.stringify(value).slice(1, -1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(wellFormed.slice(0, 1_000)));
  return [value, trimmed, inUrl, inUrl.replaceAll('%20', '+'), inScript, btoa(bytes)];
}

/** Undefined for what is too short to be looked for. */
function needleOf(encoding: string, minLength: number): Needle[] {
  const compact = compactSecret(encoding);
  if (COMMON_WORDS.has(compact)) return [];
  const isNumber = /^\d+$/.test(compact);
  if (compact.length >= (isNumber ? MIN_GROUPED_DIGITS : MIN_SUBSTRING_LENGTH))
    return [{ text: compact, isCompact: true, isWord: isNumber || compact.length < MIN_SUBSTRING_LENGTH }];
  const text = foldSecret(encoding).trim();
  return text.length < minLength ? [] : [{ text, isCompact: false, isWord: true }];
}

const isWholeWord = (text: string, [start, end]: TextSpan): boolean =>
  !isWordPart(text, start - 1) && !isWordPart(text, end);

const isWordPart = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');
