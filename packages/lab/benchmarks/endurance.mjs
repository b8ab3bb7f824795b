// `npm run bench -- endurance [CALLS]`: whether a session that is used for long grows. After 200 calls, in which what is kept of earlier pages fills up, 1,000
// mixed ones (or CALLS) in one session, on a page that changes all the time and is left and opened again; both heaps are
// cleaned and counted every tenth of them. Fails where either ends more than 5 % above where it began.

import { createServer } from 'node:http';
import { Session } from '../../sightline/dist/index.js';
import { measureHeaps } from './measureMemory.mjs';
import { median } from './statistics.mjs';
import { writeTable } from './writeTable.mjs';

const CALLS = Number(process.argv[3] ?? 1_000);
const WARM = 200;
const MOST = 0.05;

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html').end(pageOf(request.url === '/other' ? 'Other' : 'Orders'));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const session = await Session.launch();
try {
  await session.navigate(origin);
  await work(WARM);
  const counts = [await measureHeaps(session.page)];
  for (let part = 0; part < 10; part++) {
    await work(Math.round(CALLS / 10));
    counts.push(await measureHeaps(session.page));
    console.error(`bench: ${Math.round(((part + 1) * CALLS) / 10)} calls`);
  }
  report(counts);
} finally {
  await session.close();
  server.close();
}

/** @param {number} calls */
async function work(calls) {
  const steps = stepsOf(session);
  for (let i = 0; i < calls; i++) await steps[i % steps.length](i);
}

/** What an agent does, in an order that it might. The page is another one after every round. */
function stepsOf(session) {
  const numberOf = async (text, role) => {
    const { text: said } = await session.query({ text, role, maxResults: 3 });
    return Number(/\[(\d+)\]/.exec(said)?.[1]);
  };
  return [
    () => session.look(),
    () => session.look({ maxTokens: 500 }),
    () => session.query({ text: 'add a row', role: 'button' }),
    async () => session.click(await numberOf('add a row', 'button')),
    async (i) => session.fill(await numberOf('Name', 'textbox'), `Name ${i}`),
    async (i) => session.selectOption(await numberOf('Colour'), [i % 2 ? 'Red' : 'Green']),
    async () => session.details(await numberOf('Colour')),
    () => session.region('MAIN', { content: 'text' }),
    () => session.searchText('Order 7'),
    () => session.table(undefined, { rows: 10 }),
    () => session.headings(),
    () => session.explain('Hidden words'),
    () => session.scroll({ direction: 'down' }),
    () => session.press('Escape'),
    () => session.screenshot({ numbers: true }),
    () => session.look({ view: 'flat', full: true }),
    () => session.navigate(`${origin}/other`),
    () => session.look({ view: 'summary' }),
    () => session.back(),
    () => session.navigate(origin),
  ];
}

function pageOf(title) {
  const rows = Array.from(
    { length: 150 },
    (_, i) => `<tr><td>Order ${i}</td><td>$${i}.99</td><td><button>More</button></td></tr>`,
  );
  return `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><main><h1>${title}</h1>
<label>Name <input id="name"></label><label>Colour <select><option>Red</option><option>Green</option></select></label>
<button onclick="table.tBodies[0].insertRow().insertCell().textContent = 'Row ' + Date.now()">Add a row</button>
<p hidden>Hidden words</p><table id="table"><tbody>${rows.join('')}</tbody></table></main></html>`;
}

/** @param {{ page: number, node: number }[]} counts */
function report(counts) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(2);
  const growth = (of) => median(counts.slice(-3).map(of)) / median(counts.slice(0, 3).map(of)) - 1;
  const grown = { node: growth(({ node }) => node), page: growth(({ page }) => page) };
  const rows = counts.map(({ node, page }, i) => [
    `${Math.round((i * CALLS) / 10)}`,
    megabytes(node),
    megabytes(page),
  ]);
  console.log(writeTable(['calls', 'our heap, MB', "the page's heap, MB"], rows));
  for (const [heap, share] of Object.entries(grown)) {
    console.log(`\n${heap}: ${(100 * share).toFixed(1)} % (the last three against the first three)`);
    if (share > MOST) process.exitCode = 1;
  }
}
