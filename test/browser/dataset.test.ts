import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDataset } from '../../packages/lab/src/dataset/buildDataset.ts';
import { TraceRecorder } from '../../packages/lab/src/dataset/record/TraceRecorder.ts';
import type { TrainingExample } from '../../packages/lab/src/dataset/TrainingExample.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { numberIn } from '../support/agent.ts';
import { shopPages } from '../support/agentShop.ts';
import { canary, findCanaries } from '../support/canary.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

const login = `<!doctype html><title>Log in</title><main><form action="/cart"><label>User <input></label>
  <label>Password <input type="password"></label> <button>Log in</button></form></main>`;

let server: TestServer;
let session: Session;
let folder: string;
const secret = canary(1);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-teach-'));
  server = await startServer({ ...shopPages(9), '/login': login });
  session = await shareSession();
});
afterAll(async () => {
  await session.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

async function examplesOf(
  trace: string,
): Promise<{ examples: TrainingExample[]; rejected: { code: string }[]; all: string }> {
  const output = join(folder, 'set');
  await buildDataset({
    traces: [trace],
    output,
    shuffle: true,
    views: true,
    licence: '',
    signal: new AbortController().signal,
  });
  const read = (name: string): string => readFileSync(join(output, `${name}.jsonl`), 'utf8');
  const lines = <T>(name: string): T[] =>
    read(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return {
    examples: lines<TrainingExample>('examples'),
    rejected: lines<{ code: string }>('rejected'),
    all: ['examples', 'chat', 'functional', 'rejected'].map(read).join(''),
  };
}

describe('examples of a run', () => {
  test('know the element by locators that find it, and are verified on the stored pages', async () => {
    await session.navigate(`${server.origin}/`);
    const trace = join(folder, 'shop.jsonl');
    const model = new ScriptedModel((question, turn) => ({
      thinking: `turn ${turn}`,
      next_goal: `turn ${turn}`,
      action:
        [
          () => [{ query_elements: { text: 'add to cart', near_heading: 'Wireless Headphones' } }],
          () => [{ click: { index: numberIn(question, /Add to Cart .*"Wireless Headphones"/) } }],
          () => [{ done: { text: 'added' } }],
        ][turn]?.() ?? [],
    }));
    expect(await runAgent(session, 'Buy headphones', { model, trace, snapshots: true })).toMatchObject({
      success: true,
    });
    const { examples, rejected } = await examplesOf(trace);
    const own = examples.filter(({ source }) => source.change === '');
    expect(own.map(({ calls }) => calls[0]?.tool)).toEqual(['query_elements', 'click', 'done']);
    expect(own.map(({ verified }) => verified?.execution)).toEqual([['snapshot'], ['snapshot'], ['trace']]);
    const { primary, ...locators } = own[1]?.calls[0]?.element?.locators ?? {};
    expect(primary).toBeTruthy();
    for (const selector of Object.values(locators))
      expect(await session.page.locator(selector).count()).toBe(1);
    // The second look found the page changed; the first decision saw it as it was.
    expect(own[0]?.snapshot).not.toBe(own[2]?.snapshot);
    expect(examples.map(({ source }) => source.change)).toContain('shuffled');
    expect(examples.map(({ mode }) => mode)).toContain('off');
    for (const { code } of rejected) expect(['unknown_tool', 'not_shown']).toContain(code);
  });

  test('hold no secret, in no file', async () => {
    await session.navigate(`${server.origin}/login`);
    const trace = join(folder, 'login.jsonl');
    const model = new ScriptedModel((question, turn) => ({
      thinking: `I type ${secret.value}`,
      next_goal: 'log in',
      action:
        [
          () => [{ query_elements: { text: 'user password log in' } }],
          () => [
            { fill: { index: numberIn(question, /Password/), text: secret.value } },
            { click: { index: numberIn(question, /button>Log in/) } },
          ],
          () => [{ done: { text: 'in' } }],
        ][turn]?.() ?? [],
    }));
    await runAgent(session, 'Log in', { model, trace, snapshots: true });
    const { rejected, all, examples } = await examplesOf(trace);
    expect(rejected.map(({ code }) => code)).toContain('secret');
    expect(findCanaries(all, [secret])).toEqual([]);
    for (const { snapshot } of examples)
      expect(findCanaries(readFileSync(join(folder, 'set', snapshot), 'utf8'), [secret])).toEqual([]);
  });
});

const form = `<!doctype html><link rel="icon" href="data:,"><title>Sign up</title><main><h1>Sign up</h1>
  <form action="/cart"><label>Name <input name="name"></label>
  <label>Plan <select><option>Basic</option><option>Pro</option></select></label>
  <label><input type="checkbox"> News</label> <input aria-label="Gift" id="gift"> <input type="checkbox" aria-label="Wrapped" id="wrap">
  <label>Password <input type="password"></label>
  <button><span>Join now</span></button></form>
  <script>document.title = 'Sign up ' + Object.keys(window).filter((key) => /sightline|input_/i.test(key)).length;</script></main>`;

/** The history refuses every second question, as Chromium does while one document takes the place of another. */
function refuseEveryOther(context: BrowserContext): void {
  const open = context.newCDPSession.bind(context);
  context.newCDPSession = async (page) => {
    const cdp = await open(page);
    const send = cdp.send.bind(cdp) as (method: string, params?: object) => Promise<unknown>;
    let asked = 0;
    const refusing = async (method: string, params?: object): Promise<unknown> => {
      if (method === 'Page.getNavigationHistory' && ++asked % 2 === 0)
        throw new Error('Protocol error (Page.getNavigationHistory): Not attached to an active page');
      return send(method, params);
    };
    return Object.assign(cdp, { send: refusing });
  };
}

describe('a recording of a person', () => {
  test('loses nothing that is done while the page is looked at', async () => {
    const own = await startServer({ '/form': form });
    const trace = join(folder, 'fast.jsonl');
    try {
      await session.navigate(`${own.origin}/form`);
      const { page } = session;
      const recorder = new TraceRecorder(session, trace, 'Join', { quietMs: 0 });
      await recorder.start();
      await page.getByLabel('Name').click();
      await page.keyboard.type('Ada');
      await page.getByLabel('Plan').focus();
      await page.keyboard.press('ArrowDown');
      await page.getByText('News').click();
      await recorder.idle();
      await recorder.stop();
    } finally {
      await own.close();
    }
    const outcomes = readFileSync(trace, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => JSON.parse(line).outcomes ?? []);
    const inputOf = (tool: string): unknown => outcomes.findLast((one) => one.tool === tool)?.input;
    expect(inputOf('fill')).toMatchObject({ text: 'Ada' });
    expect(inputOf('select_option')).toMatchObject({ options: ['Pro'] });
    expect(inputOf('check')).toMatchObject({ state: 'on' });
  });

  test('writes each action as a call on what was meant, none of what the page does by itself, and holds no secret', async () => {
    const own = await startServer({ ...shopPages(3), '/form': form });
    const trace = join(folder, 'person.jsonl');
    try {
      await session.navigate(`${own.origin}/form`);
      const { page } = session;
      // What is done until `idle` is one step, however long the machine takes.
      const recorder = new TraceRecorder(session, trace, 'Join with the plan Pro', { quietMs: 600_000 });
      refuseEveryOther(page.context());
      await recorder.start();
      await page.getByLabel('Name').click();
      await page.keyboard.type('Ada');
      // What the page does by itself, no person has done.
      await page.evaluate("gift.focus(); document.execCommand('insertText', false, 'a lamp'); wrap.click()");
      expect(await page.evaluate('[gift.value, wrap.checked]')).toEqual(['a lamp', true]);
      await page.getByLabel('Plan').focus();
      await page.keyboard.press('ArrowDown');
      await page.getByText('News').click();
      await recorder.idle();
      await page.getByLabel('Password').click();
      await page.keyboard.type(secret.value);
      await recorder.idle();
      await page.getByText('Join now').click();
      await page.waitForURL('**/cart*');
      await page.waitForLoadState();
      await recorder.idle();
      // Nothing of it is there for the page to see.
      expect(
        await page.evaluate(() => Object.keys(window).filter((key) => /sightline|input_/i.test(key))),
      ).toEqual([]);
      await page.goBack();
      await recorder.idle();
      expect(await recorder.stop()).toMatchObject({ steps: 4 });
    } finally {
      await own.close();
    }
    const text = readFileSync(trace, 'utf8');
    expect(findCanaries(text, [secret])).toEqual([]);
    const steps = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'step');
    const actions = steps.map(({ outcomes }) =>
      outcomes.map((one: { tool: string; input: object; target?: { role: string; name: string } }) => [
        one.tool,
        one.target ? `${one.target.role} ${one.target.name}` : '',
      ]),
    );
    expect(actions).toEqual([
      [
        ['fill', 'textbox Name'],
        ['select_option', 'combobox Plan'],
        ['check', 'checkbox News'],
      ],
      [['fill', 'textbox Password']],
      [['click', 'button Join now']],
      [['back', '']],
    ]);
    expect(steps[0].outcomes.map(({ input }: { input: object }) => input)).toMatchObject([
      { text: 'Ada' },
      { options: ['Pro'] },
      { state: 'on' },
    ]);
    const { examples, rejected } = await examplesOf(trace);
    const taught = examples.filter(({ source }) => source.change === '');
    expect(taught.map(({ calls }) => calls.map(({ tool }) => tool))).toEqual([
      ['fill', 'select_option', 'check'],
      ['click'],
      ['back'],
    ]);
    expect(taught[1]?.calls[0]?.element?.locators).toHaveProperty('role');
    expect(rejected.map(({ code }) => code)).toContain('secret');
  });

  test('holds nothing of what is typed into fields that the page empties, and says there and on the next page', async () => {
    const code = Array.from({ length: 6 }, () => '<input class=b maxlength=1>').join('');
    const echo = `<!doctype html><main><label>Password <input type=password id=p></label><fieldset><legend>Enter the 6-digit code</legend>${code}</fieldset>
      <p id=o></p><script>let all = ''; p.onbeforeinput = (e) => { e.preventDefault(); o.textContent = document.title = all += e.data };
      const b = [...document.querySelectorAll('.b')];
      b.forEach((one, i) => { one.oninput = () => { b[(i + 1) % 6].focus(); if (i < 5) return; o.textContent = 'Wrong: ' + b.map(({ value }) => value).join(''); b.forEach((box) => { box.value = '' }) } })</script>`;
    const own = await startServer({
      '/echo': echo,
      '/next': `<!doctype html><p>Was it ${secret.value.replaceAll('<', '&lt;')}?</p><button>No</button>`,
    });
    const trace = join(folder, 'echo.jsonl');
    try {
      await session.navigate(`${own.origin}/echo`);
      const { page } = session;
      const recorder = new TraceRecorder(session, trace, 'Log in');
      await recorder.start();
      await page.getByLabel('Password').click();
      await page.keyboard.type(secret.value);
      await recorder.idle();
      await page.locator('.b').first().click();
      await page.keyboard.type('582913');
      await page.getByText('Wrong').click();
      await recorder.idle();
      await page.goto(`${own.origin}/next`);
      await recorder.idle();
      await page.getByText('No').click();
      await recorder.idle();
      await recorder.stop();
    } finally {
      await own.close();
    }
    const text = readFileSync(trace, 'utf8');
    expect(text).toContain('Wrong: [filled]');
    expect(text).toContain('Was it [filled]?');
    expect(findCanaries(text, [secret])).toEqual([]);
    expect(text).not.toContain('582913');
  });
});
