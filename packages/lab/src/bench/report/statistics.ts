/** Two-sided 95 %. */
const Z = 1.959964;

export interface Interval {
  low: number;
  high: number;
}

/** The Wilson score interval of a rate, 95 %: sound for few trials, and for rates of 0 and 1. */
export function wilsonInterval(passed: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = passed / trials;
  const z2 = Z * Z;
  const middle = (rate + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (Z * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials))) / (1 + z2 / trials);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Linear between the two nearest; `part` from 0 to 1. NaN for none. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * fraction;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEED = 20_261_122;
const RESAMPLES = 5_000;

/**
 * The 95 % interval of a mean by the percentile bootstrap, seeded. Hand in one value a task: trials of one task hang
 * together.
 */
export function bootstrapInterval(values: readonly number[], seed = SEED): Interval {
  if (values.length === 0) return { low: Number.NaN, high: Number.NaN };
  const random = randomFrom(seed);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  });
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

/** Pairs up to which every pattern of signs is counted. */
const MAX_EXACT_PAIRS = 16;
const SAMPLES = 20_000;

/**
 * How likely differences of pairs are to be as far from 0 as these if it were chance alone which of the two is which:
 * all patterns of signs for few pairs, else a seeded sample. Of passes and failures (-1, 0, 1) this is McNemar's
 * exact test, and is reckoned as such.
 */
export function signFlipTest(differences: readonly number[], seed = SEED): number {
  const nonZero = differences.filter((difference) => difference !== 0);
  if (nonZero.length === 0) return 1;
  if (nonZero.every((difference) => Math.abs(difference) === 1))
    return mcnemarTest(nonZero.filter((difference) => difference > 0).length, nonZero.length);
  const observed = Math.abs(nonZero.reduce((sum, one) => sum + one, 0)) - 1e-9;
  return nonZero.length <= MAX_EXACT_PAIRS
    ? exactPatterns(nonZero, observed)
    : samplePatterns(nonZero, observed, seed);
}

/** McNemar's exact test: of `moved` pairs that differ, `up` differ in one direction. */
export function mcnemarTest(up: number, pairs: number): number {
  const few = Math.min(up, pairs - up);
  let tail = 0;
  let combinations = 1;
  for (let k = 0; k <= few; k++) {
    tail += combinations * 0.5 ** pairs;
    combinations = (combinations * (pairs - k)) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

function exactPatterns(values: readonly number[], observed: number): number {
  const patterns = 2 ** values.length;
  let extremeCount = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    const sum = values.reduce((all, value, i) => all + (pattern & (1 << i) ? value : -value), 0);
    if (Math.abs(sum) >= observed) extremeCount++;
  }
  return extremeCount / patterns;
}

function samplePatterns(values: readonly number[], observed: number, seed: number): number {
  const random = randomFrom(seed);
  let extremeCount = 1;
  for (let draw = 0; draw < SAMPLES; draw++) {
    let sum = 0;
    for (const value of values) sum += random() < 0.5 ? value : -value;
    if (Math.abs(sum) >= observed) extremeCount++;
  }
  return extremeCount / (SAMPLES + 1);
}

/** Holm's correction of the chances of several tests that are made at once, in their order. */
export function holmCorrection(chances: readonly number[]): number[] {
  const order = chances.map((chance, at) => ({ chance, at })).sort((a, b) => a.chance - b.chance);
  const corrected = new Array<number>(chances.length).fill(1);
  let highest = 0;
  for (const [rank, { chance, at }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, chance * (chances.length - rank)));
    corrected[at] = highest;
  }
  return corrected;
}
