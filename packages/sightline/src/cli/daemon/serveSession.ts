import { rmSync, statSync } from 'node:fs';
import { listenOnSocket } from './listenOnSocket.ts';
import { SessionServer } from './SessionServer.ts';
import { sessionPaths } from './sessionPaths.ts';
import type { Installation } from './startDaemon.ts';

const IDLE_MS = 30 * 60_000;
/** Limit for the log of a process (its standard error), characters. */
const LOG_LIMIT = 16 * 1024;

/**
 * Runs a session's background process. It ends with the session, after 30 minutes without a command
 * (SIGHTLINE_IDLE_MS), on request, or at once if another process serves the session.
 */
export async function serveSession(
  name: string,
  workspace: string,
  installation: Installation,
): Promise<void> {
  const paths = sessionPaths(name, workspace);
  const server = await listenOnSocket(paths);
  if (!server) return;
  const idleMs = Number(process.env.SIGHTLINE_IDLE_MS) || IDLE_MS;
  const sessionServer = new SessionServer({ name, version: installation.version, idleMs });
  server.on('connection', (socket) => sessionServer.accept(socket));
  logUncaughtErrors(() => sessionServer.end());
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => sessionServer.end());
  // Preloads the browser module, which is slow to load and needed by the first command.
  void import('../../session/Session.ts');
  await sessionServer.whenEnding;
  // From here on a new command starts another process.
  server.close();
  await sessionServer.whenEnded;
  await sessionServer.hangUp();
  removeIfEmpty(paths.log);
  process.exit();
}

function removeIfEmpty(log: string): void {
  if (statSync(log, { throwIfNoEntry: false })?.size === 0) rmSync(log, { force: true });
}

/** Logs unhandled rejections; an uncaught exception ends the process and its browser. */
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
