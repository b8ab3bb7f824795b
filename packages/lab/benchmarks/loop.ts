// `npm run bench -- loop [--rounds N] [--write] [page...]`: the moments of an agent's loop on pages of 300 to 120,000
// elements, beside Playwright's for the same and a walk of the page. Prints a report, and writes it to
// benchmarks/out/loop.md and loop.json; `--write` also replaces the figures in docs/benchmarks.md.

import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { Session } from '../../sightline/src/index.ts';
import { describeMachine } from './describeMachine.ts';
import { changeShownText, takeTurns, timed, walkPage } from './measureTime.ts';
import { type BenchPage, listPages, madeBodies } from './pages/catalogue.ts';
import { servePages } from './pages/servePages.ts';
import { geometricMean, median } from './statistics.ts';
import { writeFigures, writeOut } from './writeFigures.ts';
import { writeTable } from './writeTable.ts';

const PAGES = [
  'sb-admin-index',
  'sb-admin-tables',
  'application',
  'shop-1000',
  'mixed-2500',
  'swagger-120',
  'links-17000',
  'mixed-120000',
];

/** What an agent waits for, in the order of the report. Milliseconds, medians. */
interface Moments {
  /** The first look after a load. */
  load: number;
  /** A look after one text has changed. */
  one: number;
  /** A look after a region of 60 elements has been put in or taken out. */
  region: number;
  /** A look at a page that did not change. */
  none: number;
}

interface LoopResult {
  page: string;
  elements: number;
  sightline: Moments & { query: number; click: number; fill: number };
  /** `ariaSnapshot({ mode: 'ai' })`, `locator.click`, `locator.fill`. */
  playwright: Moments & { click: number; fill: number };
  /** A walk over every element's rectangle and styles. */
  walk: number;
}

const LIMIT = { timeoutMs: 120_000 };

export async function run(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '7' }, write: { type: 'boolean' } },
  });
  const wanted = positionals.length > 0 ? positionals : PAGES;
  const pages = listPages().filter(({ name }) => wanted.includes(name));
  const server = await servePages(madeBodies());
  const session = await Session.launch();
  try {
    await session.navigate('about:blank');
    const machine = describeMachine(session.page);
    const results: LoopResult[] = [];
    for (const page of pages) {
      console.error(`bench: loop, ${page.name}`);
      const rounds = page.repetitions < 5 ? page.repetitions : Number(options.rounds);
      results.push(await measureLoop(session, page, `${server.origin}${page.path}`, rounds));
    }
    const figures = report(results, machine);
    console.log(figures.join('\n\n'));
    writeOut('loop', results, figures);
    if (options.write) writeFigures('npm run bench -- loop --write', figures);
  } finally {
    await session.close();
    await server.close();
  }
}

async function measureLoop(
  session: Session,
  { name, prepare }: BenchPage,
  url: string,
  rounds: number,
): Promise<LoopResult> {
  const { page } = session;
  const load = async (): Promise<void> => {
    await session.navigate(url, LIMIT);
    await prepare?.(page);
  };
  const look = (): Promise<unknown> => session.look(LIMIT);
  const snapshot = (): Promise<unknown> => page.ariaSnapshot({ mode: 'ai', timeout: LIMIT.timeoutMs });
  const loads = await measureLoads(load, { look, snapshot }, Math.min(rounds, 5));
  await addControls(page);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const after = (change: () => Promise<void>, read: () => Promise<unknown>) => async () => {
    await change();
    return timed(read);
  };
  const changeText = (): Promise<void> => changeShownText(page);
  const changeRegion = (): Promise<void> => toggleRegion(page);
  const unchanged = (read: () => Promise<unknown>) => after(async () => void (await read()), read);
  const looks = await takeTurns(
    {
      walk: () => walkPage(page),
      one: after(() => look().then(changeText), look),
      region: after(() => look().then(changeRegion), look),
      none: unchanged(look),
      query: unchanged(() => session.query({ text: 'bench press' })),
      playwrightOne: after(changeText, snapshot),
      playwrightRegion: after(changeRegion, snapshot),
      playwrightNone: unchanged(snapshot),
    },
    rounds,
    { warmUps: 1 },
  );
  const actions = await measureActions(session, rounds);
  const { walk, one, region, none, query, playwrightOne, playwrightRegion, playwrightNone } = looks;
  return {
    page: name,
    elements,
    walk,
    sightline: { load: loads.look, one, region, none, query, click: actions.click, fill: actions.fill },
    playwright: {
      load: loads.snapshot,
      one: playwrightOne,
      region: playwrightRegion,
      none: playwrightNone,
      click: actions.playwrightClick,
      fill: actions.playwrightFill,
    },
  };
}

/** Each reads a document that has just been loaded, and that nobody has read before. */
async function measureLoads<Name extends string>(
  load: () => Promise<void>,
  readers: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const times = Object.fromEntries(Object.keys(readers).map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(readers) as Name[]) {
      await load();
      times[name].push((await timed(readers[name])).ms);
    }
  }
  return Object.fromEntries(
    Object.entries<number[]>(times).map(([name, values]) => [name, median(values)]),
  ) as Record<Name, number>;
}

/** Click and fill of ours answer with what changed once the page has settled; Playwright's end with the event. */
async function measureActions(
  session: Session,
  rounds: number,
): Promise<Record<'click' | 'fill' | 'playwrightClick' | 'playwrightFill', number>> {
  const { page } = session;
  const { data } = await session.query({ text: 'bench press' });
  const { elements } = data as { elements: { index: number; name: string }[] };
  const numberOf = (name: string): number => {
    const found = elements.find((element) => element.name.toLowerCase() === name);
    if (found) return found.index;
    throw new Error(`${name} has no number`);
  };
  const [button, field] = [numberOf('bench press'), numberOf('bench press field')];
  let text = 0;
  return takeTurns(
    {
      click: () => session.click(button),
      fill: () => session.fill(field, `text ${text++}`),
      playwrightClick: () => page.locator('#bench-press').click(),
      playwrightFill: () => page.locator('#bench-field').fill(`text ${text++}`),
    },
    rounds,
    { warmUps: 1 },
  );
}

/** A button that counts and a field, in front of the page. */
const addControls = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const bar = document.createElement('section');
    bar.style.cssText = 'position:fixed;left:0;top:0;z-index:99999;background:#fff';
    bar.innerHTML = `<button id="bench-press">Bench press</button> <output id="bench-count">0</output>
      <input id="bench-field" aria-label="Bench press field">`;
    document.body.append(bar);
    const count = bar.querySelector('output') as HTMLOutputElement;
    bar.querySelector('button')?.addEventListener('click', () => {
      count.value = String(Number(count.value) + 1);
    });
  });

const toggleRegion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const old = document.querySelector('#bench-region');
    if (old) return old.remove();
    const region = document.createElement('section');
    region.id = 'bench-region';
    const rows = Array.from(
      { length: 20 },
      (_, i) => `<p><b>Line ${i}</b> <a href="#${i}">Open ${i}</a></p>`,
    );
    region.innerHTML = rows.join('');
    region.setAttribute('aria-label', 'Bench region');
    document.body.append(region);
  });

function report(results: readonly LoopResult[], machine: string): string[] {
  const ratio = (ours: number, theirs: number): string => `${(theirs / ours).toFixed(2)}`;
  const pair = (ours: number, theirs: number): string =>
    `${brief(ours)} / ${brief(theirs)} (${ratio(ours, theirs)})`;
  const moments = ['load', 'one', 'region', 'none', 'click', 'fill'] as const;
  const rows = results.map(({ page, elements, sightline, playwright, walk }) => [
    page,
    elements.toLocaleString('en-US'),
    brief(walk),
    ...moments.map((moment) => pair(sightline[moment], playwright[moment])),
    brief(sightline.query),
  ]);
  const means = moments.map((moment) => {
    const ratios = results.map(({ sightline, playwright }) => playwright[moment] / sightline[moment]);
    return [moment, geometricMean(ratios).toFixed(2), Math.min(...ratios).toFixed(2)];
  });
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}. ${machine} Medians, in turns: Sightline / Playwright in milliseconds, and how many times as fast Sightline is.`,
    writeTable(
      [
        'page',
        'elements',
        'walk',
        'after a load',
        'one text changed',
        'a region changed',
        'unchanged',
        'click',
        'fill',
        'query',
      ],
      rows,
    ),
    writeTable(['times as fast', 'geometric mean', 'least'], means),
  ];
}

const brief = (ms: number): string => (ms < 100 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en-US'));
