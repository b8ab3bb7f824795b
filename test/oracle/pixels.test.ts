import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomDocument } from '../support/randomDocument.ts';
import { isLong } from '../support/scale.ts';
import { OracleBrowser } from './OracleBrowser.ts';
import { chosenPages, isFull, isKept, type OraclePage } from './oraclePages.ts';
import { comparePixels, type Finding, type PixelResult } from './pixels/Comparison.ts';
import { exceptionFor } from './pixels/exceptions.ts';
import { trapPages } from './pixels/trapPages.ts';
import { percent, writeSection } from './writeSection.ts';

/**
 * An element is there for a person exactly if hiding it changes pixels. Ghost: Sightline shows it, and hiding
 * it changes none. Miss: hiding it does, a click reaches it, and Sightline shows neither it nor what stands
 * for it. See `findCandidates` for what is asked, `isTargetOfItsOwn` for what is not.
 */
const SEED = 20_260_101;
/** Shown elements a page, and as many that are left out. */
const SAMPLE = Number(process.env.SIGHTLINE_ORACLE_SAMPLE ?? (isFull ? 30 : 4));
const TRAP_SAMPLE = isFull ? 200 : 2;
/** Pages of the `oracle` project. */
const QUICK = /^(?:hidden|overlays|scrollers)$/;
const LONG = /^(?:frames|hidden|overlays|scrollers|sb-admin-2\/index|application)$/;
const QUICK_TRAPS = /^(?:clipping|painting|forms)$/;
const LONG_TRAPS = /^(?:clipping|painting|forms|stretched|scrollers|fixed footer)$/;
const RANDOM_SAMPLE = 40;
/** Of what is shown, and of all that was checked. */
const MOST = 0.005;
/** Of documents of which no two parts fit together. */
const MOST_RANDOM = 0.03;

let browser: OracleBrowser;
beforeAll(async () => {
  browser = await OracleBrowser.open();
});
afterAll(() => browser.close());

test('what changes pixels is shown, and nothing else: pages as they are made', async () => {
  const pages = chosenPages(QUICK, LONG);
  const { results, unfinished } = await compareAll(pages, SAMPLE);
  writeSection('pixels', sectionOf('Pixels', results, unfinished));
  expect(unfinished).toEqual([]);
  if (results.length === 0) return;
  const { shown, checked, ghosts, misses } = summaryOf(results);
  if (isFull && !process.env.SIGHTLINE_ORACLE_ONLY && !process.env.SIGHTLINE_ORACLE_PAGES)
    expect(checked).toBeGreaterThanOrEqual(1_000);
  expect(ghosts.length / shown, listFindings(ghosts)).toBeLessThanOrEqual(MOST);
  expect(misses.length / checked, listFindings(misses)).toBeLessThanOrEqual(MOST);
});

test('and on pages made to mislead, but for what is known', async () => {
  const names = Object.keys(trapPages).filter((name) =>
    isFull ? isKept(`traps/${name}`) : (isLong ? LONG_TRAPS : QUICK_TRAPS).test(name),
  );
  const { results, unfinished } = await compareAll(names.map(trapPage), TRAP_SAMPLE);
  writeSection('pixels-traps', sectionOf('Pixels, on pages made to mislead', results));
  const unknown = results.flatMap(({ findings }) => findings).filter((finding) => !exceptionFor(finding));
  expect(unknown, listFindings(unknown)).toEqual([]);
  expect(unfinished).toEqual([]);
});

test('the judge turns the wheel where a script scrolls, and scrollers in an element; it fades what has no box', async () => {
  const links = Array.from({ length: 9 }, (_, i) => `<p><a href=#${i}>Link ${i}</a></p>`).join('');
  const page: OraclePage = {
    name: 'judged',
    path: '/pages/modal.html',
    prepare: (page) =>
      page.setContent(`<!doctype html><div id=menu style="height:90px;overflow:hidden">${links}</div>
        <a href=# style="display:contents"><input autofocus aria-label=Focused></a>
        <a href=#in><ul style="overflow:auto;height:20px;margin:9px"><canvas></canvas>Words</ul></a>
        <label>Name <input style="visibility:hidden;width:90px"></label>
        <a href=#by><marquee behavior=alternate direction=right style="width:3000px;margin-left:-2000px">Wandering</marquee></a>
        <script>menu.scrollTop = 60; menu.onwheel = (event) => { menu.scrollTop += event.deltaY; }; document.querySelector('input').focus()</script>`),
  };
  const [result] = (await compareAll([page], RANDOM_SAMPLE)).results;
  expect(result?.shownChecked).toBe(13);
  expect(result?.findings).toMatchObject([{ kind: 'restless', element: expect.stringContaining('#by') }]);
});

/** Random documents, from this seed; the `oracle` project asks none of them. */
const DOCUMENTS = Number(process.env.SIGHTLINE_DOCUMENTS ?? 100);
const FIRST = Number(process.env.SIGHTLINE_SEED ?? 1);

if (isLong)
  test(`and on ${DOCUMENTS} random documents from seed ${FIRST}`, async () => {
    const pages = Array.from({ length: DOCUMENTS }, (_, i) => randomPage(FIRST + i));
    const { results, unfinished } = await compareAll(pages, RANDOM_SAMPLE);
    writeSection('pixels-random', sectionOf('Pixels, on random documents', results));
    const { shown, checked, ghosts, misses } = summaryOf(results);
    console.log(sectionOf('Pixels, on random documents', results));
    expect(ghosts.length / shown, listFindings(ghosts)).toBeLessThanOrEqual(MOST_RANDOM);
    expect(misses.length / checked, listFindings(misses)).toBeLessThanOrEqual(MOST_RANDOM);
    expect(unfinished).toEqual([]);
  });

interface Run {
  results: PixelResult[];
  /** Names of pages on which the comparison came to no end. */
  unfinished: string[];
}

async function compareAll(pages: OraclePage[], sample: number): Promise<Run> {
  const results: PixelResult[] = [];
  const unfinished: string[] = [];
  for (const page of pages) {
    const result = await comparePage(page, sample).catch(() => compareAnew(page, sample));
    if (result) results.push(result);
    else unfinished.push(page.name);
    if (isFull && result) console.error(progressOf(results));
  }
  return { results, unfinished };
}

/** A browser that draws no more pictures is waited for no longer, milliseconds. */
const MOST_PER_PAGE = 900_000;

async function comparePage(page: OraclePage, sample: number): Promise<PixelResult> {
  const timer = new AbortController();
  const compare = async (): Promise<PixelResult> => {
    await browser.show(page);
    return comparePixels(browser, page.name, { seed: SEED, sample });
  };
  const tooLong = setTimeout(MOST_PER_PAGE, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${page.name} takes too long`);
  });
  try {
    return await Promise.race([compare(), tooLong]);
  } finally {
    tooLong.catch(() => undefined);
    timer.abort();
  }
}

/** In another browser; undefined where that comes to no end either, which the report says. */
async function compareAnew(page: OraclePage, sample: number): Promise<PixelResult | undefined> {
  await browser.close();
  browser = await OracleBrowser.open();
  return comparePage(page, sample).catch(() => undefined);
}

function trapPage(name: string): OraclePage {
  return {
    name: `traps/${name}`,
    path: '/pages/modal.html',
    prepare: (page) => page.setContent(`<!doctype html><title>${name}</title>${trapPages[name]}`),
  };
}

function randomPage(seed: number): OraclePage {
  return {
    name: `random ${seed}`,
    path: '/pages/modal.html',
    prepare: (page) => page.setContent(randomDocument(seed), { waitUntil: 'domcontentloaded' }),
  };
}

interface Summary {
  shown: number;
  checked: number;
  ghosts: Finding[];
  misses: Finding[];
  restless: Finding[];
}

function summaryOf(results: PixelResult[]): Summary {
  const of = (kind: Finding['kind']): Finding[] =>
    results.flatMap(({ findings }) => findings.filter((finding) => finding.kind === kind));
  const shown = results.reduce((sum, { shownChecked }) => sum + shownChecked, 0);
  const left = results.reduce((sum, { candidatesChecked }) => sum + candidatesChecked, 0);
  return { shown, checked: shown + left, ghosts: of('ghost'), misses: of('miss'), restless: of('restless') };
}

function listFindings(findings: Finding[]): string {
  return findings
    .map((finding) => {
      const known = exceptionFor(finding)?.why ?? 'not explained';
      return `- ${finding.kind} on ${finding.page}: ${finding.element} (${finding.why}): ${known}`;
    })
    .join('\n');
}

/** How far a run of an hour has come. */
function progressOf(results: PixelResult[]): string {
  const { shown, checked, ghosts, misses } = summaryOf(results);
  const { page } = results.at(-1) as PixelResult;
  return `oracle: ${results.length} pages (${page}): ${checked} elements, ${shown} shown, ${ghosts.length} ghosts, ${misses.length} misses`;
}

function sectionOf(title: string, results: PixelResult[], unfinished: readonly string[] = []): string {
  const { shown, checked, ghosts, misses, restless } = summaryOf(results);
  const stood = results.reduce((sum, { stoodFor }) => sum + stoodFor, 0);
  return [
    `## ${title}`,
    '',
    `${results.length} pages, ${checked} elements hidden one by one: ${shown} that are shown, ` +
      `${checked - shown} that are not. Ghosts ${percent(ghosts.length, shown)} of what is shown, misses ` +
      `${percent(misses.length, checked)} of all; ${stood} are seen through a label, an image or a card; ` +
      `of ${restless.length} the picture would not hold still.`,
    ...unfinished.map((name) => `- not compared, since it came to no end: ${name}`),
    '',
    listFindings([...ghosts, ...misses, ...restless]),
  ].join('\n');
}
