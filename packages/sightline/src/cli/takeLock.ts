import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';

/** A lock is held for the milliseconds it takes to open a socket. One older than this was left by a crash. */
const STALE_MS = 10_000;

/**
 * Takes the lock file at `path` if it is free, or was left by a process that has gone.
 * Answers how to release it; undefined when somebody holds it.
 */
export function takeLock(path: string): (() => void) | undefined {
  const mine = `${process.pid} ${Date.now()} ${Math.random()}`;
  if (!create(path, mine)) {
    const held = read(path);
    if (held === undefined || !isStale(path, held)) return undefined;
    removeStale(path, held);
    if (!create(path, mine)) return undefined;
  }
  return () => {
    if (read(path) === mine) unlinkSync(path);
  };
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isStale(path: string, held: string): boolean {
  const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (modifiedAt === undefined) return false;
  const holder = Number.parseInt(held, 10);
  return Date.now() - modifiedAt > STALE_MS || (holder > 0 && !isRunning(holder));
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
function removeStale(path: string, held: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== held) linkSync(aside, path);
  } catch {
    // Another rescuer was first, or a newer lock stands already: both leave it to them.
  }
  if (read(aside) !== undefined) unlinkSync(aside);
}
