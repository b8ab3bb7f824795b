import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../packages/sightline/src/cli/daemon/acquireLock.ts';
import { listenOnSocket } from '../../packages/sightline/src/cli/daemon/listenOnSocket.ts';
import type { SessionPaths } from '../../packages/sightline/src/cli/daemon/sessionPaths.ts';

let folder: string;
let paths: SessionPaths;
let servers: Server[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sl-'));
  paths = { socket: join(folder, 'x.sock'), lock: join(folder, 'x.lock'), log: join(folder, 'x.log') };
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

/** Opens the socket as so many processes would at the same moment; answers those that got it. */
async function listenAll(count: number): Promise<Server[]> {
  const tried = await Promise.all(Array.from({ length: count }, () => listenOnSocket(paths)));
  servers.push(...tried.filter((server) => server !== undefined));
  return servers;
}

describe.runIf(process.platform !== 'win32')('listen', () => {
  it('lets one of many have the socket', async () => {
    expect(await listenAll(8)).toHaveLength(1);
    expect(await listenAll(1)).toHaveLength(1);
  });

  it('takes over a socket that nobody listens to', async () => {
    writeFileSync(paths.socket, '');
    expect(await listenAll(4)).toHaveLength(1);
    expect(statSync(paths.socket).isSocket()).toBe(true);
    expect(statSync(paths.socket).mode & 0o777).toBe(0o600);
  });

  it('waits for whoever holds the lock', async () => {
    const release = acquireLock(paths.lock);
    let opened = false;
    const listening = listenAll(1).then(() => {
      opened = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(opened).toBe(false);
    release?.();
    await listening;
    expect(servers).toHaveLength(1);
  });

  it('releases the lock, whether it got the socket or not', async () => {
    await listenAll(3);
    expect(acquireLock(paths.lock)).toBeTypeOf('function');
  });
});
