import { type ChildProcess, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROFILES, toolsOf } from '../../packages/sightline/src/mcp/profiles.ts';
import { Cli, finish, main, until } from '../cli/Cli.ts';
import { installPython } from '../support/installPython.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import {
  CLIENTS,
  type Flow,
  type FlowServer,
  type FlowStep,
  isCleanEnd,
  playFlow,
} from './clients/playFlow.ts';

/**
 * Clients of other makers, installed here from their registries, play one flow with the server and end: over standard
 * input in every profile, and over HTTP.
 */
const folder = fileURLToPath(new URL('clients/', import.meta.url));
let python: string;
const ORDER = `<title>Order</title><main><h1>Order</h1><button onclick="this.after(' Sent')">Send order</button></main>`;

let web: TestServer;
let cli: Cli;
/** What a client passes to the server that it starts. */
let env: Record<string, string>;
beforeAll(async () => {
  execFileSync('npm', ['ci', '--prefix', folder, '--ignore-scripts'], { stdio: 'ignore' });
  python = installPython('clients', ['-r', `${folder}requirements.txt`]);
  web = await startServer({ '/': ORDER, '/count': COUNT });
  cli = new Cli();
  const names = ['HOME', 'PATH', 'SIGHTLINE_BROWSER', 'SIGHTLINE_SESSION', 'TMPDIR', 'XDG_RUNTIME_DIR'];
  env = Object.fromEntries(names.flatMap((name) => (cli.env[name] ? [[name, cli.env[name]]] : [])));
});
afterAll(async () => {
  await cli.close();
  await web.close();
});

/** Shows who asked for it, and how often its button was pressed. */
const COUNT = `<title>Count</title><button>Count</button><p></p><script>
  let count = 0;
  const show = () => { document.querySelector('p').textContent = location.search.slice(1) + ': ' + count; };
  document.querySelector('button').onclick = () => { count++; show(); };
  show();
</script>`;

/** Plays the flow in a process of its own, which has to end by itself, with no error on standard error. */
async function play(client: string, server: FlowServer, steps: FlowStep[]): Promise<Flow> {
  const flow = await playFlow(client, { server, steps }, { folder, python });
  expect(isCleanEnd(flow.stderr), flow.stderr).toBe(true);
  return flow;
}

describe.each(CLIENTS)('%s', (name) => {
  test.each(PROFILES)('over standard input, profile %s', async (profile) => {
    const server = { command: process.execPath, args: [main, 'mcp', '--profile', profile], env };
    const steps: FlowStep[] = [
      ['open', { url: web.origin }],
      ['look', {}],
      ...(profile === 'read-only' ? [] : [['click', { index: 1 }] as FlowStep]),
    ];
    const { tools, answers } = await play(name, server, steps);
    expect(tools.map((tool) => tool.name)).toEqual(toolsOf(profile).map((tool) => tool.name));
    expect(answers[0]).toContain('[1]<button>Send order');
    expect(answers[2] ?? 'Sent').toContain('Sent');
  });

  test('over HTTP', async () => {
    const { child, server } = await serveHttp();
    try {
      const { answers } = await play(name, server, [
        ['open', { url: web.origin }],
        ['look', {}],
        ['click', { index: 1 }],
      ]);
      expect(answers[1]).toContain('[1]<button>Send order');
      expect(answers[2]).toContain('Sent');
    } finally {
      child.kill('SIGTERM');
      await finish(child);
    }
  });
});

test('eight clients over HTTP that name no session: 200 calls each, no page of another, no call lost, no browser left', async () => {
  const { child, server } = await serveHttp();
  try {
    const playing = Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        const calls = Array.from(
          { length: 199 },
          (_, call): FlowStep => (call % 4 === 0 ? ['click', { index: 1 }] : ['look', {}]),
        );
        const steps: FlowStep[] = [['open', { url: `${web.origin}/count?client-${client}` }], ...calls];
        return play('TypeScript SDK, 2025-11-25', server, steps);
      }),
    );
    // Now: the browser of a client that has left long before the others has ended.
    await expect.poll(() => cli.browsers(), { timeout: 600_000 }).toHaveLength(8);
    const flows = await playing;
    for (const [client, { answers }] of flows.entries()) {
      expect(answers).toHaveLength(200);
      const seen = answers.map((answer) => /client-\d/.exec(answer)?.[0]);
      expect(new Set(seen)).toEqual(new Set([`client-${client}`]));
      expect(answers[197]).toContain(`client-${client}: 50`);
    }
    await until(() => cli.browsers().length === 0);
  } finally {
    child.kill('SIGTERM');
    await finish(child);
  }
});

async function serveHttp(): Promise<{ child: ChildProcess; server: FlowServer }> {
  const child = cli.start(['mcp', '--http', '0']);
  let printed = '';
  child.stderr?.on('data', (text) => {
    printed += text;
  });
  await until(() => printed.includes('\n'));
  const [, url = '', token = ''] = /serving at (\S+) to whoever has the token (\S+)\n/.exec(printed) ?? [];
  return { child, server: { url, headers: { authorization: `Bearer ${token}` }, env } };
}
