import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';

/** Opening a socket takes milliseconds: an older lock was left by a crash. */
const STALE_MS = 10_000;

/**
 * Acquires the lock file at `path` if it is free or stale. Returns its release function; undefined if the lock is
 * taken.
 */
export function acquireLock(path: string): (() => void) | undefined {
  const ownContent = `${process.pid} ${Date.now()} ${Math.random()}`;
  if (!createLock(path, ownContent)) {
    const current = readLock(path);
    if (current === undefined || !isStale(path, current)) return undefined;
    removeStale(path, current);
    if (!createLock(path, ownContent)) return undefined;
  }
  return () => {
    if (readLock(path) === ownContent) unlinkSync(path);
  };
}

function createLock(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isStale(path: string, current: string): boolean {
  const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (modifiedAt === undefined) return false;
  const ownerPid = Number.parseInt(current, 10);
  return Date.now() - modifiedAt > STALE_MS || (ownerPid > 0 && !isRunning(ownerPid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Renaming first lets only one of several processes remove the lock. If the renamed file is a newer lock, taken
// since it was read, it is put back.
function removeStale(path: string, current: string): void {
  const asidePath = `${path}.${process.pid}`;
  try {
    renameSync(path, asidePath);
    if (readLock(asidePath) !== current) linkSync(asidePath, path);
  } catch {
    // Another process was first, or a newer lock exists.
  }
  if (readLock(asidePath) !== undefined) unlinkSync(asidePath);
}
