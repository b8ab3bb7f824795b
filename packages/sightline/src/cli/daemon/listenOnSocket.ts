import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { acquireLock } from './acquireLock.ts';
import { connectSocket } from './connectSocket.ts';
import type { SessionPaths } from './sessionPaths.ts';

/**
 * Opens a session's socket; undefined if another process listens there. A lock lets only one process at a time
 * check and open; a stale socket is replaced.
 */
export async function listenOnSocket({ socket, lock }: SessionPaths): Promise<Server | undefined> {
  for (;;) {
    const release = acquireLock(lock);
    try {
      const existing = await connectSocket(socket);
      existing?.destroy();
      if (existing) return undefined;
      if (release) return await openSocket(socket);
    } finally {
      release?.();
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function openSocket(path: string): Promise<Server> {
  // A stale socket of a killed process; the lock keeps other processes out.
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
