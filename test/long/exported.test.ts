import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiDescription } from '../../packages/lab/benchmarks/apps/applications/apiDescription.ts';
import { calendar } from '../../packages/lab/benchmarks/apps/applications/calendar.ts';
import { components } from '../../packages/lab/benchmarks/apps/applications/components.ts';
import { dataGrid } from '../../packages/lab/benchmarks/apps/applications/dataGrid.ts';
import { map } from '../../packages/lab/benchmarks/apps/applications/map.ts';
import { pickers } from '../../packages/lab/benchmarks/apps/applications/pickers.ts';
import { benchmarkPath } from '../../packages/lab/benchmarks/paths.ts';
import { serveFiles } from '../../packages/lab/src/bench/suites/localServer.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { exportPlaywright } from '../../packages/sightline/src/agent/trace/exportPlaywright.ts';
import { readTrace } from '../../packages/sightline/src/agent/trace/readTrace.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { PlaywrightProject } from '../support/PlaywrightProject.ts';

/**
 * Runs in applications of other makers, exported as tests of Playwright: green as they are, and each red where the scripts of the
 * application are taken away.
 */

type Act = Record<string, object>;
const click = (index: string): Act => ({ click: { index } });
const fill = (index: string, text: string): Act => ({ fill: { index, text } });
const select = (index: string, option: string): Act => ({ select_option: { index, options: [option] } });

const adminPages = benchmarkPath('node_modules/startbootstrap-sb-admin-2');
const place = { packages: '', data: '', port: 0 };
const applications: Record<string, () => Promise<{ origin: string; close(): Promise<void> }>> = {
  admin: () => serveFiles({ '/': adminPages }),
  api: () => apiDescription.start(place),
  calendar: () => calendar.start(place),
  components: () => components.start(place),
  grid: () => dataGrid.start(place),
  map: () => map.start(place),
  pickers: () => pickers.start(place),
};

const runs: [application: string, path: string, task: string, ...acts: Act[]][] = [
  ['admin', '/tables.html', 'searches a table', fill('Search:', 'Tokyo')],
  ['admin', '/tables.html', 'sorts by age', click('css=th:nth-child(4)')],
  ['admin', '/tables.html', 'shows more rows', select('Show entries', '25')],
  ['admin', '/tables.html', 'turns the page of a table', click('link "Next"')],
  ['admin', '/tables.html', 'goes to a page of a table', click('link "4"')],
  ['admin', '/index.html', 'unfolds the components', click('link "Components"')],
  ['admin', '/index.html', 'unfolds the utilities', click('link "Utilities"')],
  ['admin', '/index.html', 'unfolds the pages', click('link "Pages"')],
  ['admin', '/index.html', 'shows alerts', click('css=#alertsDropdown')],
  ['admin', '/index.html', 'shows messages', click('css=#messagesDropdown')],
  ['admin', '/index.html', 'asks before it logs out', click('css=#userDropdown'), click('link "Logout"')],
  ['admin', '/cards.html', 'folds a card', click('Collapsable Card Example')],
  ['api', '/', 'describes an operation', click('button "Delete an order"')],
  [
    'api',
    '/',
    'sends a request',
    click('button "List orders"'),
    click('button "Try it out"'),
    fill('limit', '5'),
    click('button "Execute"'),
  ],
  ['calendar', '/', 'shows the next month', click('button "Next month"')],
  ['calendar', '/', 'lists a month', click('button "list"')],
  ['components', '/', 'opens a dialog', click('button "Add a person"')],
  ['grid', '/', 'sorts a grid', click('Salary')],
  ['grid', '/', 'filters a grid', fill('css=input[aria-label="City Filter Input"]', 'Namur')],
  ['map', '/', 'says what a marker is', click('Depot')],
  ['pickers', '/', 'shows another tab', click('tab "Privacy"')],
  ['pickers', '/', 'picks a date', click('Arrival'), click('March 27, 2026')],
];

let isBroken = false;
const origins: Record<string, string> = {};
const closing: (() => Promise<unknown>)[] = [];
let session: Session;
let project: PlaywrightProject;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sl-exported-'));
  project = new PlaywrightProject();
  for (const [name, start] of Object.entries(applications)) origins[name] = await startBreakable(start);
  session = await Session.launch();
});
afterAll(async () => {
  await session?.close();
  await Promise.all(closing.map((close) => close()));
  rmSync(folder, { recursive: true, force: true });
  await project?.remove();
});

/** The application behind a server that gives its scripts away empty where it is to be broken. Returns its origin. */
async function startBreakable(
  start: () => Promise<{ origin: string; close(): Promise<void> }>,
): Promise<string> {
  const { origin, close } = await start();
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(origin + url);
    const type = answer.headers.get('content-type') ?? '';
    const isScript = /\.m?js$/.test(new URL(url, origin).pathname);
    const body = isBroken && isScript ? '' : Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(close, async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('22 exported runs are green, and red where the application is broken', async () => {
  const texts: string[] = [];
  const incomplete: string[] = [];
  for (const [application, path, task, ...acts] of runs) {
    const trace = join(folder, `${texts.length}.jsonl`);
    await session.navigate(origins[application] + path);
    const model = new ScriptedModel((_, turn) => ({ action: [acts[turn] ?? { done: { text: 'done' } }] }));
    const run = await runAgent(session, task, { model, trace });
    const { text, omitted, actions, assertions } = exportPlaywright(readTrace(trace));
    if (!run.success || omitted.length > 0 || actions < acts.length || assertions === 0)
      incomplete.push([task, run.text, actions, assertions, ...omitted].join('; '));
    texts.push(text);
  }
  expect(incomplete).toEqual([]);
  // Each in a block: it begins with the origin of its application.
  const blocks = texts.map((text) => `{\n${text.slice(text.indexOf('const base'))}}\n`);
  project.write('exported.spec.ts', `import { expect, test } from '@playwright/test';\n${blocks.join('\n')}`);
  const titles = runs.map(([, , task]) => task);
  const green = await project.run('exported.spec.ts', { config: { timeout: 120_000 } });
  expect(green.outcomes.map(({ title, status, errors }) => [title, status, errors])).toEqual(
    titles.map((title) => [title, 'passed', []]),
  );
  isBroken = true;
  const config = { timeout: 20_000, expect: { timeout: 2_000 } };
  const red = await project.run('exported.spec.ts', { config });
  const failed = red.outcomes.map(({ title, status }) => [title, status === 'passed' ? status : 'failed']);
  expect(failed).toEqual(titles.map((title) => [title, 'failed']));
});
