import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findSessionPaths,
  listSessionSockets,
  sessionPaths,
  workspaceOf,
} from '../../packages/sightline/src/cli/daemon/sessionPaths.ts';
import { isSessionName } from '../../packages/sightline/src/tools/sessionName.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sl-'));
  vi.stubEnv('XDG_RUNTIME_DIR', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const mode = (path: string): number => statSync(path).mode & 0o777;

describe.runIf(process.platform !== 'win32')('pathsOf', () => {
  it('makes a folder that only its owner can enter', () => {
    const { socket } = sessionPaths('default', '/work');
    expect(dirname(socket)).toBe(join(home, 'sightline'));
    expect(mode(dirname(socket))).toBe(0o700);
  });

  it('closes a folder that was open to others', () => {
    mkdirSync(join(home, 'sightline'));
    chmodSync(join(home, 'sightline'), 0o777);
    sessionPaths('default', '/work');
    expect(mode(join(home, 'sightline'))).toBe(0o700);
  });

  it('refuses a link, which may lead anywhere', () => {
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), join(home, 'sightline'));
    expect(() => sessionPaths('default', '/work')).toThrow('is not a folder');
  });

  it('refuses a file', () => {
    writeFileSync(join(home, 'sightline'), '');
    expect(() => sessionPaths('default', '/work')).toThrow('is not a folder');
  });

  // Only root can give a folder away.
  it.runIf(process.getuid?.() === 0)('refuses a folder of another user', () => {
    mkdirSync(join(home, 'sightline'));
    chownSync(join(home, 'sightline'), 12_345, 12_345);
    expect(() => sessionPaths('default', '/work')).toThrow('belongs to another user');
  });

  it.runIf(process.getuid?.() === 0)('passes over a runtime folder of another user', () => {
    chownSync(home, 12_345, 12_345);
    expect(sessionPaths('default', '/work').socket).not.toContain(home);
  });

  it('passes over a runtime folder that does not exist, or whose path is too long for a socket', () => {
    vi.stubEnv('XDG_RUNTIME_DIR', join(home, 'gone'));
    expect(sessionPaths('default', '/work').socket).not.toContain('gone');
    const deep = join(home, 'x'.repeat(90));
    mkdirSync(deep);
    vi.stubEnv('XDG_RUNTIME_DIR', deep);
    expect(sessionPaths('default', '/work').socket).not.toContain('xxx');
  });

  it('keeps every path short enough for every system, whatever the name', () => {
    for (const name of ['a', 'a'.repeat(64)]) {
      expect(Buffer.byteLength(sessionPaths(name, '/work').socket)).toBeLessThanOrEqual(103);
    }
  });

  it('gives each session files of its own', () => {
    const names = Array.from({ length: 500 }, (_, i) => `session-${i}`);
    expect(new Set(names.map((name) => sessionPaths(name, '/work').socket)).size).toBe(500);
    const { socket, lock, log } = sessionPaths('default', '/work');
    expect(new Set([socket, lock, log]).size).toBe(3);
  });
});

describe.runIf(process.platform !== 'win32')('listSockets', () => {
  it('lists sockets, and nothing else that is there', () => {
    const { socket, log } = sessionPaths('work', '/work');
    writeFileSync(socket, '');
    writeFileSync(log, '');
    expect(listSessionSockets()).toEqual([socket]);
  });
});

describe.runIf(process.platform !== 'win32')('workspaces', () => {
  const open = (name: string, folder: string): string => {
    const { socket } = sessionPaths(name, workspaceOf(folder));
    writeFileSync(socket, '');
    return socket;
  };
  const found = (name: string, folder: string): string[] =>
    findSessionPaths(name, folder).map(({ socket }) => socket);

  it('a session without a name belongs to its folder, or to the Git repository, and to those below', () => {
    const [shop, other] = [join(home, 'shop'), join(home, 'other')];
    mkdirSync(join(shop, '.git'), { recursive: true });
    mkdirSync(join(shop, 'src/deep'), { recursive: true });
    expect(workspaceOf(join(shop, 'src/deep'))).toBe(shop);
    expect(workspaceOf(other)).toBe(other);
    const ofShop = open('default', join(shop, 'src'));
    expect(found('default', shop)).toEqual([ofShop]);
    expect(found('default', join(shop, 'src/deep'))).toEqual([ofShop]);
    expect(found('default', other)).not.toContain(ofShop);
    const ofOther = open('default', other);
    expect(found('default', join(other, 'below'))).toEqual([
      sessionPaths('default', join(other, 'below')).socket,
      ofOther,
    ]);
  });

  it('a name is found from every folder, and sessions are listed by the folder they were opened in', () => {
    const work = open('work', join(home, 'shop'));
    const mine = open('default', join(home, 'shop'));
    open('default', join(home, 'other'));
    expect(found('work', join(home, 'other')).at(-1)).toBe(work);
    expect(listSessionSockets(join(home, 'shop')).sort()).toEqual([work, mine].sort());
    expect(listSessionSockets()).toHaveLength(3);
  });
});

describe('isSessionName', () => {
  it.each(['a', 'default', 'work-2', 'A.b_c', '0', 'x'.repeat(64)])('takes %s', (name) => {
    expect(isSessionName(name)).toBe(true);
  });
  it.each(['', '.', '../x', '-x', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(65)])('refuses %j', (name) => {
    expect(isSessionName(name)).toBe(false);
  });
});
