import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';

/** A lock is held for the milliseconds it takes to open a socket. One older than this was left by a crash. */
const STALE_MS = 10_000;

/**
 * Takes the lock file at `path` if it is free, or was left by a process that has gone.
 * Answers how to release it; undefined when somebody holds it.
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

// Renaming first makes one of several rescuers the one that removes it. If what was renamed turns out to
// be a new lock, taken since it was read, it is put back.
function removeStale(path: string, current: string): void {
  const asidePath = `${path}.${process.pid}`;
  try {
    renameSync(path, asidePath);
    if (readLock(asidePath) !== current) linkSync(asidePath, path);
  } catch {
    // Another rescuer was first, or a newer lock stands already: both leave it to them.
  }
  if (readLock(asidePath) !== undefined) unlinkSync(asidePath);
}
