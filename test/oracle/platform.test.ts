import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../support/Random.ts';
import { isLong } from '../support/scale.ts';
import { isFull } from './oraclePages.ts';
import { CLICKS, DOCUMENTS, FAMILIES, READING } from './platform/allCases.ts';
import { newerStyles } from './platform/featureCases.ts';
import { PLAIN, PlatformBrowser, type Surroundings, type Verdict } from './platform/PlatformBrowser.ts';
import { writeSection } from './writeSection.ts';

/**
 * What Chromium can draw, in every script and on every device: small pages, each with a declared truth, which pixels and real
 * events check. A page of its own for each family, once in each of several surroundings.
 */
const SURROUNDINGS: Surroundings[] = [
  PLAIN,
  { name: 'dark', context: { colorScheme: 'dark' } },
  { name: 'right to left', root: 'dir=rtl' },
  { name: 'vertical-rl', root: 'style="writing-mode:vertical-rl"' },
  { name: 'device scale 3', context: { deviceScaleFactor: 3 } },
  { name: 'page scale 2', pageScale: 2 },
  { name: 'in a transparent frame', inFrame: true },
];

/** Whether all cases are asked; in `npm run oracle` each in every surroundings. */
const isWhole = isLong || isFull;
const EACH = isFull ? SURROUNDINGS : SURROUNDINGS.slice(0, 1);

/** Of the `oracle` project. */
const QUICK_DOCUMENTS =
  /^(?:meta dark|frame lets dark through|right to left|wide table, right to left|vertical-rl|above a modal dialog|modern: button of a toast above a modal dialog|modern: white behind everything|newer: tip that would run out of the window)$/;
const QUICK_READING =
  /^(?:order, right to left|row-reverse|grid areas|list in a list|list of links|counter that is reset|own numbers: sums|fresh: (?:list that counts by two|items in an order)|fraction of sums|override by a style|details that show|modern: (?:marker|quotation|buttons and markers)|newer: (?:internals named|label|button that))/;
const QUICK_CLICKS =
  /^(?:phone, wider than its screen|phone, page scale 2|page that snaps, page scale 2|frame in a turned frame|frame at the right edge, page scale 2|modern: slides that snap)$/;

/** Of the words of all families and surroundings, the share that may be shown otherwise than they are seen. */
const MOST = 0.02;

let browser: PlatformBrowser;
beforeAll(async () => {
  browser = await PlatformBrowser.open();
});
afterAll(() => browser.close());

test('a word is shown where a person sees it, and nowhere else', async () => {
  const verdicts: Verdict[] = [];
  for (const around of isWhole ? SURROUNDINGS : SURROUNDINGS.slice(0, 1))
    for (const [family, cases] of FAMILIES)
      verdicts.push(...(await browser.judgeFamily(family, cases, around)));
  report('words', verdicts);
  expect(verdicts.filter(({ wrong }) => wrong === 'declared')).toEqual([]);
  const wrong = verdicts.filter((one) => one.wrong);
  expect(wrong.length, list(wrong)).toBeLessThanOrEqual(MOST * verdicts.length);
  const unknown = wrong.filter(({ known }) => !known);
  expect(unknown, list(unknown)).toEqual([]);
});

/** Pages of words in styles drawn by chance, each word in up to three. */
const RANDOM_PAGES = 10;
const WORDS = 60;
/** Of these, the share that may be shown otherwise: of two styles that work on each other one may be misread. */
const MOST_RANDOM = 0.05;
/** What is painted besides the words, or in their place. */
const PAINTS_MORE = /text-security|text-decoration|text-emphasis|outline/;

if (isWhole)
  test('and so it is in random styles', async () => {
    const verdicts: Verdict[] = [];
    for (let seed = 1; seed <= RANDOM_PAGES; seed++) {
      const random = new Random(seed);
      const styles = newerStyles.filter((one) => !PAINTS_MORE.test(one));
      const style = (): string =>
        Array.from({ length: 1 + random.below(3) }, () => random.oneOf(styles)).join(';');
      const cases = Array.from({ length: WORDS }, () => ({
        html: `<div style="${style()}"><b style="${style()}">§</b></div>`,
      }));
      verdicts.push(...(await browser.judgeFamily(`seed ${seed}`, cases, PLAIN)));
    }
    report('random', verdicts);
    const wrong = verdicts.filter((one) => one.wrong);
    expect(wrong.length / verdicts.length, list(wrong)).toBeLessThanOrEqual(MOST_RANDOM);
  });

test('and so it is in documents of every colour scheme and writing mode', async () => {
  const verdicts: Verdict[] = [];
  for (const one of DOCUMENTS.filter(({ name }) => isWhole || QUICK_DOCUMENTS.test(name)))
    for (const around of EACH) verdicts.push(...(await browser.judgeDocument(one, around)));
  report('documents', verdicts);
  const wrong = verdicts.filter((one) => one.wrong && !one.known);
  expect(wrong, list(wrong)).toEqual([]);
});

test('words, numbers and formulas are shown as they are read', async () => {
  const verdicts: Verdict[] = [];
  for (const one of READING.filter(({ name }) => isWhole || QUICK_READING.test(name)))
    for (const around of EACH) verdicts.push(await browser.judgeReading(one, around));
  report('reading', verdicts);
  const wrong = verdicts.filter((one) => one.wrong && !one.known);
  expect(wrong, list(wrong)).toEqual([]);
});

test('a click reaches what it names, on every screen', async () => {
  const verdicts: Verdict[] = [];
  for (const one of CLICKS.filter(({ name }) => isWhole || QUICK_CLICKS.test(name)))
    for (const around of EACH) verdicts.push(...(await browser.judgeClicks(one, around)));
  report('clicks', verdicts);
  const wrong = verdicts.filter((one) => one.wrong && !one.known);
  expect(wrong, list(wrong)).toEqual([]);
});

const list = (verdicts: Verdict[]): string =>
  verdicts
    .map(
      ({ name, wrong, detail = '', known }) => `- ${wrong}: ${name} ${detail}${known ? ` (${known})` : ''}`,
    )
    .join('\n');

function report(kind: string, verdicts: Verdict[]): void {
  const wrong = verdicts.filter((one) => one.wrong);
  const line = `${kind}: ${verdicts.length} cases, ${verdicts.length - wrong.length} right, ${wrong.length} wrong.`;
  writeSection(`platform-${kind}`, `## Platform, ${line}\n\n${list(wrong)}`);
  if (process.env.SIGHTLINE_PLATFORM) console.log(`${line}\n${list(wrong)}`);
}
