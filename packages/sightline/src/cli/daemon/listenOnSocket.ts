import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { acquireLock } from './acquireLock.ts';
import { connectSocket } from './connectSocket.ts';
import type { SessionPaths } from './sessionPaths.ts';

/**
 * Opens a session's socket; undefined when another process listens there. Only one process at a time looks
 * and opens, and a socket that was left over is taken over.
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
