import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROFILES, toolsOf } from '../../packages/sightline/src/mcp/profiles.ts';
import { Cli, finish, main, until } from '../cli/Cli.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

/**
 * Clients of other makers, installed here from their registries, play one flow with the server and end: over standard
 * input in every profile, and over HTTP.
 */
const folder = fileURLToPath(new URL('clients/', import.meta.url));
const python = `${folder}.venv/bin/python`;
const CLIENTS: Readonly<Record<string, { run: string[]; era?: string }>> = {
  'TypeScript SDK, 2026-07-28': { run: [process.execPath, 'typescript_sdk.mjs'], era: 'modern' },
  'TypeScript SDK, 2025-11-25': { run: [process.execPath, 'typescript_sdk.mjs'], era: 'legacy' },
  'AI SDK': { run: [process.execPath, 'ai_sdk.mjs'] },
  'MCP Inspector': { run: [process.execPath, 'inspector.mjs'] },
  'Python SDK': { run: [python, 'python_mcp.py'] },
  'LangChain adapters': { run: [python, 'python_langchain.py'] },
};

const ORDER = `<title>Order</title><main><h1>Order</h1><button onclick="this.after(' Sent')">Send order</button></main>`;

let web: TestServer;
let cli: Cli;
/** What a client hands to the server that it starts. */
let env: Record<string, string>;
beforeAll(async () => {
  execFileSync('npm', ['ci', '--prefix', folder, '--ignore-scripts'], { stdio: 'ignore' });
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', `${folder}.venv`]);
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '-r',
    `${folder}requirements.txt`,
  ];
  execFileSync(python, pip);
  web = await startServer({ '/': ORDER, '/count': COUNT });
  cli = new Cli();
  const names = ['HOME', 'PATH', 'SIGHTLINE_BROWSER', 'SIGHTLINE_SESSION', 'TMPDIR', 'XDG_RUNTIME_DIR'];
  env = Object.fromEntries(names.flatMap((name) => (cli.env[name] ? [[name, cli.env[name]]] : [])));
});
afterAll(async () => {
  await cli.cleanUp();
  await web.close();
});

/** Shows who asked for it, and how often its button was pressed. */
const COUNT = `<title>Count</title><button>Count</button><p></p><script>
  let count = 0;
  const show = () => { document.querySelector('p').textContent = location.search.slice(1) + ': ' + count; };
  document.querySelector('button').onclick = () => { count++; show(); };
  show();
</script>`;

interface Flow {
  tools: string[];
  answers: string[];
}

/** Plays the flow in a process of its own, which has to end by itself, with nothing on standard error. */
async function play(name: string, server: object, steps: [string, object][]): Promise<Flow> {
  const { run: [command = '', ...args] = [], era } = CLIENTS[name] ?? { run: [] };
  const plan = JSON.stringify({ ...server, era, steps });
  const { stdout, stderr } = await promisify(execFile)(command, [...args, plan], {
    cwd: folder,
    timeout: 600_000,
  });
  expect(stderr).not.toMatch(/Error|Traceback|Exception/);
  return JSON.parse(stdout) as Flow;
}

describe.each(Object.keys(CLIENTS))('%s', (name) => {
  test.each(PROFILES)('over standard input, profile %s', async (profile) => {
    const server = { command: process.execPath, args: [main, 'mcp', '--profile', profile], env };
    const steps: [string, object][] = [
      ['open', { url: web.origin }],
      ['look', {}],
      ...(profile === 'read-only' ? [] : [['click', { index: 1 }] as [string, object]]),
    ];
    const { tools, answers } = await play(name, server, steps);
    expect(tools).toEqual(toolsOf(profile).map((tool) => tool.name));
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
    const flows = await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        const calls = Array.from({ length: 199 }, (_, call): [string, object] =>
          call % 4 === 0 ? ['click', { index: 1 }] : ['look', {}],
        );
        const steps: [string, object][] = [
          ['open', { url: `${web.origin}/count?client-${client}` }],
          ...calls,
        ];
        return play('TypeScript SDK, 2025-11-25', server, steps);
      }),
    );
    for (const [client, { answers }] of flows.entries()) {
      expect(answers).toHaveLength(200);
      const seen = answers.map((answer) => /client-\d/.exec(answer)?.[0]);
      expect(new Set(seen)).toEqual(new Set([`client-${client}`]));
      expect(answers[197]).toContain(`client-${client}: 50`);
    }
    expect(cli.browsers()).toHaveLength(8);
    await until(() => cli.browsers().length === 0);
  } finally {
    child.kill('SIGTERM');
    await finish(child);
  }
});

async function serveHttp(): Promise<{ child: ChildProcess; server: object }> {
  const child = cli.start(['mcp', '--http', '0']);
  let printed = '';
  child.stderr?.on('data', (text) => {
    printed += text;
  });
  await until(() => printed.includes('\n'));
  const [, url = '', token = ''] = /serving at (\S+) to whoever has the token (\S+)\n/.exec(printed) ?? [];
  return { child, server: { url, headers: { authorization: `Bearer ${token}` }, env } };
}
