// `npm run bench -- loop [--rounds N] [--write] [page...]`: the moments of an agent's loop on pages of 300 to 120,000
// elements, beside Playwright's for the same and a walk of the page: by the clock, by processor time, and by what is asked
// for. Prints a report, and writes it to benchmarks/out/loop.md and loop.json; `--write` also replaces the figures in
// docs/benchmarks.md and the chart docs/loop.svg.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { Session } from '../../sightline/src/index.ts';
import { CallCounter, type CallCounts } from './countCalls.ts';
import { describeMachine } from './describeMachine.ts';
import { type LoopResult, loopChart, loopReport } from './loopReport.ts';
import { type Cost, measureCost, medianCost } from './measureCost.ts';
import { changeShownText, collectTurns, mapValues, walkPage } from './measureTime.ts';
import { type BenchPage, listPages, madeBodies } from './pages/catalogue.ts';
import { servePages } from './pages/servePages.ts';
import { repositoryPath } from './paths.ts';
import { median } from './statistics.ts';
import { writeFigures, writeOut } from './writeFigures.ts';

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
    const figures = loopReport(results, machine);
    console.log(figures.join('\n\n'));
    writeOut('loop', results, figures);
    if (options.write) {
      writeFigures('npm run bench -- loop --write', figures);
      writeFileSync(repositoryPath('docs/loop.svg'), loopChart(results));
    }
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
  const load = async (goTo = (address: string): Promise<unknown> => session.navigate(address, LIMIT)) => {
    await goTo(url);
    await prepare?.(page);
  };
  const look = () => session.look(LIMIT);
  const snapshot = () => page.ariaSnapshot({ mode: 'ai', timeout: LIMIT.timeoutMs });
  const loads = await measureLoads(() => load(), { look, snapshot }, Math.min(rounds, 5));
  await addControls(page);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const after = (change: () => Promise<unknown>, read: () => Promise<unknown>) => async () => {
    await change();
    return measureCost(read);
  };
  const changeText = (): Promise<void> => changeShownText(page);
  const changeRegion = (): Promise<void> => toggleRegion(page);
  const timings: Record<string, number>[] = [];
  const lookTimed = async (): Promise<void> => void timings.push((await look()).timing);
  const looks = await takeCosts(
    {
      walk: () => measureCost(() => walkPage(page)),
      one: after(() => look().then(changeText), lookTimed),
      region: after(() => look().then(changeRegion), look),
      none: after(look, look),
      query: after(look, () => session.query({ text: 'bench press' })),
      playwrightOne: after(changeText, snapshot),
      playwrightRegion: after(changeRegion, snapshot),
      playwrightNone: after(snapshot, snapshot),
    },
    rounds,
  );
  const actions = await measureActions(session, rounds);
  const { walk, one, region, none, query, playwrightOne, playwrightRegion, playwrightNone } = looks;
  const { click, fill, playwrightClick, playwrightFill } = actions;
  return {
    page: name,
    elements,
    walk,
    sightline: { load: loads.look, one, region, none, query, click, fill },
    playwright: {
      load: loads.snapshot,
      one: playwrightOne,
      region: playwrightRegion,
      none: playwrightNone,
      click: playwrightClick,
      fill: playwrightFill,
    },
    stages: medianStages(timings.slice(1)),
    counts: await countCalls(page, load, { look, snapshot }),
  };
}

async function takeCosts<Name extends string>(
  contenders: Record<Name, () => Promise<Cost>>,
  rounds: number,
): Promise<Record<Name, Cost>> {
  return mapValues(await collectTurns(contenders, rounds, { warmUps: 1 }), medianCost);
}

const medianStages = (timings: readonly Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(timings[0] ?? {}).map((stage) => [stage, median(timings.map((one) => one[stage] ?? 0))]),
  );

/** Of what reads a page in which one text has changed, each in a document that is loaded for it. */
async function countCalls<Name extends string>(
  page: Page,
  load: (goTo: (url: string) => Promise<unknown>) => Promise<void>,
  readers: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, CallCounts>> {
  const counts = mapValues(readers, (read) => async (): Promise<CallCounts> => {
    // Ours would run its script in the document that is loaded.
    await load((url) => page.goto(url));
    const counter = await CallCounter.start(page);
    await read();
    await changeShownText(page);
    const counted = await counter.count(read);
    await counter.stop();
    return counted;
  });
  return mapValues(await collectTurns(counts, 1, { warmUps: 0 }), ([one]) => one as CallCounts);
}

/** Each reads a document that has just been loaded, and that nobody has read before. */
async function measureLoads<Name extends string>(
  load: () => Promise<void>,
  readers: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, Cost>> {
  const contenders = mapValues(readers, (read) => async () => {
    await load();
    return measureCost(read);
  });
  return mapValues(await collectTurns(contenders, rounds, { warmUps: 0 }), medianCost);
}

/** Click and fill of ours answer with what changed once the page has settled; Playwright's end with the event. */
async function measureActions(
  session: Session,
  rounds: number,
): Promise<Record<'click' | 'fill' | 'playwrightClick' | 'playwrightFill', Cost>> {
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
  const afterLook = (act: () => Promise<unknown>) => async () => {
    // As in a loop: nobody else changes the page between what is seen and what is done.
    await session.look(LIMIT);
    return measureCost(act);
  };
  return takeCosts(
    {
      click: afterLook(() => session.click(button)),
      fill: afterLook(() => session.fill(field, `text ${text++}`)),
      playwrightClick: () => measureCost(() => page.locator('#bench-press').click()),
      playwrightFill: () => measureCost(() => page.locator('#bench-field').fill(`text ${text++}`)),
    },
    rounds,
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
