import type { ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { connectSocket } from './connectSocket.ts';
import { type SessionPaths, sessionPaths, workspaceOf } from './sessionPaths.ts';

/** The copy of Sightline that a command belongs to. */
export interface Installation {
  /** Path of the file that Node runs for another process of this copy. */
  main: string;
  version: string;
}

/** Log size at which it is truncated, bytes. */
const LOG_LIMIT = 64 * 1024;
const DEADLINE_MS = 20_000;

/**
 * Starts the process of a session of this folder's workspace, and waits until it listens. If several commands do so at once, one process serves them
 * all. @throws SightlineError `internal`, with the last line of the process's log
 */
export async function startDaemon(session: string, installation: Installation): Promise<void> {
  const workspace = workspaceOf(process.cwd());
  const paths = sessionPaths(session, workspace);
  const child = await spawnDaemon([session, workspace], installation, paths);
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const socket = await connectSocket(paths.socket);
    socket?.destroy();
    if (socket) return;
    if (hasFailed(child)) throw couldNotStart(paths.log);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw couldNotStart(paths.log);
}

/**
 * Detached and without inherited files: `$(sightline open ...)` returns, and neither Ctrl-C nor a closed terminal
 * ends the process. It runs in the folder of the sockets, so that it keeps no other folder busy.
 */
async function spawnDaemon(
  names: string[],
  { main }: Installation,
  { log, lock }: SessionPaths,
): Promise<ChildProcess> {
  const { spawn } = await import('node:child_process');
  const output = openLog(log);
  try {
    const child = spawn(process.execPath, [main, '--serve', ...names], {
      detached: true,
      stdio: ['ignore', output, output],
      cwd: dirname(lock),
      windowsHide: true,
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

function openLog(path: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const log = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  if (statSync(path).size > LOG_LIMIT) truncateSync(path);
  return log;
}

/** Exit code 0 means that another process already serves the session. */
function hasFailed({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid === undefined || signalCode !== null || (exitCode !== null && exitCode !== 0);
}

function couldNotStart(log: string): SightlineError {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const lastLine = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1);
  return new SightlineError(
    'internal',
    `The session's background process could not start: ${lastLine || 'no reason given'}.`,
    {
      hint: `See ${log}.`,
      retryable: true,
    },
  );
}
