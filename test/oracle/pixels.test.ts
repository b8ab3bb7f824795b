import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../support/scale.ts';
import { OracleBrowser } from './OracleBrowser.ts';
import { chosenPages, isFull, type OraclePage } from './oraclePages.ts';
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
/** Pages of `npm test`. */
const QUICK = /^(?:hidden|overlays|scrollers)$/;
const LONG = /^(?:frames|hidden|overlays|scrollers|sb-admin-2\/index|application)$/;
const QUICK_TRAPS = /^(?:clipping|painting|forms)$/;
const LONG_TRAPS = /^(?:clipping|painting|forms|stretched|scrollers|fixed footer)$/;
/** Of what is shown, and of all that was checked. */
const MOST = 0.005;

let browser: OracleBrowser;
beforeAll(async () => {
  browser = await OracleBrowser.open();
});
afterAll(() => browser.close());

test('what changes pixels is shown, and nothing else: pages as they are made', async () => {
  const pages = chosenPages(QUICK, LONG);
  const results = await compareAll(pages, SAMPLE);
  writeSection('pixels', sectionOf('Pixels', results));
  const { shown, checked, ghosts, misses } = summaryOf(results);
  if (isFull && !process.env.SIGHTLINE_ORACLE_ONLY && !process.env.SIGHTLINE_ORACLE_PAGES)
    expect(checked).toBeGreaterThanOrEqual(1_000);
  expect(ghosts.length / shown, listFindings(ghosts)).toBeLessThanOrEqual(MOST);
  expect(misses.length / checked, listFindings(misses)).toBeLessThanOrEqual(MOST);
});

test('and on pages made to mislead, but for what is known', async () => {
  const names = Object.keys(trapPages).filter(
    (name) => isFull || (isLong ? LONG_TRAPS : QUICK_TRAPS).test(name),
  );
  const results = await compareAll(names.map(trapPage), TRAP_SAMPLE);
  writeSection('pixels-traps', sectionOf('Pixels, on pages made to mislead', results));
  const unknown = results.flatMap(({ findings }) => findings).filter((finding) => !exceptionFor(finding));
  expect(unknown, listFindings(unknown)).toEqual([]);
});

async function compareAll(pages: OraclePage[], sample: number): Promise<PixelResult[]> {
  const results: PixelResult[] = [];
  for (const page of pages) {
    await browser.show(page);
    results.push(await comparePixels(browser, page.name, { seed: SEED, sample }));
  }
  return results;
}

function trapPage(name: string): OraclePage {
  return {
    name: `traps/${name}`,
    path: '/pages/modal.html',
    prepare: (page) => page.setContent(`<!doctype html><title>${name}</title>${trapPages[name]}`),
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

function sectionOf(title: string, results: PixelResult[]): string {
  const { shown, checked, ghosts, misses, restless } = summaryOf(results);
  const stood = results.reduce((sum, { stoodFor }) => sum + stoodFor, 0);
  return [
    `## ${title}`,
    '',
    `${results.length} pages, ${checked} elements hidden one by one: ${shown} that are shown, ` +
      `${checked - shown} that are not. Ghosts ${percent(ghosts.length, shown)} of what is shown, misses ` +
      `${percent(misses.length, checked)} of all; ${stood} are seen through a label, an image or a card; ` +
      `of ${restless.length} the picture would not hold still.`,
    '',
    listFindings([...ghosts, ...misses, ...restless]),
  ].join('\n');
}
