import { rmSync, statSync } from 'node:fs';
import type { Installation } from './Installation.ts';
import { listen } from './listen.ts';
import { pathsOf } from './runtimeFolder.ts';
import { SessionServer } from './SessionServer.ts';

const IDLE_MS = 30 * 60_000;
/** Characters of a process's log, which standard error is. */
const LOG_LIMIT = 16 * 1024;

/**
 * The life of a session's background process: it ends when the session does, when nobody used it for 30
 * minutes (SIGHTLINE_IDLE_MS), when it is told to, or at once where another of the same session is running.
 */
export async function serve(name: string, installation: Installation): Promise<void> {
  const paths = pathsOf(name);
  const server = await listen(paths);
  if (!server) return;
  const idleMs = Number(process.env.SIGHTLINE_IDLE_MS) || IDLE_MS;
  const sessions = new SessionServer({ name, version: installation.version, idleMs });
  server.on('connection', (socket) => sessions.accept(socket));
  keepLog(() => sessions.end());
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => sessions.end());
  // The browser engine takes longest to load; the first command will want it.
  void import('../session/Session.ts');
  await sessions.whenEnding;
  // From here on a command starts a process of its own.
  server.close();
  await sessions.whenEnded;
  await sessions.hangUp();
  removeIfEmpty(paths.log);
  process.exit();
}

function removeIfEmpty(log: string): void {
  if (statSync(log, { throwIfNoEntry: false })?.size === 0) rmSync(log, { force: true });
}

/** A stray rejection is noted; an exception that nobody caught ends the process, and the browser with it. */
function keepLog(end: () => void): void {
  let written = 0;
  const note = (error: unknown): void => {
    const text = `${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`;
    if (written < LOG_LIMIT) process.stderr.write(text.slice(0, LOG_LIMIT - written));
    written += text.length;
  };
  process.on('unhandledRejection', note);
  process.on('uncaughtException', (error) => {
    note(error);
    process.exitCode = 1;
    end();
  });
}
