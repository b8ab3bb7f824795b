import { expect, test } from 'vitest';
import { StringTable } from '../../packages/sightline/src/injected/capture/StringTable.ts';
import { Random } from '../support/Random.ts';

test('equal strings have one index, others another, in the order in which they came', () => {
  const random = new Random(1);
  const table = new StringTable();
  const known = new Map([['', 0]]);
  for (let i = 0; i < 20_000; i++) {
    const text = random.below(3) === 0 ? '' : `Order ${random.below(5_000)}`.slice(random.below(7));
    if (!known.has(text)) known.set(text, known.size);
    expect(table.add(text)).toBe(known.get(text));
  }
  expect(table.all).toEqual([...known.keys()]);
});

test('strings that a page has chosen to have one hash find their place as well', () => {
  const table = new StringTable();
  const texts = collidingTexts();
  expect(texts).toHaveLength(1_024);
  const indexes = texts.map((text) => table.add(text));
  expect(indexes).toEqual(texts.map((_, i) => i + 1));
  expect(texts.map((text) => table.add(text))).toEqual(indexes);
  expect(table.all).toEqual(['', ...texts]);
});

const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** All ways through ten pairs of two units each, of which both lead from one hash of FNV-1a to the same next. */
function collidingTexts(): string[] {
  let [texts, hash] = [[''], 0x811c9dc5];
  for (let level = 0; level < 10; level++) {
    const pair = collidingPair(hash);
    texts = texts.flatMap((text) => pair.map((end) => text + end));
    for (let i = 0; i < 2; i++) hash = step(hash, (pair[0] as string).charCodeAt(i));
  }
  return texts;
}

/** Where two first units leave the same upper half, second ones that take back the lower half leave the same hash. */
function collidingPair(hash: number): string[] {
  const byUpper = new Map<number, string>();
  for (let unit = 0; unit < 0x10000; unit++) {
    const next = step(hash, unit);
    const text = String.fromCharCode(unit, next & 0xffff);
    const other = byUpper.get(next >>> 16);
    if (other !== undefined) return [other, text];
    byUpper.set(next >>> 16, text);
  }
  throw new Error('no pair');
}
