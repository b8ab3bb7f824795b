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

/** Fingerprints of one kind and length. */
export interface FingerprintGroup {
  isCompact: boolean;
  length: number;
  isWordByHash: Map<number, boolean>;
  /** First halves of the hashes: they rule out nearly all places of a text. */
  halves: Set<number>;
}

export function groupFingerprints(fingerprints: readonly SecretFingerprint[]): FingerprintGroup[] {
  const groups = new Map<string, FingerprintGroup>();
  for (const { isCompact, length, hash, isWord } of fingerprints) {
    const key = `${isCompact} ${length}`;
    const group = groups.get(key) ?? { isCompact, length, isWordByHash: new Map(), halves: new Set() };
    groups.set(key, group);
    group.isWordByHash.set(hash, isWord);
    group.halves.add(Math.floor(hash / SECOND_FACTOR));
  }
  return [...groups.values()];
}

/** Where a text begins whose hash is in the group, and whether it counts as a word only (Rabin and Karp: each step is as cheap). */
export function findHashed(
  folded: string,
  { length, isWordByHash, halves }: FingerprintGroup,
  seed: number,
): [at: number, isWord: boolean][] {
  if (folded.length < length) return [];
  const found: [number, boolean][] = [];
  const [modulus] = MODULI;
  const { base, powers } = firstPowers(seed, length);
  const power = powers[length] as number;
  let half = 0;
  for (let at = 0; at < folded.length; at++) {
    const gone = at >= length ? modulus - ((folded.charCodeAt(at - length) * power) % modulus) : 0;
    half = (half * base + folded.charCodeAt(at) + gone) % modulus;
    if (at < length - 1 || !halves.has(half)) continue;
    const start = at - length + 1;
    const isWord = isWordByHash.get(hashSecret(folded.slice(start, at + 1), seed));
    if (isWord !== undefined) found.push([start, isWord]);
  }
  return found;
}

/** Of the first modulus, for the seed that was used last: each text of a page asks for the same ones. */
let lastPowers = { seed: Number.NaN, base: 0, powers: [1] };

function firstPowers(seed: number, length: number): { base: number; powers: readonly number[] } {
  const [modulus] = MODULI;
  if (lastPowers.seed !== seed) lastPowers = { seed, base: baseOf(seed, 0, modulus), powers: [1] };
  const { base, powers } = lastPowers;
  while (powers.length <= length) powers.push(((powers.at(-1) as number) * base) % modulus);
  return lastPowers;
}

/** Larger than any UTF-16 unit, and other for each seed. */
const baseOf = (seed: number, index: number, modulus: number): number =>
  65_537 + (((seed % modulus) * (40_503 + 2_654 * index) + 97) % (modulus - 65_538));
