import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The file of a saved login: one that a path names, or, for a plain name, that of this user's own folder of logins. */
export function statePath(nameOrPath: string, cwd: string): string {
  if (/[/\\]|\.json$/i.test(nameOrPath)) return resolve(cwd, nameOrPath);
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const configFolder = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(configFolder || join(homedir(), '.config'), 'sightline', 'states', `${nameOrPath}.json`);
}
