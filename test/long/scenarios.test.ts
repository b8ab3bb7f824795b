import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiDescription } from '../../packages/lab/benchmarks/apps/applications/apiDescription.ts';
import { calendar } from '../../packages/lab/benchmarks/apps/applications/calendar.ts';
import { map } from '../../packages/lab/benchmarks/apps/applications/map.ts';
import { notebooks } from '../../packages/lab/benchmarks/apps/applications/notebooks.ts';
import { defaultFolder, installApplication } from '../../packages/lab/benchmarks/apps/install.ts';
import { benchmarkPath } from '../../packages/lab/benchmarks/paths.ts';
import { type LocalServer, serveFiles } from '../../packages/lab/src/bench/suites/localServer.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { exportSkill } from '../../packages/sightline/src/agent/trace/exportSkill.ts';
import { readTrace } from '../../packages/sightline/src/agent/trace/readTrace.ts';
import { replay } from '../../packages/sightline/src/agent/trace/replay.ts';
import { LiveInspector } from '../../packages/sightline/src/inspect/LiveInspector.ts';
import { readAssets } from '../../packages/sightline/src/inspect/readAssets.ts';
import { readTracedRun } from '../../packages/sightline/src/inspect/readTracedRun.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { freePort } from '../support/freePort.ts';
import { Viewer } from '../support/InspectedFile.ts';

/**
 * The scenarios of docs/developer.md, on applications of other makers: Swagger UI, SB Admin 2 with DataTables, FullCalendar, Leaflet,
 * JupyterLab.
 */

let session: Session;
let folder: string;
const servers: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sl-scenarios-'));
  session = await Session.launch({ allowEvaluate: true });
});
afterAll(async () => {
  await session?.close();
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

const place = { packages: '', data: '', port: 0 };

/** Opens an application at a path. Returns its origin. */
async function open(starting: Promise<Pick<LocalServer, 'origin' | 'close'>>, path = '/'): Promise<string> {
  const server = await starting;
  servers.push(server);
  await session.navigate(server.origin + path);
  return server.origin;
}

const openTable = (): Promise<string> =>
  open(serveFiles({ '/': benchmarkPath('node_modules/startbootstrap-sb-admin-2') }), '/tables.html');

async function execute(operation: string): Promise<void> {
  await session.click(`button "${operation}"`);
  await session.click('button "Try it out"');
  await session.click('button "Execute"');
}

test('a request that fails: found, shown in full, answered in place of the server, kept as a file', async () => {
  await open(apiDescription.start(place));
  await execute('List orders');
  await session.waitFor({ text: '404' });
  let text = '';
  // The page shows the answer as soon as it has it; that it has ended is known a moment later.
  await expect
    .poll(async () => (text = (await session.network({ status: 'failed' })).text))
    .toMatch(/^\d+ requests? since .*\n(\d+) GET \/orders\?limit=20 404 fetch \d+ ms/);
  const [, number] = /\n(\d+) GET/.exec(text) ?? [];
  expect((await session.network({ number: Number(number) })).text).toContain('404');
  await session.route('/orders', { body: '[{"item":"lamp"}]', contentType: 'application/json' });
  await session.click('button "Execute"');
  await session.waitFor({ text: '"lamp"' });
  await expect
    .poll(async () => (await session.network({ status: 'open', all: true })).text)
    .toMatch(/^no request/);
  const har = join(folder, 'orders.har');
  await session.network({ all: true, har });
  await session.route(undefined, { remove: true });
  await session.route(undefined, { har, roots: [folder] });
  await session.reload();
  await execute('List orders');
  await session.waitFor({ text: '"lamp"' });
  await session.route(undefined, { remove: true });
});

test('what an application holds, how it loads, and the page as a PDF', async () => {
  await open(apiDescription.start(place));
  await session.click('button "Make an order"');
  expect((await session.evaluate('requests.length')).data.value).toBe(1);
  expect((await session.evaluate('typeof SwaggerUIBundle', { world: 'isolated' })).data.value).toBe(
    'undefined',
  );
  const { text } = await session.performance();
  expect(text.split('\n').length).toBeLessThanOrEqual(10);
  expect(text).toMatch(/^LCP: \d+ ms/);
  const path = join(folder, 'api.pdf');
  expect((await session.pdf({ path })).data).toMatchObject({ isPicture: false });
  expect(readFileSync(path, 'latin1')).toContain('/Font');
});

test('rows of a table as data, each value with its element', async () => {
  await openTable();
  const properties = {
    name: { type: 'string' },
    office: { type: 'string' },
    age: { type: 'number' },
    salary: { type: 'number' },
  };
  const schema = { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } };
  const { data } = await session.extract(schema);
  const rows = data.value as Record<string, unknown>[];
  expect(rows).toHaveLength(10);
  expect(rows[0]).toEqual({ name: 'Airi Satou', office: 'Tokyo', age: 33, salary: 162700 });
  const sources = data.sources as { path: string; number: number }[];
  const { number = 0 } = sources.find(({ path }) => /0.*salary/.test(path)) ?? {};
  expect(await session.getText(number)).toBe('$162,700');
  const lacking = {
    type: 'array',
    items: { type: 'object', properties: { iban: { type: 'string' } }, required: ['iban'] },
  };
  await expect(session.extract(lacking)).rejects.toMatchObject({ code: 'not_found' });
});

test('a run is kept, done again, and done with other values', async () => {
  const origin = await openTable();
  const trace = join(folder, 'run.jsonl');
  const acts = [
    { fill: { index: 'Search:', text: 'Tokyo' } },
    { click: { index: 'css=th:nth-child(4)' } },
    { done: { text: 'done' } },
  ];
  const model = new ScriptedModel((_, turn) => ({ action: [acts[turn] ?? {}] }));
  const run = await runAgent(session, 'Who is in Tokyo?', { model, trace, snapshots: true });
  expect(run.success).toBe(true);
  // The film strip of the run: a picture of each step, drawn of what was there.
  const { steps } = readTracedRun(trace, trace).run;
  expect(steps.map(({ sketch }) => sketch !== undefined)).toEqual([true, true, true]);
  await session.navigate(`${origin}/tables.html`);
  expect(await replay(session, trace)).toMatchObject({ same: true, actions: 2, healed: [] });
  const skill = exportSkill(readTrace(trace));
  expect(skill.parameters.map(({ name }) => name)).toEqual(['search']);
  const again = await session.run(skill.text, { args: { search: 'London', base: origin } });
  expect(again.failure).toBeUndefined();
  expect(again.text).toContain('London');
});

test('places of a map, by coordinates', async () => {
  await open(map.start(place));
  const picture = await session.screenshot({ numbers: true });
  const number = await session.numberOf('Map');
  const { x, y } = picture.places.find((one) => one.number === number) ?? { x: 0, y: 0 };
  const pins = (): Promise<unknown> =>
    session.page.evaluate(
      'pins.map((pin) => { const { x, y } = map.latLngToContainerPoint(pin); return [Math.round(x), Math.round(y)]; })',
    );
  await session.click(number, { position: { x: 120, y: 300 } });
  expect(await pins()).toEqual([[120, 300]]);
  const center = await session.page.evaluate('map.getCenter().toString()');
  await session.drag(number, number, {
    sourcePosition: { x: 600, y: 100 },
    targetPosition: { x: 500, y: 160 },
  });
  expect(await session.page.evaluate('map.getCenter().toString()')).not.toBe(center);
  expect(await session.page.evaluate('map.getContainer().getBoundingClientRect().x')).toBeCloseTo(x, 0);
  expect(y).toBeGreaterThan(0);
  const zoom = (await session.page.evaluate('map.getZoom()')) as number;
  await session.scroll({ target: number, position: { x: 200, y: 200 }, direction: 'up', pixels: 300 });
  await expect.poll(() => session.page.evaluate('map.getZoom()')).toBeGreaterThan(zoom);
});

test('an agent is watched, held back, and let go on step by step', async () => {
  await open(calendar.start(place));
  const inspector = await LiveInspector.open({ session, assets: await readAssets() });
  const viewer = await Viewer.open();
  const file = await viewer.show(inspector.url);
  try {
    const controls = file.page.getByRole('group', { name: 'The session' });
    const state = (): Promise<string | null> => controls.getByRole('status').textContent();
    await controls.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(state).toBe('paused');
    const acts = [{ click: { index: 'button "Next month"' } }, { done: { text: 'done' } }];
    const model = new ScriptedModel((_, turn) => ({ action: [acts[turn] ?? {}] }));
    const running = runAgent(session, 'Show the next month', { model });
    await expect.poll(state, { timeout: 60_000 }).toBe('paused, 1 action waits');
    expect(await session.page.evaluate('calendar.view.title')).toBe('March 2026');
    await controls.getByRole('button', { name: 'Step' }).click();
    await expect.poll(() => session.page.evaluate('calendar.view.title')).toBe('April 2026');
    await controls.getByRole('button', { name: 'Resume' }).click();
    expect(await running).toMatchObject({ success: true });
    expect(file.complaints).toEqual([]);
  } finally {
    await file.close();
    await viewer.close();
    await inspector.close();
  }
});

test('tools that an application registers, and what they do in it', async () => {
  // The tools are those of an extension of JupyterLab, which it loads by itself.
  const pip = [...(notebooks.packages?.pip ?? []), 'jupyter-webmcp==0.1.0'];
  const withTools = { ...notebooks, name: 'jupyterlab-webmcp', packages: { pip } };
  const packages = installApplication(withTools, defaultFolder());
  const data = join(folder, 'notebooks');
  mkdirSync(data);
  await open(notebooks.start({ packages, data, port: await freePort() }), '/lab?reset');
  const listed = async (): Promise<unknown> => (await session.pageTools()).data.tools;
  await expect
    .poll(listed, { timeout: 120_000 })
    .toContainEqual(expect.objectContaining({ name: 'run_cell' }));
  expect((await session.look()).text).toMatch(/\npage tools: (?:\w+, ){8}\d+ more$/);
  expect((await session.query({ text: 'run a cell' })).text).toContain(
    '\npage tool run_cell(notebookPath, cellId) [cannot be undone]: ',
  );
  expect((await session.pageTools('run_cell')).text).toMatch(/\ninput: \{.*"required":\[.*"cellId"/);
  /** What a tool answers: each answers JSON. */
  const call = async (name: string, input?: object): Promise<Record<string, unknown>> =>
    JSON.parse((await session.callPageTool(name, { ...input })).data.answer as string);
  const { items } = await call('list_directory');
  expect((items as { name: string }[]).map(({ name }) => name).sort()).toEqual([
    'data',
    'letter.txt',
    'old.txt',
    'todo.txt',
  ]);
  await expect(session.callPageTool('create_notebook', { title: 'sums' })).rejects.toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining('name: is needed; title: is none of its fields'),
  });
  const created = await session.callPageTool('create_notebook', { name: 'sums' });
  expect(created.text).toMatch(/^called the page tool "create_notebook":\n> .*\n.*sums\.ipynb/s);
  const notebookPath = 'sums.ipynb';
  const { cellId } = await call('add_cell', { notebookPath, content: 'print(sum(range(301)))' });
  expect(JSON.stringify(await call('run_cell', { notebookPath, cellId }))).toContain('45150');
  await session.click('tab "sums.ipynb"');
  await session.waitFor({ text: '45150' });
  await expect(session.callPageTool('read_cell', { notebookPath, cellId: 'none' })).rejects.toMatchObject({
    code: 'not_accepted',
    message: expect.stringContaining('not found in notebook'),
  });
  await call('save_notebook', { notebookPath });
  expect(readFileSync(join(data, 'work', notebookPath), 'utf8')).toContain('45150');
});
