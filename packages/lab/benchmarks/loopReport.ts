import { plotBars } from '../src/bench/report/plots.ts';
import type { CallCounts } from './countCalls.ts';
import type { Cost } from './measureCost.ts';
import { geometricMean } from './statistics.ts';
import { writeTable } from './writeTable.ts';

/** What an agent waits for, in the order of the report. Medians. */
interface Moments {
  /** The first look after a load. */
  load: Cost;
  /** A look after one text has changed. */
  one: Cost;
  /** A look after a region of 60 elements has been put in or taken out. */
  region: Cost;
  /** A look at a page that did not change. */
  none: Cost;
  click: Cost;
  fill: Cost;
}

export interface LoopResult {
  page: string;
  elements: number;
  sightline: Moments & { query: Cost };
  /** `ariaSnapshot({ mode: 'ai' })`, `locator.click`, `locator.fill`. */
  playwright: Moments;
  /** A walk over every element's rectangle and styles. */
  walk: Cost;
  /** What a look after one text has changed is made of, milliseconds; medians. */
  stages: Record<string, number>;
  /** What that look asks for, and the snapshot after such a change. */
  counts: { look: CallCounts; snapshot: CallCounts };
}

const MOMENTS = ['load', 'one', 'region', 'none', 'click', 'fill'] as const;
const MOMENT_NAMES = ['after a load', 'one text changed', 'a region changed', 'unchanged', 'click', 'fill'];

export function loopReport(results: readonly LoopResult[], machine: string): string[] {
  const date = new Date().toISOString().slice(0, 10);
  return [
    `Measured on ${date}. ${machine} Medians, in turns: Sightline / Playwright in milliseconds, and how many times as fast Sightline is.`,
    'By the clock:',
    momentTable(results, ({ ms }) => ms),
    ratioTable(results, ({ ms }) => ms),
    'By processor time, of Node and of all processes of the browser together:',
    momentTable(results, processorTime),
    ratioTable(results, processorTime),
    'What a look after one changed text takes, by the clock:',
    stageTable(results),
    'What that look asks for, Sightline / Playwright:',
    countTable(results),
  ];
}

/** Title and colours of the chart, for readers who like it light or dark. */
const CHART_HEAD = `<title>How many times as fast a look is as Playwright’s snapshot, by page</title>
<style>
svg { --ink: #1f2328; --faint: #8c959f; --c1: #0969da; }
@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --faint: #6e7681; --c1: #4493f8; } }
</style>`;

/** How many times as fast a look after one changed text is as Playwright's snapshot, by the clock: an SVG, a bar a page. */
export function loopChart(results: readonly LoopResult[]): string {
  const bars = results.map(({ page, elements, sightline, playwright }) => {
    const mean = playwright.one.ms / sightline.one.ms;
    return {
      label: `${page} (${elements.toLocaleString('en-US')})`,
      estimate: { mean, low: mean, high: mean },
    };
  });
  const chart = plotBars(bars, { unit: 'times as fast as Playwright’s snapshot (elements of the page)' });
  // The style that comes with it is for a pointer above it.
  const still = chart
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/ class="[^"]*"/g, '')
    .trim();
  return `${still.replace(/<svg[^>]*>/, (start) => `${start}\n${CHART_HEAD}`)}\n`;
}

const processorTime = ({ node, browser }: Cost): number => node + browser;

type Reading = (cost: Cost) => number;

function momentTable(results: readonly LoopResult[], read: Reading): string {
  const rows = results.map(({ page, elements, sightline, playwright, walk }) => [
    page,
    elements.toLocaleString('en-US'),
    brief(read(walk)),
    ...MOMENTS.map((moment) => {
      const [ours, theirs] = [read(sightline[moment]), read(playwright[moment])];
      return `${brief(ours)} / ${brief(theirs)} (${(theirs / ours).toFixed(2)})`;
    }),
    brief(read(sightline.query)),
  ]);
  return writeTable(['page', 'elements', 'walk', ...MOMENT_NAMES, 'query'], rows);
}

function ratioTable(results: readonly LoopResult[], read: Reading): string {
  const rows = MOMENTS.map((moment) => {
    const ratios = results.map(
      ({ sightline, playwright }) => read(playwright[moment]) / read(sightline[moment]),
    );
    return [moment, geometricMean(ratios).toFixed(2), Math.min(...ratios).toFixed(2)];
  });
  return writeTable(['times as fast', 'geometric mean', 'least'], rows);
}

function stageTable(results: readonly LoopResult[]): string {
  const stages = Object.keys(results[0]?.stages ?? {});
  return writeTable(
    ['page', ...stages],
    results.map((result) => [result.page, ...stages.map((stage) => brief(result.stages[stage] ?? 0))]),
  );
}

function countTable(results: readonly LoopResult[]): string {
  const kinds: (keyof CallCounts)[] = ['messages', 'bytes', 'styles', 'values', 'boxes', 'hits'];
  const rows = results.map(({ page, counts: { look, snapshot } }) => [
    page,
    ...kinds.map(
      (kind) => `${look[kind].toLocaleString('en-US')} / ${snapshot[kind].toLocaleString('en-US')}`,
    ),
  ]);
  const names = ['messages', 'bytes', 'styles', 'values of styles', 'boxes', 'hit tests'];
  return writeTable(['page', ...names], rows);
}

const brief = (ms: number): string => (ms < 100 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en-US'));
