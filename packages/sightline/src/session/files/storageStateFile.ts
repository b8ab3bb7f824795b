import { chmodSync, existsSync, type Stats, statSync } from 'node:fs';
import type { StorageState } from '../../browser/launch/ContextOptions.ts';
import { isNestedDeeper, parseJson } from '../../snapshot/parseJson.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { readFileText } from './readFileText.ts';
import { fileErrorReason, writePrivateFile } from './writePrivateFile.ts';

/** Writes cookies and storage into a file that its owner alone may read. Throws `invalid_argument`. */
export function writeStorageState(path: string, state: StorageState): void {
  if (existsSync(path)) restrictToOwner(path);
  writePrivateFile(path, JSON.stringify(state), {
    errorPrefix: 'The login cannot be saved',
    createFolder: true,
  });
}

/** A file that is there keeps its mode when it is written. */
function restrictToOwner(path: string): void {
  try {
    if (statSync(path).isFile()) chmodSync(path, 0o600);
  } catch {
    throw refusal(`${path} belongs to another user, and is not written.`, 'Name another file.');
  }
}

/** Of a file: what browsers let some sites keep. */
const MAX_BYTES = 100_000_000;
/** Of lists and objects in each other: a value in a database of a site may have some. */
const MAX_DEPTH = 500;

/**
 * Cookies and storage of a file, without cookies that have expired. No error quotes any of it.
 * @throws SightlineError `not_found` for none, `invalid_argument` for one of another user, and for what is no such file
 */
export function readStorageState(path: string, now = Date.now()): StorageState {
  const text = readOwnFile(path);
  const state = isNestedDeeper(text, MAX_DEPTH) ? undefined : parseJson(text);
  const problem = findProblem(state);
  if (problem !== undefined) throw refusal(`${path} is no saved login: ${problem}.`);
  const { cookies, ...rest } = state as StorageState;
  const isAlive = ({ expires }: { expires: number }): boolean =>
    expires === undefined || expires < 0 || expires * 1000 > now;
  return { ...rest, cookies: cookies.filter(isAlive) };
}

function readOwnFile(path: string): string {
  try {
    return readFileText(path, MAX_BYTES, ({ uid }: Stats) => {
      const user = process.getuid?.();
      if (user !== undefined && uid !== user)
        throw refusal(
          `${path} belongs to another user, and is not loaded.`,
          'If you trust it, copy it, and load the copy.',
        );
    });
  } catch (error) {
    if (error instanceof SightlineError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = fileErrorReason(error);
    if (code === 'ENOENT')
      throw new SightlineError('not_found', `There is no saved login ${path}.`, { hint: SAVE_HINT });
    throw refusal(`The saved login ${path} cannot be read: ${reason}.`);
  }
}

/** What is wrong with it, in words; undefined for a state as Playwright writes it. */
function findProblem(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return 'it is not the JSON that was saved';
  const { cookies, origins } = state as Record<string, unknown>;
  if (!Array.isArray(cookies) || !Array.isArray(origins)) return 'it has no lists of cookies and origins';
  if (!cookies.every((cookie) => hasTexts(cookie, ['name', 'value', 'domain', 'path'])))
    return 'a cookie has no name, value, domain or path';
  const areTimes = cookies.every(({ expires = 0 }) => typeof expires === 'number');
  if (!areTimes) return 'a cookie ends at no time';
  return origins.every((origin) => hasTexts(origin, ['origin'])) ? undefined : 'storage has no origin';
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
}

const SAVE_HINT = 'Log in with `sightline open URL --headed`, and save it with `sightline state save FILE`.';

const refusal = (message: string, hint = SAVE_HINT): SightlineError =>
  new SightlineError('invalid_argument', message, { hint });
