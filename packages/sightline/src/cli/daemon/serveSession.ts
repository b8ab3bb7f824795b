import { rmSync, statSync } from 'node:fs';
import { listenOnSocket } from './listenOnSocket.ts';
import { SessionServer } from './SessionServer.ts';
import { sessionPaths } from './sessionPaths.ts';
import type { Installation } from './startDaemon.ts';

const IDLE_MS = 30 * 60_000;
/** Characters of a process's log, which standard error is. */
const LOG_LIMIT = 16 * 1024;

/**
 * The life of a session's background process: it ends when the session does, when nobody used it for 30
 * minutes (SIGHTLINE_IDLE_MS), when it is told to, or at once where another of the same session is running.
 */
export async function serveSession(name: string, installation: Installation): Promise<void> {
  const paths = sessionPaths(name);
  const server = await listenOnSocket(paths);
  if (!server) return;
  const idleMs = Number(process.env.SIGHTLINE_IDLE_MS) || IDLE_MS;
  const sessionServer = new SessionServer({ name, version: installation.version, idleMs });
  server.on('connection', (socket) => sessionServer.accept(socket));
  logUncaughtErrors(() => sessionServer.end());
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => sessionServer.end());
  // The browser engine takes longest to load; the first command will want it.
  void import('../../session/Session.ts');
  await sessionServer.whenEnding;
  // From here on a command starts a process of its own.
  server.close();
  await sessionServer.whenEnded;
  await sessionServer.hangUp();
  removeIfEmpty(paths.log);
  process.exit();
}

function removeIfEmpty(log: string): void {
  if (statSync(log, { throwIfNoEntry: false })?.size === 0) rmSync(log, { force: true });
}

/** A stray rejection is noted; an exception that nobody caught ends the process, and the browser with it. */
function logUncaughtErrors(endSession: () => void): void {
  let writtenLength = 0;
  const logError = (error: unknown): void => {
    const text = `${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`;
    if (writtenLength < LOG_LIMIT) process.stderr.write(text.slice(0, LOG_LIMIT - writtenLength));
    writtenLength += text.length;
  };
  process.on('unhandledRejection', logError);
  process.on('uncaughtException', (error) => {
    logError(error);
    process.exitCode = 1;
    endSession();
  });
}
