// `npm run bench -- clients [--write] [client...]`: MCP clients of other makers with Sightline in each profile, with Playwright
// MCP and with chrome-devtools-mcp: what the definitions of the tools and one flow cost in tokens, whether the flow passes, and whether
// the client ends clean. Prints a report, and writes it to benchmarks/out/clients.md and clients.json; `--write` also replaces
// the figures in docs/benchmarks.md.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import {
  CLIENTS,
  type Flow,
  type FlowStep,
  isCleanEnd,
  playFlow,
} from '../../../../test/long/clients/playFlow.ts';
import { listenLocally } from '../../src/bench/suites/localServer.ts';
import { benchmarkPath, repositoryPath } from '../paths.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { writeTable } from '../writeTable.ts';
import { listServers, type MeasuredServer, sightlineSteps } from './servers.ts';

const folder = repositoryPath('test/long/clients');
const python = join(folder, '.venv/bin/python');
const ORDER = `<!doctype html><title>Order</title><main><h1>Order</h1><button onclick="this.after(' Sent')">Send order</button></main>`;

interface FlowResult {
  client: string;
  server: string;
  tools: number;
  /** o200k of name, description and input schema of every tool, as the client sees them. */
  definitions: number;
  /** o200k of the answers of the flow. */
  answers: number;
  /** `passed`; else what was missing. */
  outcome: string;
}

export async function run(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { write: { type: 'boolean' } },
  });
  const clients = CLIENTS.filter((name) => positionals.length === 0 || positionals.includes(name));
  installClients();
  const web = await listenLocally((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ORDER);
  });
  const runtime = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { ...definedEnv(), XDG_RUNTIME_DIR: runtime, CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' };
  try {
    const results = await measureAll(clients, web.origin, env);
    const figures = report(clients, results);
    console.log(figures.join('\n\n'));
    writeOut('clients', results, figures);
    if (options.write) writeFigures('npm run bench -- clients --write', figures);
  } finally {
    await web.close();
    rmSync(runtime, { recursive: true, force: true });
  }
}

function installClients(): void {
  console.error('bench: installing clients and servers');
  for (const packages of [folder, benchmarkPath('clients')])
    execFileSync('npm', ['ci', '--prefix', packages, '--ignore-scripts'], { stdio: ['ignore', 2, 2] });
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', join(folder, '.venv')]);
  const requirements = join(folder, 'requirements.txt');
  execFileSync(python, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '-r',
    requirements,
  ]);
}

const definedEnv = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));

async function measureAll(
  clients: readonly string[],
  url: string,
  env: Record<string, string>,
): Promise<FlowResult[]> {
  const results: FlowResult[] = [];
  for (const measured of listServers(env)) {
    const button = await findButton(measured, url).catch(({ message }: Error) => {
      console.error(`bench: ${message}`);
      return '';
    });
    const steps = measured.steps(url, button);
    for (const client of clients) results.push(await measure(client, measured, steps));
  }
  for (const client of clients) {
    const { url: address, headers, close } = await startHttpServer(env);
    const server = { url: address, headers, env };
    const measured = { name: 'Sightline, core over HTTP', server };
    results.push(await measure(client, measured, sightlineSteps(url, true)));
    await close();
  }
  return results;
}

/** How the server calls the button, from a flow that ends with what the page shows. */
async function findButton({ server, steps, button, name }: MeasuredServer, url: string): Promise<string> {
  if (!button) return '';
  const [client = ''] = CLIENTS.filter((one) => one.includes('2025-11-25'));
  const plan = { server, steps: steps(url, '').slice(0, -1) };
  const { answers } = await playFlow(client, plan, { folder, python });
  const [, found] = answers.map((answer) => button.exec(answer)).find((match) => match !== null) ?? [];
  if (found === undefined) throw new Error(`${name} shows no button: ${answers.join('\n')}`);
  return found;
}

async function measure(
  client: string,
  { name, server }: Pick<MeasuredServer, 'name' | 'server'>,
  steps: readonly FlowStep[],
): Promise<FlowResult> {
  console.error(`bench: ${client}, ${name}`);
  const flow = await playFlow(client, { server, steps }, { folder, python }).catch(
    ({ message }: Error): Flow => ({ tools: [], answers: [], stderr: `Error: ${message}` }),
  );
  const count = (values: readonly string[]): number =>
    values.reduce((sum, text) => sum + countTokens(text, { disallowedSpecial: new Set() }), 0);
  return {
    client,
    server: name,
    tools: flow.tools.length,
    definitions: count([JSON.stringify(flow.tools)]),
    answers: count(flow.answers),
    outcome: outcomeOf(flow, steps),
  };
}

function outcomeOf({ tools, answers, stderr }: Flow, steps: readonly FlowStep[]): string {
  if (tools.length === 0) return refusalOf(stderr);
  if (!isCleanEnd(stderr)) return 'errors at the end';
  if (answers.length === 1 && answers[0]) return 'passed, one call';
  if (!answers.join('\n').includes('Send order')) return 'the page was not shown';
  const clicks = steps.length > 2;
  if (clicks && !answers.at(-1)?.includes('Sent')) return 'the click was not shown';
  return 'passed';
}

/** Short: the error names the whole command with its environment. */
const refusalOf = (stderr: string): string =>
  /version/i.test(stderr.split('\n').slice(1).join('\n')) ? 'speaks another version' : 'no tools';

function report(clients: readonly string[], results: readonly FlowResult[]): string[] {
  const servers = [...new Set(results.map(({ server }) => server))];
  const of = (server: string): FlowResult[] => results.filter((result) => result.server === server);
  const range = (values: readonly number[]): string => {
    if (values.length === 0) return '-';
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const write = (value: number): string => value.toLocaleString('en');
    return least === most ? write(least) : `${write(least)} to ${write(most)}`;
  };
  const costs = servers.map((server) => {
    const own = of(server).filter(({ tools }) => tools > 0);
    const whole = own.filter(({ outcome }) => outcome === 'passed');
    const passed = of(server).filter(({ outcome }) => outcome.startsWith('passed')).length;
    return [
      server,
      range(own.map(({ tools }) => tools)),
      range(own.map(({ definitions }) => definitions)),
      range(whole.map(({ answers }) => answers)),
      `${passed} of ${clients.length}`,
    ];
  });
  const outcomes = servers.map((server) => [server, ...of(server).map(({ outcome }) => outcome)]);
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}. Node ${process.versions.node}. Tokens are o200k.`,
    writeTable(['server', 'tools', 'definitions', 'answers of the flow', 'passed, clean end'], costs),
    writeTable(['server', ...clients], outcomes),
  ];
}
