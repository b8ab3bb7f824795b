import { rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { connect } from './connect.ts';
import type { Installation } from './Installation.ts';
import { pathsOf, type SessionPaths } from './runtimeFolder.ts';
import { SessionServer } from './SessionServer.ts';
import { takeLock } from './takeLock.ts';

const IDLE_MS = 30 * 60_000;
/** Characters of a process's log, which standard error is. */
const LOG_LIMIT = 16 * 1024;

/**
 * The life of a session's background process: it ends when the session does, when nobody used it for 30
 * minutes (SIGHTLINE_IDLE_MS), when it is told to, or at once where another of the same session is running.
 */
export async function serve(name: string, installation: Installation): Promise<void> {
  const idleMs = Number(process.env.SIGHTLINE_IDLE_MS) || IDLE_MS;
  const sessions = new SessionServer({ name, version: installation.version, idleMs });
  const paths = pathsOf(name);
  const server = await listen(paths);
  if (!server) return;
  server.on('connection', (socket) => sessions.accept(socket));
  keepLog(() => sessions.end());
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => sessions.end());
  // The browser engine takes longest to load; the first command will want it.
  void import('../session/Session.ts');
  await sessions.whenEnding;
  // From here on a command starts a process of its own.
  server.close();
  await sessions.whenEnded;
  removeIfEmpty(paths.log);
  process.exit();
}

/** Opens the session's socket; undefined when another process listens there. */
async function listen({ socket, lock }: SessionPaths): Promise<Server | undefined> {
  for (;;) {
    const release = takeLock(lock);
    try {
      const other = await connect(socket);
      other?.destroy();
      if (other) return undefined;
      if (release) return await openSocket(socket);
    } finally {
      release?.();
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function openSocket(path: string): Promise<Server> {
  // Left over from a process that was killed: nobody listens, and nobody else is here under the lock.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer();
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return server;
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
