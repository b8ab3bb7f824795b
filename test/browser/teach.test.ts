import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ScriptedModel } from '../../src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../src/agent/runAgent.ts';
import { Session } from '../../src/session/Session.ts';
import { buildDataset } from '../../src/teach/buildDataset.ts';
import type { Example } from '../../src/teach/Example.ts';
import { numberIn } from '../support/agent.ts';
import { shopPages } from '../support/agentShop.ts';
import { canary, findCanaries } from '../support/canary.ts';
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
  session = await Session.launch();
});
afterAll(async () => {
  await session.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

async function examplesOf(
  trace: string,
): Promise<{ examples: Example[]; rejected: { code: string }[]; all: string }> {
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
    examples: lines<Example>('examples'),
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
