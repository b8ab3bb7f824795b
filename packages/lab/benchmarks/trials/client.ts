// What `w`, `_start` and `_done` of a trial run: `client.mjs w|start|done ...`, with client.json beside it. It needs nothing
// but Node. `w` runs a shell line, passes its output through, and writes a line about it to the log.

import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClientSettings, CommandRow } from './TrialFolder.ts';

const settings: ClientSettings = JSON.parse(readFileSync(join(import.meta.dirname, 'client.json'), 'utf8'));
/** A command line may leave a process behind that keeps its output open. */
const REST_MS = 200;

const [action = '', ...rest] = process.argv.slice(2);
if (action === 'w') runLine(rest);
else await askServer(action, rest);

/** `_start w TASK`, `_done w TASK ["the answer"]`. */
async function askServer(path: string, [, task = '', answer = '']: readonly string[]): Promise<void> {
  const body = JSON.stringify({ task, answer });
  const port = readPort(task);
  const response = await fetch(`http://127.0.0.1:${settings.port}/${path}`, { method: 'POST', body });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
  if (path === 'done' && response.ok && settings.end) endTool(task, port ?? '');
}

/** The debugging port of a task that was started. */
function readPort(task: string): string | undefined {
  const file = join(settings.ports, task);
  return task && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** `w help ["shell line"]`, `w TASK ["shell line"]`; without a line, a script is read from standard input. */
function runLine([task = '', line]: readonly string[]): void {
  const port = readPort(task);
  if (task === 'help') runLogged('_help', line ?? settings.help, {});
  else if (port) runLogged(task, line ?? settings.script, { PORT: port });
  else {
    console.error(`no browser: _start w ${task || 'TASK'}`);
    process.exitCode = 1;
  }
}

function runLogged(name: string, line: string, added: Record<string, string>): void {
  const env = environmentOf(name, added);
  const t = new Date().toISOString();
  const started = performance.now();
  const out: Buffer[] = [];
  const input: Buffer[] = [];
  const child = spawn('bash', ['-c', line], { stdio: 'pipe', env, cwd: join(settings.run, 'work') });
  let ended: { exit: number; ms: number } | undefined;
  let idle: NodeJS.Timeout | undefined;
  const finish = (): void => {
    const { exit, ms } = ended ?? { exit: 1, ms: 0 };
    const stdin = Buffer.concat(input).toString('utf8');
    writeRow(name, {
      ...{ t, argv: ['bash', '-c', line], turn: process.ppid, ms, exit },
      out: Buffer.concat(out).toString('utf8'),
      ...(stdin && { stdin }),
    });
    process.stdout.write('', () => process.exit(exit));
  };
  const restart = (): void => {
    clearTimeout(idle);
    idle = setTimeout(finish, REST_MS);
  };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (data: Buffer) => {
      out.push(data);
      process[name].write(data);
      if (ended) restart();
    });
  process.stdin.on('data', (data: Buffer) => {
    input.push(data);
    child.stdin.write(data);
  });
  process.stdin.on('end', () => child.stdin.end());
  child.stdin.on('error', () => undefined);
  child.on('exit', (code, signal) => {
    ended = { exit: code ?? (signal ? 129 : 1), ms: Math.round(performance.now() - started) };
    restart();
  });
}

function environmentOf(task: string, added: Record<string, string>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, ...added };
  const stands: Record<string, string | undefined> = { TASK: task, PORT: added.PORT, RUN: settings.run };
  for (const [key, value] of Object.entries(settings.env))
    env[key] = value.replace(/\b(?:TASK|PORT|RUN)\b/g, (word) => stands[word] ?? '');
  env.PATH = `${settings.path}:${process.env.PATH}`;
  return env;
}

/** Ends what the tool left running, so that 24 tasks do not leave 24 processes. */
function endTool(task: string, port: string): void {
  const options = { env: environmentOf(task, { PORT: port }), cwd: join(settings.run, 'work') };
  spawnSync('bash', ['-c', settings.end], { ...options, stdio: 'ignore', timeout: 10_000 });
}

function writeRow(name: string, row: CommandRow): void {
  const file = join(settings.logs, `${name}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}
