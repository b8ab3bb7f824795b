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

/** 53 bits of a text, which depend on the seed. */
export function hashText(text: string, seed: number): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
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
