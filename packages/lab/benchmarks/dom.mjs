// `npm run bench -- dom [--write]`: how long `query_dom` takes, in the page and in all, and how much it says. Prints a
// report; `--write` also replaces the figures in docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { Session } from '../../sightline/dist/index.js';
import { servePages } from './pages/servePages.mjs';
import { makePage } from './pages/shapes.mjs';
import { median } from './statistics.mjs';
import { writeFigures } from './writeFigures.mjs';
import { writeTable } from './writeTable.mjs';

const RUNS = 30;
const SIZES = [1_000, 17_000];
const MATCHES = [1, 50, 100];
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { write: { type: 'boolean' } },
});

const rows = [];
const server = await servePages(
  Object.fromEntries(SIZES.map((size) => [`/${size}.html`, () => pageOf(size)])),
);
let told = 0;
let bytes = 0;
const session = await Session.launch({
  log: (entry) => {
    if (entry.event === 'query_dom told by the page') told = entry.ms;
    if (entry.event === 'query_dom answered') bytes = entry.bytes;
  },
});
try {
  for (const size of SIZES) rows.push(...(await measure(size)));
} finally {
  await session.close();
  server.close();
}
const head = [
  'elements',
  'matches',
  'in the page, ms',
  'page at rest, ms',
  'p99, ms',
  'page changed, ms',
  'KB',
];
const figures = [
  `Medians of ${RUNS} queries (p99 is the worst of them), page at rest: nothing changed since the query before; page changed: a class of one element did.`,
  writeTable(head, rows),
];
console.log(figures.join('\n\n'));
if (options.write) writeFigures('npm run bench -- dom --write', figures);

/** A page with a hundred elements to match among the others. */
function pageOf(size) {
  const items = Array.from(
    { length: 100 },
    (_, i) =>
      `<button class="item ${i < 50 ? 'half' : ''} ${i === 7 ? 'one' : ''}" type="button" data-testid="item-${i}">Item ${i}</button>`,
  );
  return makePage('mixed', size - 100).replace('</main>', `<p id="changing">x</p>${items.join('')}</main>`);
}

/** @param {number} size */
async function measure(size) {
  console.error(`bench: query_dom on ${size} elements`);
  await session.navigate(`${server.origin}/${size}.html`);
  await session.look();
  const found = [];
  for (const matches of MATCHES) {
    const selector = { 1: '.one', 50: '.half', 100: '.item' }[matches];
    const still = await time(selector);
    const changed = await time(selector, (run) =>
      session.page.evaluate((name) => {
        document.getElementById('changing').className = name;
      }, `run-${run}`),
    );
    found.push([
      `${size}`,
      `${matches}`,
      median(still.inPage).toFixed(1),
      median(still.all).toFixed(0),
      Math.max(...still.all).toFixed(0),
      median(changed.all).toFixed(0),
      (bytes / 1000).toFixed(1),
    ]);
  }
  return found;
}

/** @param {string} selector @param {(run: number) => Promise<void>} [change] */
async function time(selector, change) {
  const times = { all: [], inPage: [] };
  for (let run = 0; run < RUNS + 3; run++) {
    await change?.(run);
    const startedAt = performance.now();
    await session.queryDom(selector);
    // The first ones are not counted: caches fill.
    if (run < 3) continue;
    times.all.push(performance.now() - startedAt);
    times.inPage.push(told);
  }
  return times;
}
