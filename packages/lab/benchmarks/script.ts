// `npm run bench -- script [--runs N] [--write]`: what a script costs: beside the same single call, the start of the box,
// 1,000 reads by locators on a page of 17,000 elements, and a form of 50 fields filled in one script, by calls of the library and by
// commands. Prints a report, and writes it to benchmarks/out/script.md and script.json; `--write` also replaces the figures in
// docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { Session } from '../../sightline/src/index.ts';
import { describeMachine } from './describeMachine.ts';
import { type Commands, withCommands } from './measureCommand.ts';
import { takeTurns, timed } from './measureTime.ts';
import { madeBodies } from './pages/catalogue.ts';
import { servePages } from './pages/servePages.ts';
import { median } from './statistics.ts';
import { writeFigures, writeOut } from './writeFigures.ts';
import { writeTable } from './writeTable.ts';

const FIELDS = 50;
const READS = 1_000;
const LARGE_PAGE = '/made/links-17000.html';

/** Milliseconds, medians. */
interface ScriptResult {
  /** Calls of the library in a warm session, and the same as a script. */
  single: Record<string, number>;
  box: { empty: number; fresh: number; first: number };
  /** A read by each kind of locator, one of 1,000. */
  reads: Record<string, number>;
  /** All fills and clicks. */
  form: Record<string, number>;
}

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '15' }, write: { type: 'boolean' } },
  });
  const server = await servePages({ ...madeBodies(), '/form': () => formPage() });
  const session = await Session.launch();
  try {
    const url = `${server.origin}/form`;
    const [single, box] = await measureSingle(session, url, Number(options.runs));
    const reads = await measureReads(session, `${server.origin}${LARGE_PAGE}`);
    const result: ScriptResult = { single, box, reads, form: await measureForm(session, url) };
    const figures = report(result, describeMachine(session.page), Number(options.runs));
    console.log(figures.join('\n\n'));
    writeOut('script', result, figures);
    if (options.write) writeFigures('npm run bench -- script --write', figures);
  } finally {
    await session.close();
    await server.close();
  }
}

/** Runs a script that must come to its end; answers what it printed. */
async function runScript(
  session: Session,
  source: string,
  options: { args?: unknown; fresh?: boolean } = {},
): Promise<string> {
  const { output, failure } = await session.run(source, { timeoutMs: 120_000, ...options });
  if (failure) throw failure;
  return output;
}

async function measureSingle(
  session: Session,
  url: string,
  runs: number,
): Promise<[ScriptResult['single'], ScriptResult['box']]> {
  console.error('bench: script, single actions');
  await session.navigate(url);
  const first = (await timed(() => runScript(session, ''))).ms;
  const { data } = await session.query({ text: 'Press 1', role: 'button' });
  const button = (data as { elements: { index: number }[] }).elements[0]?.index ?? 0;
  const field = await session.numberOf('Field 1');
  let text = 0;
  const times = await takeTurns(
    {
      click: () => session.click(button),
      'click, as a script': () => runScript(session, `await page.get(${button}).click()`),
      fill: () => session.fill(field, `call ${text++}`),
      'fill, as a script': () => runScript(session, `await page.get(${field}).fill('script ${text++}')`),
      'look, nothing changed': () => session.look(),
      'a read, as a script': () => runScript(session, `print(await page.get(${button}).innerText())`),
      empty: () => runScript(session, ''),
      fresh: () => runScript(session, '', { fresh: true }),
    },
    runs,
    { warmUps: 2 },
  );
  const { empty, fresh, ...single } = times;
  return [single, { empty, fresh, first }];
}

/** `i` counts from 0: each read asks for something else. */
const READ_KINDS: Readonly<Record<string, string>> = {
  "getByRole('link').nth(i).innerText()": "await page.getByRole('link').nth(i).innerText()",
  "getByRole('link', { name }).count()": "await page.getByRole('link', { name: 'a' + i }).count()",
  'getByText(text).isVisible()': "await page.getByText('word ' + i).isVisible()",
  "locator('a').nth(i).getAttribute('href')": "await page.locator('a').nth(i).getAttribute('href')",
  "locator('a').nth(i).getAttribute('data-x')": "await page.locator('a').nth(i).getAttribute('data-x')",
  'locator(css), each another': "await page.locator('a:nth-child(' + (i + 1) + ')').count()",
};

async function measureReads(session: Session, url: string): Promise<ScriptResult['reads']> {
  await session.navigate(url, { timeoutMs: 60_000 });
  await session.look({ timeoutMs: 60_000 });
  const reads: ScriptResult['reads'] = {};
  for (const [name, read] of Object.entries(READ_KINDS)) {
    console.error(`bench: script, ${name}`);
    const source = `const links = await page.getByRole('link').count();
      for (let i = 0; i < ${READS}; i++) ${read.replace('nth(i)', 'nth(i % links)')}`;
    reads[name] = (await timed(() => runScript(session, source))).ms / READS;
  }
  return reads;
}

async function measureForm(session: Session, url: string): Promise<ScriptResult['form']> {
  console.error('bench: script, a form');
  const source = `for (let i = 1; i <= ${FIELDS}; i++) {
    await page.getByLabel('Field ' + i, { exact: true }).fill(args.text + i);
    await page.getByRole('button', { name: 'Press ' + i, exact: true }).click();
  }`;
  const each = async (act: (field: string, button: string, i: number) => Promise<unknown>): Promise<void> => {
    for (let i = 1; i <= FIELDS; i++) await act(`Field ${i}`, `Press ${i}`, i);
  };
  const { page } = session;
  const script: number[] = [];
  const calls: number[] = [];
  const playwright: number[] = [];
  for (let round = 0; round < 2; round++) {
    await session.navigate(url);
    script.push((await timed(() => runScript(session, source, { args: { text: 'a' } }))).ms);
    await session.navigate(url);
    calls.push(
      (
        await timed(() =>
          each(async (field, button, i) => {
            await session.fill(field, `b${i}`);
            await session.click(`button "${button}"`);
          }),
        )
      ).ms,
    );
    await session.navigate(url);
    playwright.push(
      (
        await timed(() =>
          each(async (field, button, i) => {
            await page.getByLabel(field, { exact: true }).fill(`c${i}`);
            await page.getByRole('button', { name: button, exact: true }).click();
          }),
        )
      ).ms,
    );
  }
  const commands = await withCommands((started) => measureCommands(started, url));
  return {
    'one script': median(script),
    'calls of the library': median(calls),
    commands,
    'Playwright, which ends with the event': median(playwright),
  };
}

async function measureCommands({ sightline }: Commands, url: string): Promise<number> {
  await sightline('open', url);
  const { ms } = await timed(async () => {
    for (let i = 1; i <= FIELDS; i++) {
      await sightline('fill', `Field ${i}`, `d${i}`);
      await sightline('click', `button "Press ${i}"`);
    }
  });
  return ms;
}

function formPage(): string {
  const rows = Array.from(
    { length: FIELDS },
    (_, i) => `<p><label>Field ${i + 1} <input></label>
<button type=button onclick="this.nextElementSibling.textContent = this.parentNode.querySelector('input').value">Press ${i + 1}</button> <output></output></p>`,
  );
  return `<!doctype html><title>Form</title><main><h1>Form</h1><form>${rows.join('')}</form></main>`;
}

function report({ single, box, reads, form }: ScriptResult, machine: string, runs: number): string[] {
  const table = (head: string, times: Record<string, number>, digits: number): string =>
    writeTable(
      [head, 'ms'],
      Object.entries(times).map(([name, ms]) => [name, ms.toFixed(digits)]),
    );
  const above = (name: string): number => (single[`${name}, as a script`] ?? 0) - (single[name] ?? 0);
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}. ${machine} Medians of ${runs} runs, in turns.`,
    table('a single call, in a warm session', single, 1),
    `A script of one click takes ${above('click').toFixed(1)} ms more than the call, of one fill ${above('fill').toFixed(1)} ms.`,
    table(
      'the box',
      {
        'an empty script': box.empty,
        'an empty script in a new box': box.fresh,
        'so the start of a box': box.fresh - box.empty,
        'the first script of a process': box.first,
      },
      1,
    ),
    table(`a read, one of ${READS} on 17,000 elements`, reads, 2),
    table(`${2 * FIELDS} fills and clicks`, form, 0),
  ];
}
