import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXAMPLE_PAGE, Recipes } from '../support/Recipes.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

let server: TestServer;
let recipes: Recipes;
beforeAll(async () => {
  server = await startServer({
    '/': EXAMPLE_PAGE,
    '/more': '<title>More</title><h1>More about examples</h1>',
  });
  recipes = await Recipes.withPackages(server.origin, ['@browserbasehq/stagehand@3', 'selenium-webdriver@4']);
});
afterAll(async () => {
  await recipes.remove();
  await server.close();
});

it('Stagehand', async () => {
  const { code, output } = await recipes.run(['stagehand.mjs']);
  expect(code, output).toBe(0);
  expect(output).toContain('[1]<a>Learn more');
  expect(output).toContain('More about examples');
});

it('Selenium', async () => {
  const { code, output } = await recipes.run(['selenium.mjs'], {
    CHROMEDRIVER: findChromedriver(recipes.folder),
  });
  expect(code, output).toBe(0);
  expect(output).toContain("**Cause** (other words): Nothing matches locator('");
  expect(output).toContain('Learn more');
});

/** The one that is installed; else the package of Debian, unpacked. */
function findChromedriver(folder: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = folders.map((one) => join(one, 'chromedriver')).find((path) => existsSync(path));
  if (installed) return installed;
  execFileSync('apt-get', ['download', 'chromium-driver'], { cwd: folder, stdio: 'ignore' });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb')) as string;
  execFileSync('dpkg', ['-x', archive, 'driver'], { cwd: folder });
  return join(folder, 'driver/usr/bin/chromedriver');
}
