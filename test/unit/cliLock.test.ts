import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../packages/sightline/src/cli/daemon/acquireLock.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  path = join(folder, 'x.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid;
}

describe('takeLock', () => {
  it('is taken by one at a time', () => {
    const release = acquireLock(path);
    expect(release).toBeTypeOf('function');
    expect(acquireLock(path)).toBeUndefined();
    release?.();
    expect(existsSync(path)).toBe(false);
    expect(acquireLock(path)).toBeTypeOf('function');
  });

  it('is taken over from a process that has gone', () => {
    writeFileSync(path, `${deadPid()} 0 0`);
    const release = acquireLock(path);
    expect(release).toBeTypeOf('function');
    expect(acquireLock(path)).toBeUndefined();
    release?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over when it is old, though a process of that number runs', () => {
    writeFileSync(path, `${process.ppid} 0 0`);
    expect(acquireLock(path)).toBeUndefined();
    const before = new Date(Date.now() - 60_000);
    utimesSync(path, before, before);
    expect(acquireLock(path)).toBeTypeOf('function');
  });

  it('is left alone while it is being written', () => {
    writeFileSync(path, '');
    expect(acquireLock(path)).toBeUndefined();
    expect(existsSync(path)).toBe(true);
  });

  it('releases nothing that it no longer holds', () => {
    const release = acquireLock(path);
    writeFileSync(path, `${process.pid} somebody else`);
    release?.();
    expect(existsSync(path)).toBe(true);
  });
});
