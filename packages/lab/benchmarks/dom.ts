// `npm run bench -- dom [--write]`: how long `query_dom` takes, in the page and in all, and how large its answer is.
// Prints a report; `--write` also replaces the figures in docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { Session } from '../../sightline/src/index.ts';
import { servePages } from './pages/servePages.ts';
import { makePage } from './pages/shapes.ts';
import { median } from './statistics.ts';
import { writeFigures } from './writeFigures.ts';
import { writeTable } from './writeTable.ts';

const RUNS = 30;
const WARM_UPS = 3;
const SIZES = [1_000, 17_000];
const SELECTORS: [matches: number, selector: string][] = [
  [1, '.one'],
  [50, '.half'],
  [100, '.item'],
];
const HEAD = [
  'elements',
  'matches',
  'in the page, ms',
  'page at rest, ms',
  'p99, ms',
  'page changed, ms',
  'KB',
];

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({ args, options: { write: { type: 'boolean' } } });
  const server = await servePages(
    Object.fromEntries(SIZES.map((size) => [`/${size}.html`, () => pageOf(size)])),
  );
  const timer = await QueryTimer.launch();
  const rows: string[][] = [];
  try {
    for (const size of SIZES) {
      console.error(`bench: query_dom on ${size} elements`);
      await timer.open(`${server.origin}/${size}.html`);
      for (const [matches, selector] of SELECTORS)
        rows.push([`${size}`, `${matches}`, ...(await measure(timer, selector))]);
    }
  } finally {
    await timer.close();
    await server.close();
  }
  const figures = [
    `Medians of ${RUNS} queries (p99 is the worst of them), page at rest: nothing changed since the query before; page changed: a class of one element did.`,
    writeTable(HEAD, rows),
  ];
  console.log(figures.join('\n\n'));
  if (options.write) writeFigures('npm run bench -- dom --write', figures);
}

/** A page with a hundred elements to match among the others. */
function pageOf(size: number): string {
  const items = Array.from(
    { length: 100 },
    (_, i) =>
      `<button class="item ${i < 50 ? 'half' : ''} ${i === 7 ? 'one' : ''}" type="button" data-testid="item-${i}">Item ${i}</button>`,
  );
  return makePage('mixed', size - 100).replace('</main>', `<p id="changing">x</p>${items.join('')}</main>`);
}

async function measure(timer: QueryTimer, selector: string): Promise<string[]> {
  const atRest = await timer.time(selector, false);
  const changed = await timer.time(selector, true);
  return [
    median(atRest.inPage).toFixed(1),
    median(atRest.all).toFixed(0),
    Math.max(...atRest.all).toFixed(0),
    median(changed.all).toFixed(0),
    (timer.bytes / 1000).toFixed(1),
  ];
}

/** Milliseconds, by query. */
interface QueryTimes {
  all: number[];
  inPage: number[];
}

/** Times queries, with what the session's log says of each. */
class QueryTimer {
  /** Of the last answer. */
  bytes = 0;
  /** Milliseconds of the last query. */
  #inPage = 0;
  #session: Session | undefined;

  static async launch(): Promise<QueryTimer> {
    const timer = new QueryTimer();
    timer.#session = await Session.launch({
      log: ({ event, ms, bytes }) => {
        if (event === 'query_dom answered by the page') timer.#inPage = Number(ms);
        if (event === 'query_dom answered') timer.bytes = Number(bytes);
      },
    });
    return timer;
  }

  async open(url: string): Promise<void> {
    await this.#session?.navigate(url);
    await this.#session?.look();
  }

  /** @param withChanges whether an element changes before each query */
  async time(selector: string, withChanges: boolean): Promise<QueryTimes> {
    const times: QueryTimes = { all: [], inPage: [] };
    for (let run = -WARM_UPS; run < RUNS; run++) {
      if (withChanges) await this.#change(`run${run}`);
      const startedAt = performance.now();
      await this.#session?.queryDom(selector);
      if (run < 0) continue;
      times.all.push(performance.now() - startedAt);
      times.inPage.push(this.#inPage);
    }
    return times;
  }

  async #change(className: string): Promise<void> {
    await this.#session?.page.evaluate((name) => {
      const element = document.getElementById('changing');
      if (element) element.className = name;
    }, className);
  }

  async close(): Promise<void> {
    await this.#session?.close();
  }
}
