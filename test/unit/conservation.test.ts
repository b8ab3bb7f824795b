import { expect, test } from 'vitest';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { Conservation, viewRequests } from '../support/conservation.ts';
import { el } from '../support/page.ts';
import { Random } from '../support/Random.ts';
import { randomSnapshot } from '../support/randomSnapshot.ts';
import { isLong } from '../support/scale.ts';
import { outlineOf, sceneOf } from '../support/show.ts';

/**
 * What a view does not write, it counts, in the place where it would stand, and names the call that brings it. On random
 * pages: `SIGHTLINE_DOCUMENTS` sets how many, `SIGHTLINE_SEED` the first; a failure names its seed. 500 pages have more than
 * 20,000 views; `test/browser/fuzz.test.ts` asks as many of documents that a browser has drawn.
 */
const COUNT = Number(process.env.SIGHTLINE_DOCUMENTS ?? (isLong ? 100 : 10));
const FIRST = Number(process.env.SIGHTLINE_SEED ?? 1);
/** Share of the views of a page in a short run. */
const SAMPLE = 0.25;
/** Failures are enough at that many. */
const MOST_FAILURES = 8;

test(`every element is written or counted in every view of ${COUNT} random pages from seed ${FIRST}`, () => {
  const wrong: string[] = [];
  let views = 0;
  for (let seed = FIRST; seed < FIRST + COUNT && wrong.length < MOST_FAILURES; seed++) {
    const random = new Random(seed ^ 0xc0de);
    const isSecondLook = random.chance(0.3);
    const before = isSecondLook ? randomSnapshot(seed, { changed: true }) : undefined;
    const conservation = new Conservation(randomSnapshot(seed), before);
    for (const request of viewRequests(conservation, random)) {
      if (!isLong && !random.chance(SAMPLE)) continue;
      views++;
      wrong.push(...conservation.check(request).map((what) => `SIGHTLINE_SEED=${seed}: ${what}`));
    }
  }
  console.log(`${views} views of ${COUNT} random pages: ${wrong.length} in which an element is lost`);
  expect(wrong.slice(0, MOST_FAILURES)).toEqual([]);
  if (isLong && !process.env.SIGHTLINE_DOCUMENTS) expect(views).toBeGreaterThanOrEqual(4_000);
});

const mail = (i: number): ReturnType<typeof el> =>
  el('div', { role: 'option' }, el('b', {}, `From ${i}`), el('span', {}, ' Subject'), el('i', {}, ' Mon'));

test('the options that a list box folds are counted in a line of their own', () => {
  const facts = { role: 'listbox', flags: Flag.TabIndex, attributes: { 'aria-label': 'Mails' } };
  const mails = Array.from({ length: 12 }, (_, i) => mail(i));
  expect(outlineOf([el('main', {}, el('div', facts, ...mails))])).toEqual([
    'MAIN:',
    ' [1]<div "Mails"> [2]<div>From 0 Subject Mon [3]<div>From 1 Subject Mon [4]<div>From 2 Subject Mon',
    ' (9 more items like these: get_region MAIN full)',
  ]);
});

test('a fold that a budget leaves out is counted by its elements', () => {
  const row = (i: number): ReturnType<typeof el> =>
    el('tr', {}, el('td', {}, el('a', {}, `A${i}`)), el('td', {}, el('a', {}, `B${i}`)));
  const table = el('table', {}, ...Array.from({ length: 20 }, (_, i) => row(i)));
  const main = el('main', {}, el('p', {}, 'Words '.repeat(30)), table);
  expect(outlineOf([main], { maxTokens: 60 }).at(-1)).toMatch(
    /^ ?(?:MAIN )?\(40 (?:more )?elements: get_region MAIN full\)$/,
  );
});

test('a line that is cut is read on with the tokens that it takes', () => {
  const links = Array.from({ length: 40 }, (_, i) => [el('a', {}, `Link number ${i}`), ' ']).flat();
  const page = [el('main', {}, el('p', {}, ...links))];
  const cut = renderRegion(sceneOf(page, { maxTokens: 80 }), 'MAIN').text;
  const call = /\((\d+) more elements: get_region MAIN content=full from=1 max_tokens=(\d+)\)$/.exec(cut);
  const written = cut.match(/\[\d+\]<a>/g)?.length ?? 0;
  expect(Number(call?.[1]) + written).toBe(40);
  const whole = renderRegion(sceneOf(page, { maxTokens: Number(call?.[2]) }), 'MAIN').text;
  expect(whole).toContain('Link number 39');
});

test('a region that can be used itself has its number in its own view', () => {
  const region = el(
    'section',
    { role: 'region', name: 'Board', flags: Flag.Listener | Flag.Pointer },
    el('p', {}, 'Words'),
  );
  const { text } = renderRegion(sceneOf([region]), 'REGION:Board');
  expect(text).toBe('REGION:Board (1 element):\n REGION: "Board" [1]\n  Words');
});
