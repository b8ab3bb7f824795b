import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { exportPlaywright } from '../../packages/sightline/src/agent/trace/exportPlaywright.ts';
import { exportSkill } from '../../packages/sightline/src/agent/trace/exportSkill.ts';
import { readTrace } from '../../packages/sightline/src/agent/trace/readTrace.ts';
import { replay } from '../../packages/sightline/src/agent/trace/replay.ts';
import { LiveInspector } from '../../packages/sightline/src/inspect/LiveInspector.ts';
import { readAssets } from '../../packages/sightline/src/inspect/readAssets.ts';
import { readTracedRun } from '../../packages/sightline/src/inspect/readTracedRun.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { numberIn } from '../support/agent.ts';
import { canary, findCanaries } from '../support/canary.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

// What is made of a run, and who watches it, hold no secret: traces, saved pages, film strips, tests, skills, replays, the live page.

const [prefilled, password, code] = [canary(1), canary(2), canary(3)];
const secrets = [prefilled, password, code];

/** Repeats what is typed in its title, its text, names of elements and an address. */
const login = `<!doctype html><title>Log in</title><main><form action="/welcome">
  <label>User <input></label> <label>Key <input type=password id=key></label> <label>Password <input type=password></label>
  <label>Code <input autocomplete=one-time-code></label> <button>Log in</button></form><p id=echo></p></main>
  <script>key.value = ${JSON.stringify(prefilled.value).replaceAll('<', '\\u003c')};
  addEventListener('input', ({ target: { value } }) => {
    document.title = 'Log in ' + value; echo.textContent = 'You typed ' + value; echo.title = value;
    const link = document.createElement('a'); link.href = '/welcome?key=' + encodeURIComponent(value); link.textContent = 'As ' + value; echo.append(link);
  })</script>`;

/** Says and asks for what is typed with each key. */
const eager = `<!doctype html><title>Eager</title><label>Password <input type=password></label>
  <label>Code <input autocomplete=one-time-code></label><p id=state role=status></p><script>
  addEventListener('input', ({ target: { value } }) => {
    console.error('It is ' + value + ' so far'); fetch('/check?of=' + encodeURIComponent(value)); history.replaceState(null, '', '#at=' + value);
    state.textContent = 'Is ' + value + ' free?'; fetch('/check', { method: 'POST', body: JSON.stringify({ of: value, more: 1 }) });
  })</script>`;

const typed = 'Hn7t11Wq92kZr';
/** Says with each key what was there before it, so at the end all but the last one. */
const late = `<!doctype html><title>Late</title><h1>${typed.slice(0, 4)} is no secret</h1><label>Password <input type=password></label><p id=state></p><script>
  addEventListener('keydown', ({ target: { value } }) => {
    document.title = 'Late ' + value; state.textContent = state.title = 'So far ' + value; history.replaceState(null, '', '?at=' + encodeURIComponent(value))
  })</script>`;

/** Has the keys go on elsewhere after the fourth one. */
const leading = `<!doctype html><title>Leading</title><label>Password <input type=password id=word></label>
  <label>Note <input id=field></label><div id=text contenteditable role=textbox aria-label=Text></div><script>
  word.addEventListener('input', () => {
    if (word.value.length !== 4) return;
    const to = new URLSearchParams(location.search).get('to');
    if (to === 'page') location = '/led'; else document.getElementById(to).focus();
  })</script>`;

let server: TestServer;
let session: Session;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sl-runs-'));
  server = await startServer({
    '/': login,
    '/eager': eager,
    '/late': late,
    '/leading': leading,
    '/led': '<title>Led</title><label>Note <input autofocus></label>',
    '/check': '{}',
    '/welcome': '<title>Welcome</title><h1>Welcome</h1>',
  });
  session = await shareSession();
});
afterAll(async () => {
  await session?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('no file, no answer and no page that is made of a run holds a secret', async () => {
  const path = join(folder, 'run.jsonl');
  await session.navigate(server.origin);
  const assets = await readAssets();
  const inspector = await LiveInspector.open({ session, assets });
  const acts = [
    (question: ModelRequest) => [
      { fill: { index: numberIn(question, /User/), text: 'ada' } },
      { fill: { index: numberIn(question, /Password/), text: password.value } },
      { type_text: { index: numberIn(question, /Code/), text: code.value } },
    ],
    (question: ModelRequest) => [{ click: { index: numberIn(question, /<button>Log in/) } }],
    () => [{ done: { text: `Logged in with ${password.value}` } }],
  ];
  const watched: string[] = [];
  const model = new ScriptedModel(async (question, turn) => {
    const shown = await fetch(`${inspector.url}inspection`);
    watched.push(gunzipSync(Buffer.from(await shown.arrayBuffer())).toString());
    return { thinking: `It is ${password.value}`, action: acts[turn]?.(question) ?? [] };
  });
  const run = await runAgent(session, `Log in with ${password.value} and ${code.value}`, {
    model,
    trace: path,
    snapshots: true,
  });
  await inspector.close();
  expect(run).toMatchObject({ success: true, text: 'Logged in with [filled]' });
  const trace = readTrace(path);
  const strip = readTracedRun(path, path);
  expect(strip.run.steps[1]?.sketch).toBeDefined();
  const exported = exportPlaywright(trace);
  expect(exported.text.match(/process\.env\.TEST_SECRET/g)).toHaveLength(2);
  const skill = exportSkill(trace);
  await session.navigate(server.origin);
  const again = await replay(session, path);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files.length).toBeGreaterThan(2);
  const written = files.map((one) => `${one.name} ${readFileSync(join(one.parentPath, one.name), 'utf8')}`);
  // Each holds what was no secret, so that it was read.
  const made = { written, watched, strip: strip.run, run };
  for (const [name, one] of Object.entries(made)) expect(JSON.stringify(one), name).toContain('Log in');
  for (const [name, one] of Object.entries({ ...made, exported, skill, again }))
    expect([name, findCanaries(JSON.stringify(one), secrets)]).toEqual([name, []]);
});

test('no answer of typing holds a beginning of a secret that the page says and asks for with each key', async () => {
  await session.navigate(`${server.origin}/eager`);
  const typed = [await session.type('Password', password.value), await session.type('Code', code.value)];
  for (const { text } of typed) expect(text).toMatch(/console errors: .*It is \[filled\] so far/s);
  expect(findCanaries(JSON.stringify(typed), secrets)).toEqual([]);
});

test('nor does the page that says all but the last key of it, as it is read then and later', async () => {
  const script = `await page.getByLabel('Password').pressSequentially(args.value);
    print(await page.locator('#state').innerText(), await page.title(), page.url(), await page.tabs())`;
  const ways: (() => Promise<unknown>)[] = [
    () => session.type('Password', typed),
    () => session.run(script, { args: { value: typed } }),
  ];
  const answers: unknown[] = [];
  for (const give of ways) {
    await session.navigate(`${server.origin}/late`);
    await session.look();
    answers.push(await give(), await session.look({ full: true }), await session.tabs());
    answers.push(await session.hover('Password'), await session.look({ view: 'html' }));
  }
  const written = JSON.stringify(answers);
  expect(written).toContain('So far [filled]');
  // What it said before is left as it is.
  expect(written).toContain(`${typed.slice(0, 4)} is no secret`);
  expect(written).not.toContain(typed.slice(0, 6));
});

test('nor does a field or a page that it leads the rest of the keys to', async () => {
  const shown: string[] = [];
  const script = `await page.getByLabel('Password').pressSequentially(args.value); print(await page.getByRole('textbox').describe(), await page.getByLabel('Note').inputValue())`;
  const ways: (() => Promise<unknown>)[] = [
    () => session.type('Password', typed),
    () => session.run(script, { args: { value: typed } }),
    () => session.focus('Password').then(() => session.typeAtFocus(typed)),
  ];
  for (const then of ['field', 'text', 'page'])
    for (const give of ways) {
      await session.navigate(`${server.origin}/leading?to=${then}`);
      await session.look();
      const answers = [
        await give().catch((error) => String(error.stack)),
        await session.look({ full: true }),
      ];
      answers.push(await session.getValue('Note').catch(() => ''), await session.hover('Note'));
      const rest = /1Wq92|Wq92k|92kZr/.exec(JSON.stringify([...answers, await session.look({ full: true })]));
      if (rest) shown.push(`${then}: ${rest}`);
    }
  expect(shown).toEqual([]);
});

test('nor do the console, the requests, a file of them and notices of what it asked for with each key', async () => {
  await session.navigate(`${server.origin}/eager`);
  session.answerDialogs('dismiss');
  await session.page.evaluate("addEventListener('input', ({ target }) => alert('Is it ' + target.value))");
  const typed: unknown[] = [];
  for (const [field, value] of [
    ['Password', password.value],
    ['Code', code.value],
  ] as const) {
    typed.push(await session.type(field, value));
    // Of what is said once the next action has begun, nothing is promised.
    await session.page.waitForFunction(
      (length) =>
        document.activeElement instanceof HTMLInputElement && document.activeElement.value.length === length,
      value.length,
    );
    await session.page.evaluate('0');
  }
  const har = join(folder, 'eager.har');
  const listed = [
    typed,
    await session.console({ all: true, maxTokens: 50_000 }),
    await session.network({ all: true, maxTokens: 50_000 }),
    await session.network({ all: true, har }),
    readFileSync(har, 'utf8'),
  ].map((one) => JSON.stringify(one));
  // What was pressed is there, without what it was.
  for (const [i, words] of ['Is it [filled]', 'It is [filled] so far', '/check?of=[filled]'].entries())
    expect(listed[i]).toContain(words);
  const shown = listed.map((one) => findCanaries(one, secrets));
  expect(shown).toEqual(listed.map(() => []));
});
