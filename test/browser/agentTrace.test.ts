import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { readTrace } from '../../packages/sightline/src/agent/trace/readTrace.ts';
import { replay } from '../../packages/sightline/src/agent/trace/replay.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { numberIn, shownTo } from '../support/agent.ts';
import { shopPages } from '../support/agentShop.ts';
import { canary, findCanaries } from '../support/canary.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

const login = `<!doctype html><title>Log in</title><main><form action="/welcome">
  <label>User <input></label> <label>Password <input type="password"></label> <label>Code <input autocomplete="one-time-code"></label>
  <button>Log in</button></form><script>addEventListener('input', (e) => { document.title = 'Log in ' + e.target.value; })</script></main>`;

let server: TestServer;
let session: Session;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-agent-'));
  server = await startServer({
    ...shopPages(9),
    '/login': login,
    '/welcome': '<title>Welcome</title><h1>Welcome</h1>',
  });
  session = await shareSession();
});
afterAll(async () => {
  await session.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const records = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Finds the button of an item, clicks it, and goes to the cart. */
function shopping(item: string): ScriptedModel {
  const acts = [
    () => [
      { query_elements: { text: 'add to cart', near_heading: item } },
      { query_elements: { text: 'cart', role: 'link' } },
    ],
    (question: ModelRequest) => [
      { click: { index: numberIn(question, new RegExp(`Add to Cart .*"${item}"`)) } },
      { click: { index: numberIn(question, /<a>Cart/) } },
    ],
    (question: ModelRequest) => [
      { done: { text: shownTo(question).includes('/cart') ? 'in the cart' : '?' } },
    ],
  ];
  return new ScriptedModel((question, turn) => ({
    next_goal: `turn ${turn}`,
    action: acts[turn]?.(question) ?? [],
  }));
}

async function openShop(): Promise<void> {
  await session.navigate(server.origin);
  await session.page.evaluate(() => sessionStorage.clear());
  await session.navigate(`${server.origin}/`);
}

const cart = (): Promise<string> => session.page.evaluate(() => sessionStorage.cart);

describe('a trace', () => {
  test('reports every step, and replays without a model', async () => {
    const path = join(folder, 'shop.jsonl');
    await openShop();
    const run = await runAgent(session, 'Put the headphones into the cart', {
      model: shopping('Wireless Headphones'),
      trace: path,
    });
    expect(run).toMatchObject({ success: true, text: 'in the cart' });
    const [begin, first, second, , end] = records(path);
    expect(begin).toMatchObject({ kind: 'run', model: 'scripted', task: 'Put the headphones into the cart' });
    expect(first).toMatchObject({
      kind: 'step',
      n: 1,
      url: `${server.origin}/`,
      state: expect.stringContaining('Landmarks:'),
      snapshot: { document: expect.stringMatching(/./), elements: expect.any(Number) },
      replies: [{ text: expect.stringContaining('near_heading'), usage: { input: expect.any(Number) } }],
    });
    expect(second).toMatchObject({
      outcomes: [
        { tool: 'click', target: { role: 'button', name: 'Add to Cart', heading: 'Wireless Headphones' } },
        { left: true },
      ],
    });
    expect(end).toMatchObject({ kind: 'end', success: true, reason: 'done', steps: 3 });

    await openShop();
    expect(await replay(session, path)).toEqual({
      same: true,
      actions: 2,
      divergences: [],
      healed: [],
      stopped: false,
      text: 'in the cart',
    });
    expect(await cart()).toBe('["Wireless Headphones"]');
  });

  test('is replayed by role, name and place on a page whose numbers and order are others', async () => {
    const path = join(folder, 'shop.jsonl');
    await openShop();
    await session.page.evaluate(() => {
      for (const list of document.querySelectorAll('ul'))
        list.append(...Array.from(list.children).toReversed());
      for (const nav of document.querySelectorAll('nav'))
        nav.insertAdjacentHTML('afterbegin', '<a href="/new">New</a> ');
    });
    expect(await replay(session, path)).toMatchObject({ same: true, actions: 2 });
    expect(await cart()).toBe('["Wireless Headphones"]');
  });

  test('finds what is called otherwise now, and says where a replay diverges', async () => {
    const path = join(folder, 'shop.jsonl');
    await openShop();
    await session.page.evaluate(() => {
      for (const link of document.querySelectorAll('a'))
        if (link.textContent === 'Cart') link.textContent = 'Basket';
    });
    expect(await replay(session, path)).toMatchObject({
      same: true,
      actions: 2,
      healed: [{ step: 2, by: 'words', now: 'link "Basket"' }],
    });
    await openShop();
    await session.page.evaluate(() => {
      for (const link of document.querySelectorAll('a'))
        if (link.textContent === 'Cart') link.textContent = 'Imprint';
    });
    expect(await replay(session, path)).toMatchObject({
      same: false,
      stopped: true,
      actions: 1,
      divergences: [
        { step: 2, action: expect.stringContaining('(link "Cart")'), what: 'there is no link "Cart" now' },
      ],
    });
  });

  test('holds no secret: not of the task, not of the answers, not what was typed', async () => {
    const path = join(folder, 'login.jsonl');
    const secrets = [canary(1), canary(2)];
    const [password = '', code = ''] = secrets.map(({ value }) => value);
    await session.navigate(`${server.origin}/login`);
    const acts = [
      () => [{ get_region: { landmark: 'MAIN' } }],
      (question: ModelRequest) => [
        { fill: { index: numberIn(question, /User/), text: 'ada' } },
        { fill: { index: numberIn(question, /Password/), text: password } },
        { type_text: { index: numberIn(question, /Code/), text: code } },
        { click: { index: numberIn(question, /<button>Log in/) } },
      ],
      () => [{ done: { text: `Logged in with ${password}` } }],
    ];
    const lines: string[] = [];
    const model = new ScriptedModel((question, turn) => ({
      thinking: `The password is ${password}, ${code}`,
      next_goal: `type ${password}`,
      action: acts[turn]?.(question) ?? [],
    }));
    const run = await runAgent(session, `Log in as ada with ${password} and ${code}`, {
      model,
      trace: path,
      onStep: (step) => lines.push(JSON.stringify(step)),
    });
    expect(run).toMatchObject({ success: true, text: 'Logged in with [filled]' });
    const written = readFileSync(path, 'utf8');
    expect(findCanaries(written + JSON.stringify(run), secrets)).toEqual([]);
    // The first step was reported before anybody knew that these are secrets; the file was written anew.
    expect(findCanaries(lines.slice(1).join(''), secrets)).toEqual([]);
    expect(records(path)).toHaveLength(5);
    expect(written).toContain('"text":"ada"');
    await session.navigate(`${server.origin}/login`);
    expect(await replay(session, path)).toMatchObject({
      stopped: true,
      divergences: [{ what: expect.stringContaining('secret') }],
    });
  });

  test('is whole when the page dies in the middle', async () => {
    const path = join(folder, 'died.jsonl');
    const mortal = await Session.launch();
    await mortal.navigate(server.origin);
    const model = new ScriptedModel(async (question, turn) => {
      if (turn === 0) return { action: [{ query_elements: { text: 'cart', role: 'link' } }] };
      await mortal.page.context().browser()?.close();
      return { action: [{ click: { index: numberIn(question, /<a>Cart/) } }] };
    });
    const run = await runAgent(mortal, 'Open the cart', { model, trace: path });
    expect(run).toMatchObject({ success: false, reason: 'page' });
    expect(records(path).map(({ kind }) => kind)).toEqual(['run', 'step', 'step', 'end']);
    expect(readTrace(path).end).toMatchObject({ reason: 'page' });
  });

  test('numbers that were never shown are refused, and the run goes on', async () => {
    await openShop();
    const model = new ScriptedModel([
      { action: [{ click: { index: 4711 } }] },
      { action: [{ fail: { reason: 'no' } }] },
    ]);
    const run = await runAgent(session, 'Click', { model });
    expect(run.steps[0]?.outcomes[0]).toMatchObject({ error: { code: 'not_shown' } });
    expect(shownTo(model.requests[1])).toContain('error: No element [4711] was ever shown.');
  });

  test('with vision, a picture is part of the state', async () => {
    await openShop();
    const model = new ScriptedModel([{ action: [{ done: { text: '' } }] }]);
    await runAgent(session, 'Look', { model, vision: true });
    const [message] = model.requests[0]?.messages ?? [];
    expect(message && 'image' in message && message.image?.subarray(1, 4).toString()).toBe('PNG');
  });
});
