import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SavedLogins } from '../../packages/sightline/src/mcp/SavedLogins.ts';
import {
  readStorageState,
  writeStorageState,
} from '../../packages/sightline/src/session/files/storageStateFile.ts';
import type { PageSource } from '../../packages/sightline/src/session/pages/PageSource.ts';
import { readStorage, replaceStorage } from '../../packages/sightline/src/session/pages/storage.ts';
import type { StorageState } from '../../packages/sightline/src/session/Session.ts';
import { asksForLogin } from '../../packages/sightline/src/structure/asksForLogin.ts';
import { errorOf } from '../support/errorOf.ts';
import { el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sl-state-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const cookie = { name: 'sid', value: 'k7-secret', domain: 'a.test', path: '/' };
const rest = { httpOnly: true, secure: true, sameSite: 'Lax' as const };
const state: StorageState = {
  cookies: [
    { ...cookie, ...rest, expires: -1 },
    { ...cookie, ...rest, name: 'late', expires: 2_000_000_000 },
  ],
  origins: [],
};

test('a state is written for its owner alone, also over a file that others could read', () => {
  const path = join(folder, 'new', 'work.json');
  writeStorageState(path, state);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const open = join(folder, 'open.json');
  writeFileSync(open, '', { mode: 0o644 });
  writeStorageState(open, state);
  expect(statSync(open).mode & 0o777).toBe(0o600);
  expect(readStorageState(open, 1_900_000_000_000)).toEqual(state);
  const names = readStorageState(open, 2_100_000_000_000).cookies.map(({ name }) => name);
  expect(names, 'a cookie that has expired is left out').toEqual(['sid']);
});

test.each([
  ['no JSON', '{"cookies": [{"value": "k7-secret"'],
  ['another JSON', '["k7-secret"]'],
  ['no cookies', '{"cookies": "k7-secret", "origins": []}'],
  ['half a cookie', '{"cookies": [{"name": "sid", "value": "k7-secret"}], "origins": []}'],
  [
    'no time',
    '{"cookies": [{"name":"sid","value":"k7","domain":"a","path":"/","expires":{"toString":"k7"}}], "origins": []}',
  ],
  [
    'lists without end',
    `{"cookies": [], "origins": [{"origin": "k7", "x": ${'['.repeat(1e5)}${']'.repeat(1e5)}}]}`,
  ],
  ['no origin', '{"cookies": [], "origins": [{"localStorage": "k7-secret"}]}'],
])('a broken file is refused, and nothing of it shown: %s', (_, text) => {
  const path = join(folder, 'broken.json');
  writeFileSync(path, text);
  const error = errorOf(() => readStorageState(path));
  expect(error).toMatchObject({ code: 'invalid_argument', hint: expect.stringContaining('state save') });
  expect(error.message).toContain('broken.json is no saved login: ');
  expect(JSON.stringify(error).replaceAll(folder, '')).not.toContain('k7');
});

test('a file that is missing, a folder, and one of another user', () => {
  expect(errorOf(() => readStorageState(join(folder, 'none.json')))).toMatchObject({ code: 'not_found' });
  mkdirSync(join(folder, 'folder.json'));
  expect(errorOf(() => readStorageState(join(folder, 'folder.json')))).toMatchObject({
    message: expect.stringContaining('it is a folder'),
  });
  const path = join(folder, 'theirs.json');
  writeStorageState(path, state);
  const { uid } = statSync(path);
  vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(uid + 1);
  expect(errorOf(() => readStorageState(path))).toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining('belongs to another user'),
  });
});

test('a server gives its models the logins that its user has named, and no others', () => {
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  const work = join(folder, 'sightline', 'states', 'work.json');
  const one = new SavedLogins(['work'], '/srv');
  expect([one.pathFor(undefined), one.pathFor('work'), one.find(undefined)]).toEqual([work, work, undefined]);
  const two = new SavedLogins(['work', './shop.json'], '/srv');
  expect([two.pathFor(undefined), two.pathFor('./shop.json')]).toEqual([undefined, '/srv/shop.json']);
  expect(errorOf(() => two.find('wrok'))).toMatchObject({
    code: 'invalid_argument',
    hint: 'Did you mean work? There are: work, ./shop.json.',
  });
  expect(errorOf(() => new SavedLogins().find('../../etc/passwd'))).toMatchObject({
    hint: 'Its user names them: sightline mcp --state NAME.',
  });
});

test('a page asks to log in by one password field among few', () => {
  const asks = (...types: (string | Record<string, string>)[]): boolean => {
    const fields = types.map((type) =>
      el('input', { role: 'textbox', attributes: typeof type === 'string' ? { type } : type }),
    );
    return asksForLogin(sceneOf(fields).pageState.visibility);
  };
  expect(asks('email', 'password', 'checkbox')).toBe(true);
  expect(asks('text', 'email')).toBe(false);
  expect(asks('email', { type: 'password', autocomplete: 'new-password' })).toBe(false);
  expect(asks('password', 'password')).toBe(false);
  expect(asks('text', 'text', 'tel', 'email', 'password')).toBe(false);
});

test('a page that never answers keeps no login from being refused in its time', async () => {
  vi.useFakeTimers();
  try {
    const never = () => new Promise<never>(() => undefined);
    const source = {
      tabs: { activePage: undefined },
      isShared: false,
      browserContext: { storageState: never, setStorageState: never },
    } as unknown as PageSource;
    const asked = [readStorage(source), replaceStorage(source, state)].map((one) =>
      one.then(
        () => 'done',
        ({ code }) => code,
      ),
    );
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await Promise.all(asked)).toEqual(['timeout', 'timeout']);
  } finally {
    vi.useRealTimers();
  }
});
