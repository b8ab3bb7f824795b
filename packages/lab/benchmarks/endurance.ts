// `npm run bench -- endurance [CALLS]`: whether a session that is used for long grows. After 200 calls, in which caches
// of earlier pages fill up, 1,000 mixed calls (or CALLS) in one session, on a page that changes all the time and is left
// and opened again. Both heaps are collected and counted after every tenth of them. Fails where either ends more than
// 5 % above where it began.

import { Session } from '../../sightline/src/index.ts';
import { type Memory, measureHeaps } from './measureMemory.ts';
import { servePages } from './pages/servePages.ts';
import { median } from './statistics.ts';
import { writeTable } from './writeTable.ts';

const WARM_UP_CALLS = 200;
const MAX_GROWTH = 0.05;

export async function run([calls = '1000']: string[]): Promise<void> {
  const perPart = Math.round(Number(calls) / 10);
  const server = await servePages({ '/': () => pageOf('Orders'), '/other': () => pageOf('Other') });
  const session = await Session.launch();
  try {
    const steps = stepsOf(session, server.origin);
    const work = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) await steps[i % steps.length]?.(i);
    };
    await session.navigate(server.origin);
    await work(WARM_UP_CALLS);
    const counts = [await measureHeaps(session.page)];
    for (let part = 1; part <= 10; part++) {
      await work(perPart);
      counts.push(await measureHeaps(session.page));
      console.error(`bench: ${part * perPart} calls`);
    }
    report(counts, perPart);
  } finally {
    await session.close();
    await server.close();
  }
}

/** What an agent does, over and over; after each round the page is another one. */
function stepsOf(session: Session, origin: string): ((turn: number) => Promise<unknown>)[] {
  const numberOf = async (text: string, role?: string): Promise<number> => {
    const { text: found } = await session.query({ text, role, maxResults: 3 });
    return Number(/\[(\d+)\]/.exec(found)?.[1]);
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

function pageOf(title: string): string {
  const rows = Array.from(
    { length: 150 },
    (_, i) => `<tr><td>Order ${i}</td><td>$${i}.99</td><td><button>More</button></td></tr>`,
  );
  return `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><main><h1>${title}</h1>
<label>Name <input id="name"></label><label>Colour <select><option>Red</option><option>Green</option></select></label>
<button onclick="table.tBodies[0].insertRow().insertCell().textContent = 'Row ' + Date.now()">Add a row</button>
<p hidden>Hidden words</p><table id="table"><tbody>${rows.join('')}</tbody></table></main></html>`;
}

function report(counts: readonly Memory[], perPart: number): void {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2);
  const rows = counts.map(({ node, page }, i) => [`${i * perPart}`, megabytes(node), megabytes(page)]);
  console.log(writeTable(['calls', 'our heap, MB', "the page's heap, MB"], rows));
  for (const heap of ['node', 'page'] as const) {
    const sizes = counts.map((count) => count[heap]);
    const growth = median(sizes.slice(-3)) / median(sizes.slice(0, 3)) - 1;
    console.log(`\n${heap}: ${(100 * growth).toFixed(1)} % (the last three against the first three)`);
    if (growth > MAX_GROWTH) process.exitCode = 1;
  }
}
