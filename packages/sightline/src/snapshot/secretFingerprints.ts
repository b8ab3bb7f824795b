import { hashText } from './hashText.ts';
import { REDACTED_PLACEHOLDER } from './urls/redactUrl.ts';

/** A secret as a number that is made of it, by which it is found in a text and cannot be read. */
export interface SecretFingerprint {
  /** Its length in UTF-16 units. */
  length: number;
  hash: number;
  /** It counts only where no letter or digit is beside it. */
  isWord: boolean;
  /** Digits, which spaces and hyphens may stand between. */
  isDigits: boolean;
}

/** The text with every secret replaced whose fingerprint is given, made with the same seed. */
export function redactByFingerprints(
  text: string,
  fingerprints: readonly SecretFingerprint[],
  seed: number,
): string {
  const sorted = [...fingerprints].sort((a, b) => b.length - a.length);
  let redacted = '';
  for (let at = 0; at < text.length; ) {
    const end = endOfSecret(text, at, sorted, seed);
    redacted += end === undefined ? text[at] : REDACTED_PLACEHOLDER;
    at = end ?? at + 1;
  }
  return redacted;
}

function endOfSecret(
  text: string,
  at: number,
  fingerprints: readonly SecretFingerprint[],
  seed: number,
): number | undefined {
  const hashes = new Map<string, number>();
  for (const { length, hash, isWord, isDigits } of fingerprints) {
    const end = isDigits ? endOfDigits(text, at, length) : at + length;
    if (end === undefined || end > text.length) continue;
    if (isWord && (isWordPart(text, at - 1) || isWordPart(text, end))) continue;
    const key = `${isDigits} ${length}`;
    const known =
      hashes.get(key) ?? hashText(isDigits ? plainDigits(text.slice(at, end)) : text.slice(at, end), seed);
    hashes.set(key, known);
    if (known === hash) return end;
  }
  return undefined;
}

/** Where so many digits end that begin there. */
function endOfDigits(text: string, at: number, count: number): number | undefined {
  const [found] = new RegExp(`^\\d(?:[\\s-]?\\d){${count - 1}}`).exec(text.slice(at, at + 2 * count)) ?? [];
  return found === undefined ? undefined : at + found.length;
}

const plainDigits = (text: string): string => text.replace(/[\s-]/g, '');

const isWordPart = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');
