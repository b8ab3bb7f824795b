/** A secret as a number that is made of it, by which it is found in a text and cannot be read. */
export interface SecretFingerprint {
  /** Its length in UTF-16 units, folded. */
  length: number;
  hash: number;
  /** Blanks and dashes are left out of the text in which it is looked for. */
  isCompact: boolean;
  /** It counts only where no letter or digit is beside it. */
  isWord: boolean;
}

/** What texts are compared with; fingerprints of another seed find nothing. */
export interface SeededFingerprints {
  seed: number;
  fingerprints: readonly SecretFingerprint[];
}

/** The largest primes below 2^26: a product of two remainders is exact. */
const MODULI = [67_108_859, 67_108_837] as const;
const SECOND_FACTOR = 2 ** 26;

/** 52 bits, which depend on the seed (a whole number below 2^31). */
export function hashSecret(folded: string, seed: number): number {
  const [high, low] = MODULI.map((modulus, i) => {
    const base = baseOf(seed, i, modulus);
    let hash = 0;
    for (let at = 0; at < folded.length; at++) hash = (hash * base + folded.charCodeAt(at)) % modulus;
    return hash;
  }) as [number, number];
  return high * SECOND_FACTOR + low;
}

/** Where any text of that length begins whose hash is one of those, and that hash (Rabin and Karp: each step is as cheap). */
export function findHashed(
  folded: string,
  length: number,
  hashes: ReadonlySet<number>,
  seed: number,
): [at: number, hash: number][] {
  if (folded.length < length) return [];
  const found: [number, number][] = [];
  const [m1, m2] = MODULI;
  const [b1, b2] = [baseOf(seed, 0, m1), baseOf(seed, 1, m2)];
  const [p1, p2] = [power(b1, length, m1), power(b2, length, m2)];
  let [h1, h2] = [0, 0];
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    const gone = at >= length ? folded.charCodeAt(at - length) : 0;
    h1 = (h1 * b1 + code + (m1 - ((gone * p1) % m1))) % m1;
    h2 = (h2 * b2 + code + (m2 - ((gone * p2) % m2))) % m2;
    const hash = h1 * SECOND_FACTOR + h2;
    if (at >= length - 1 && hashes.has(hash)) found.push([at - length + 1, hash]);
  }
  return found;
}

/** Larger than any UTF-16 unit, and other for each seed. */
const baseOf = (seed: number, index: number, modulus: number): number =>
  65_537 + (((seed % modulus) * (40_503 + 2_654 * index) + 97) % (modulus - 65_538));

function power(base: number, exponent: number, modulus: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result = (result * base) % modulus;
  return result;
}
