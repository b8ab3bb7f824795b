import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Place, RunningApplication } from './Application.ts';

interface ServerOptions {
  env?: Record<string, string>;
  /** Answers when it is ready; default `/`. */
  path?: string;
}

/** Starts a server of an application, and waits until it answers; its output goes to `server.log` of the data. */
export async function startServer(
  { data, port }: Place,
  [command = '', ...args]: readonly string[],
  { env = {}, path = '/' }: ServerOptions = {},
): Promise<RunningApplication> {
  const log = openSync(join(data, 'server.log'), 'a');
  const server = spawn(command, args, {
    cwd: data,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  server.on('error', () => undefined);
  const origin = `http://127.0.0.1:${port}`;
  const running = { origin, close: () => stop(server) };
  await waitUntilAnswered(origin + path, server).catch(async (error) => {
    await running.close();
    throw error;
  });
  return running;
}

const START_TIMEOUT_MS = 180_000;

async function waitUntilAnswered(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const status = await fetch(url, { redirect: 'manual' }).then(
      (response) => response.status,
      () => 500,
    );
    if (status < 500) return;
    if (server.exitCode !== null || server.pid === undefined)
      throw new Error('the server ended: read server.log');
    if (Date.now() > end) throw new Error(`the server does not answer at ${url}`);
    await setTimeout(250);
  }
}

/** Ends a server with all processes that it started. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.pid === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(-server.pid, signal);
    } catch {
      return;
    }
    await Promise.race([new Promise((resolve) => server.once('exit', resolve)), setTimeout(5_000)]);
  }
}
