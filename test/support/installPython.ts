import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The Python of an environment for tests, in which the requirements (arguments of `pip install`) are installed. `name`: each file
 * has its own, since files run side by side.
 */
export function installPython(name: string, requirements: readonly string[]): string {
  const folder = fileURLToPath(new URL(`../long/clients/.venv-${name}`, import.meta.url));
  const python = `${folder}/bin/python`;
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', folder]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements]);
  return python;
}
