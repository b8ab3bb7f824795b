// `npm run bench -- rows`: looks at lists of 20,000 and 100,000 rows, as they are and with `content-visibility: auto`, by the clock
// and by processor time. Each row holds a word and a link. Targets: 100,000 rows in 4 s, with
// `content-visibility` in 3 s; a list that puts off its rows is laid out by nobody's look.

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Session } from '../../sightline/src/index.ts';
import { describeMachine } from './describeMachine.ts';
import { type Cost, measureCost, medianCost } from './measureCost.ts';
import { servePages } from './pages/servePages.ts';
import { writeOut } from './writeFigures.ts';
import { writeTable } from './writeTable.ts';

const SIZES = [20_000, 100_000];
/** Of each only one look is measured. */
const LARGE = 100_000;
const STYLES = {
  plain: '',
  'content-visibility': 'content-visibility:auto;contain-intrinsic-size:auto 30px',
};
const ROUNDS = 3;
const LIMIT = { timeoutMs: 120_000 };

interface Result {
  name: string;
  first: Cost;
  again: Cost;
  tokens: number;
}

export async function run(): Promise<void> {
  const pages = SIZES.flatMap((count) =>
    Object.entries(STYLES).map(([style, css]) => ({ name: `${count}, ${style}`, html: pageOf(count, css) })),
  );
  const server = await servePages(Object.fromEntries(pages.map(({ html }, i) => [`/${i}`, () => html])));
  const session = await Session.launch();
  try {
    await session.navigate('about:blank');
    const results: Result[] = [];
    for (const [i, { name }] of pages.entries()) {
      console.error(`bench: rows, ${name}`);
      const rounds = name.startsWith(`${LARGE}`) ? 1 : ROUNDS;
      results.push(await measure(session, name, `${server.origin}/${i}`, rounds));
    }
    const report = [describeMachine(session.page), tableOf(results)];
    console.log(report.join('\n\n'));
    writeOut('rows', results, report);
  } finally {
    await session.close();
    await server.close();
  }
}

async function measure(session: Session, name: string, url: string, rounds: number): Promise<Result> {
  const first: Cost[] = [];
  const again: Cost[] = [];
  let tokens = 0;
  for (let round = 0; round < rounds; round++) {
    await session.page.goto(url, { timeout: 120_000 });
    await session.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    const look = await measureCost(() => session.look(LIMIT));
    first.push(look);
    tokens = countTokens(look.result.text);
    await session.page.evaluate(() => document.querySelector('h1')?.append('!'));
    again.push(await measureCost(() => session.look(LIMIT)));
  }
  return { name, first: medianCost(first), again: medianCost(again), tokens };
}

function pageOf(count: number, style: string): string {
  const row = (i: number): string => `<div class=row>Order <a href="#o${i}">${i}</a></div>`;
  const rows = Array.from({ length: count }, (_, i) => row(i)).join('');
  return `<!doctype html><title>Orders</title><style>.row{height:30px;${style}}</style><main><h1>Orders</h1>${rows}</main>`;
}

const ms = (time: number): string => Math.round(time).toLocaleString('en');

function tableOf(results: readonly Result[]): string {
  const head = [
    'rows',
    'first look, ms',
    'Node',
    'browser',
    'after a change, ms',
    'Node',
    'browser',
    'tokens',
  ];
  const cells = ({ ms: clock, node, browser }: Cost): string[] => [clock, node, browser].map(ms);
  return writeTable(
    head,
    results.map(({ name, first, again, tokens }) => [name, ...cells(first), ...cells(again), ms(tokens)]),
  );
}
