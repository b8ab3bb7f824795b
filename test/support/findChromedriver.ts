import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The one that is installed; else the package of Debian, unpacked into `folder`. */
export function findChromedriver(folder: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = folders.map((one) => join(one, 'chromedriver')).find((path) => existsSync(path));
  if (installed) return installed;
  execFileSync('apt-get', ['download', 'chromium-driver'], { cwd: folder, stdio: 'ignore' });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb')) as string;
  execFileSync('dpkg', ['-x', archive, 'driver'], { cwd: folder });
  return join(folder, 'driver/usr/bin/chromedriver');
}
