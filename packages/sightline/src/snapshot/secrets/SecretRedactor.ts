import { REDACTED_PLACEHOLDER, safeDecode } from '../urls/redactUrl.ts';
import { encodingsOf } from './encodingsOf.ts';
import { compactSecret, foldSecret, type LocatedText, locateFolded } from './foldSecret.ts';
import {
  type FingerprintGroup,
  findHashed,
  groupFingerprints,
  hashSecret,
  type SecretFingerprint,
  type SeededFingerprints,
} from './secretFingerprints.ts';

/** Below this length a value is looked for as a whole word only: it may be a part of unrelated words. */
const MIN_SUBSTRING_LENGTH = 8;
/** The same of a value of letters and digits, which is a part of hardly any word. */
const MIN_DRAWN_LENGTH = 5;
/** Shortest number that is looked for with blanks and dashes between its digits. */
const MIN_GROUPED_DIGITS = 6;
/** Shortest value that is looked for by default, and shortest beginning of one. */
const MIN_LENGTH = 4;

/** Words that pages write anyway: to replace them would hide labels, and reveal that a secret is one of them. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'admin administrator default demo example guest login password passwort root secret test user username welcome'.split(
    ' ',
  ),
);

/** Shortest text that we cut: the names of classes. */
const MIN_CUT_LENGTH = 100;
/** What parts the words of texts and the parts of addresses. */
const WORD_END = /[\s/?&=#,;:"'()<>[\]{}|]/;
/** What parts addresses, kept by `split`. */
const PART_OF_ADDRESS = /([\s"'<>/?&=#;,]+)/;
const MAX_WORD_LENGTH = 20;
/** Longest text that is looked for as a part of a value. */
const MAX_PART_LENGTH = 100;
/** How often a text in an address is escaped: in one that is a part of a part of another. */
const MAX_ESCAPES = 3;
/** Characters of a text that was cut which may be the beginning of a secret of several words, and as many again for a longer one. */
const CUT_STEP = 64;

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
  readonly #seed: number;
  readonly #hashed: readonly FingerprintGroup[];
  /** Whether compact, of those that are looked for: a text is folded for each. */
  readonly #kinds: readonly boolean[];
  readonly #minLength: number;
  /** Length of the longest value of several words. */
  readonly #longestPhrase: number;
  /** What parts words of which none is a part of a value alone. */
  readonly #wordEnd: RegExp;

  /** `minLength`: characters of the shortest value that is looked for. */
  constructor(
    values: ReadonlySet<string>,
    hashed: SeededFingerprints = { seed: 0, fingerprints: [] },
    minLength = MIN_LENGTH,
  ) {
    const needles = [...values].flatMap(encodingsOf).flatMap((one) => needleOf(one, minLength));
    this.#minLength = minLength;
    const trimmed = Array.from(values, (value) => value.trim());
    this.#longestPhrase = Math.max(0, ...trimmed.map((value) => (/\s/.test(value) ? value.length : 0)));
    this.#wordEnd = trimmed.some((value) => WORD_END.test(value)) ? /\s/ : WORD_END;
    const byText = new Map(needles.map((needle) => [`${needle.isCompact} ${needle.text}`, needle]));
    this.#needles = [...byText.values()].sort((a, b) => b.text.length - a.text.length);
    this.#seed = hashed.seed;
    this.#hashed = groupFingerprints(hashed.fingerprints);
    const all = [...this.#needles, ...hashed.fingerprints];
    this.#kinds = [true, false].filter((kind) => all.some(({ isCompact }) => isCompact === kind));
  }

  /** True where there is nothing to find. */
  get isEmpty(): boolean {
    return this.#kinds.length === 0;
  }

  occursIn(text: string): boolean {
    return !this.isEmpty && text.length >= this.#minLength && this.find(text).length > 0;
  }

  /** Whether a text is a part of a value that is known; fingerprints have no parts. */
  isPart(text: string): boolean {
    if (this.#needles.length === 0 || text.length > MAX_PART_LENGTH) return false;
    const parts = { true: compactSecret(text), false: foldSecret(text).trim() };
    return (
      parts.true !== '' &&
      this.#needles.some(({ text: value, isCompact }) => value.includes(parts[`${isCompact}`]))
    );
  }

  /**
   * Whether some of these texts spell a value that is known, in their order, whatever stands between; else in any order, each as
   * often as it takes. Fingerprints have no parts.
   */
  isSpelledBy(texts: readonly string[], { inOrder }: { inOrder: boolean }): boolean {
    const parts = texts.filter((text) => this.isPart(text));
    return this.#needles.some(({ text: value, isCompact }) => {
      const folded = parts.map((part) => (isCompact ? compactSecret(part) : foldSecret(part).trim()));
      /** Characters of the value that are spelled so far. */
      const reached = new Set([0]);
      for (let before = 0; before < reached.size && !reached.has(value.length); ) {
        before = inOrder ? value.length + 1 : reached.size;
        for (const part of folded)
          for (const at of [...reached]) if (value.startsWith(part, at)) reached.add(at + part.length);
      }
      return reached.has(value.length);
    });
  }

  /**
   * The text with every value replaced, and without what may be left of one at its end, where the text was cut. Whether it is one is
   * not asked: who writes a beginning and an ellipsis would learn it letter by letter.
   */
  redact(text: string): string {
    if (this.isEmpty || text.length < this.#minLength) return text;
    const found = replaceSpans(text, this.find(text), () => REDACTED_PLACEHOLDER);
    const redacted = found.includes('%') ? this.#redactEscaped(found) : found;
    const isCut = text.length >= MIN_CUT_LENGTH && redacted.endsWith('\u2026');
    return isCut ? `${this.#withoutCutEnd(redacted.slice(0, -1))}\u2026` : redacted;
  }

  /** Without the parts of addresses that read as a value once they are decoded, whatever of it is escaped. */
  #redactEscaped(text: string): string {
    const parts = text.split(PART_OF_ADDRESS);
    return parts.map((part) => (this.#isEscaped(part) ? REDACTED_PLACEHOLDER : part)).join('');
  }

  /** Also within an address that is a part of another. */
  #isEscaped(part: string): boolean {
    let text = part;
    for (let depth = 0; depth < MAX_ESCAPES && /%[\da-f]{2}/i.test(text); depth++) {
      text = safeDecode(text);
      if (this.find(text).length > 0) return true;
    }
    return false;
  }

  /** The same of a text that its page was still writing, or that was cut without a sign of it. */
  redactUnfinished(text: string): string {
    if (this.isEmpty) return text;
    const redacted = replaceSpans(text, this.find(text), () => REDACTED_PLACEHOLDER);
    const left = this.#withoutCutEnd(redacted);
    return left === redacted ? redacted : `${left}\u2026`;
  }

  /**
   * The text without values, and without each beginning of one that ends with a word, and each end that begins with one: a page that
   * leads the keys to another field has that there.
   */
  redactBeginnings(text: string): string {
    if (this.isEmpty || text.length < this.#minLength) return text;
    return replaceSpans(text, this.#findBeginnings(text), () => REDACTED_PLACEHOLDER);
  }

  /** Where values are, in order. `inBoxes`: each character has a box of its own, so that words do not end. */
  find(text: string, { inBoxes = false } = {}): TextSpan[] {
    const spans: TextSpan[] = [];
    for (const isCompact of this.#kinds) {
      const fold = isCompact ? compactSecret : foldSecret;
      const folded = fold(text);
      const found = [...this.#findNeedles(folded, isCompact), ...this.#findHashed(folded, isCompact)];
      if (found.length === 0) continue;
      const located = locateFolded(text, fold);
      if (located.text !== folded) return [[0, text.length]];
      const places = found.map(
        ({ at, length }): TextSpan => [located.starts[at] ?? 0, located.ends[at + length - 1] ?? 0],
      );
      const chains = chainSpans(places);
      for (const [i, { isWord }] of found.entries()) {
        const place = places[i] as TextSpan;
        if (inBoxes || !isWord || isWholeWord(text, place, chains[i] as TextSpan)) spans.push(place);
      }
    }
    return spans.sort(bySpan);
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
    for (const group of this.#hashed)
      if (group.isCompact === isCompact)
        for (const [at, isWord] of findHashed(folded, group, this.#seed))
          yield { at, length: group.length, isWord };
  }

  /**
   * Without what may be the beginning of a value, by what values there are and how the text looks, never by whether it is one: a last word
   * that may be drawn by chance (it has a digit, or more letters than a word has), and where values have several words, as much as these.
   */
  #withoutCutEnd(truncated: string): string {
    let start = truncated.length;
    if (this.#longestPhrase > 0) start -= CUT_STEP * Math.ceil(this.#longestPhrase / CUT_STEP);
    while (start > 0 && !this.#wordEnd.test(truncated[start - 1] as string)) start--;
    const before = truncated.slice(0, Math.max(0, start));
    const last = truncated.slice(before.length);
    const mayBeDrawn = this.#longestPhrase > 0 || last.length > MAX_WORD_LENGTH || /\d/.test(last);
    return mayBeDrawn ? before : truncated;
  }

  #findBeginnings(text: string): TextSpan[] {
    const spans: TextSpan[] = [];
    for (const isCompact of [true, false]) {
      const located = locateFolded(text, isCompact ? compactSecret : foldSecret);
      for (const needle of this.#needles)
        if (needle.isCompact === isCompact)
          spans.push(...beginningsIn(text, located, needle.text), ...endsIn(text, located, needle.text));
    }
    return spans;
  }

  /** What shows elsewhere whether a text repeats a value, for one who must not know it. */
  fingerprints(seed: number): SecretFingerprint[] {
    return this.#needles.map(({ text, isCompact, isWord }) => ({
      length: text.length,
      hash: hashSecret(text, seed),
      isCompact,
      isWord,
    }));
  }
}

const bySpan = (a: TextSpan, b: TextSpan): number => a[0] - b[0] || b[1] - a[1];

/** Of each all that it is a part of with those that it touches: a number that is written twice is a part of no other. */
function chainSpans(spans: readonly TextSpan[]): TextSpan[] {
  const sorted = [...spans].sort(bySpan);
  const starts = new Map<number, number>();
  for (const [start, end] of sorted)
    starts.set(end, Math.min(starts.get(end) ?? start, starts.get(start) ?? start));
  const ends = new Map<number, number>();
  for (const [start, end] of sorted.reverse())
    ends.set(start, Math.max(ends.get(start) ?? end, ends.get(end) ?? end));
  return spans.map(([start, end]) => [starts.get(start) ?? start, ends.get(end) ?? end]);
}

/** Where the beginnings of a value are, each up to the last end of a word in it: the next one may go on as the value does. */
function* beginningsIn(text: string, located: LocatedText, value: string): Generator<TextSpan> {
  const { text: folded, starts, ends } = located;
  const start = value.slice(0, MIN_LENGTH);
  for (let at = folded.indexOf(start); at >= 0; at = folded.indexOf(start, at + 1)) {
    let length = start.length;
    while (length < value.length && folded[at + length] === value[length]) length++;
    while (length >= start.length && isWordPart(text, ends[at + length - 1] ?? 0)) length--;
    if (length >= start.length) yield [starts[at] ?? 0, ends[at + length - 1] ?? 0];
  }
}

/** Where the ends of a value are that are no common words, each from the first beginning of a word in it. */
function* endsIn(text: string, located: LocatedText, value: string): Generator<TextSpan> {
  const { text: folded, starts, ends } = located;
  const end = value.slice(-MIN_LENGTH);
  for (let at = folded.indexOf(end); at >= 0; at = folded.indexOf(end, at + 1)) {
    const until = at + end.length;
    let length = end.length;
    while (length < value.length && folded[until - length - 1] === value.at(-length - 1)) length++;
    while (length >= end.length && isWordPart(text, (starts[until - length] ?? 0) - 1)) length--;
    const span: TextSpan = [starts[until - length] ?? 0, ends[until - 1] ?? 0];
    const isFound = length >= end.length && !COMMON_WORDS.has(value.slice(-length));
    if (isFound && !isWordPart(text, span[1])) yield span;
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

/** A part of a text that spells a value, with other texts or alone. */
export interface SecretPart {
  span: TextSpan;
  /** Whether the value begins with it. */
  isFirst: boolean;
}

/** The text without these parts, with one placeholder where a value begins. */
export function redactParts(text: string, parts: readonly SecretPart[]): string {
  const begins = parts.filter(({ isFirst }) => isFirst).map(({ span }) => span[0]);
  return replaceSpans(
    text,
    parts.map(({ span }) => span),
    ([start, end]) => (begins.some((at) => at >= start && at < end) ? REDACTED_PLACEHOLDER : ''),
  );
}

/** In their order, those that overlap as one. */
export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = [];
  for (const [start, end] of [...spans].sort(bySpan)) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Empty for what is too short to be looked for. */
function needleOf(encoding: string, minLength: number): Needle[] {
  const compact = compactSecret(encoding);
  if (COMMON_WORDS.has(compact)) return [];
  const isNumber = /^\d+$/.test(compact);
  if (compact.length >= (isNumber ? MIN_GROUPED_DIGITS : MIN_SUBSTRING_LENGTH)) {
    const isWord = isNumber || compact.length < MIN_SUBSTRING_LENGTH;
    return [{ text: compact, isCompact: true, isWord }];
  }
  const text = foldSecret(encoding).trim();
  if (text.length < minLength) return [];
  const isDrawn = text.length >= MIN_DRAWN_LENGTH && /\p{L}/u.test(text) && /\p{N}/u.test(text);
  return [{ text, isCompact: false, isWord: !isDrawn }];
}

/** `chain`: with those that it touches. */
function isWholeWord(text: string, place: TextSpan, [start, end]: TextSpan): boolean {
  const isPart = isLongNumber(text.slice(...place)) ? isDigit : isWordPart;
  return !isPart(text, start - 1) && !isPart(text, end);
}

/** One that is a part of hardly any word, if not of a longer number. */
const isLongNumber = (text: string): boolean =>
  !/\p{L}/u.test(text) && (text.match(/\p{N}/gu)?.length ?? 0) >= MIN_GROUPED_DIGITS;

const isDigit = (text: string, at: number): boolean => /\p{N}/u.test(text[at] ?? '');

const isWordPart = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');
