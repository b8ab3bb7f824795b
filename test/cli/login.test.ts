import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';

// A login by hand, kept, and begun with again.

let server: TestServer;
let cli: Cli;
beforeAll(async () => {
  server = await startServer({
    '/': ({ headers }, response) => {
      response.setHeader('content-type', 'text/html');
      const isIn = headers.cookie?.includes('sid=k7-secret');
      response.end(
        isIn
          ? '<title>Files</title><h1>Files of Ann</h1>'
          : '<title>Log in</title><form action=/in>Name <input name=user>Password <input type=password><button>Log in</button></form>',
      );
    },
    '/in': (_, response) => {
      response.writeHead(302, { 'set-cookie': 'sid=k7-secret; max-age=100000; path=/', location: '/' }).end();
    },
  });
  cli = new Cli();
  cli.env.XDG_CONFIG_HOME = join(cli.folder, 'config');
});
afterAll(async () => {
  await cli.close();
  await server.close();
});

/** A process, with those that it starts, whose clock is so many days ahead. */
const clockAhead = (days: number): Record<string, string> => {
  const code = `const now = Date.now; Date.now = () => now() + ${days * 86_400_000};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

it('is reported, saved for its owner alone, and begun with after the browser has ended, on another day too', async () => {
  const opened = await cli.ok('open', server.origin);
  expect(opened).toContain('note: this page asks to log in; its user can log in once');
  expect(await cli.ok('click', 'Log in')).toContain('Files of Ann');
  const saved = await cli.ok('state', 'save', 'work');
  const path = join(cli.folder, 'config/sightline/states/work.json');
  expect(saved).toBe(`Saved the cookies and storage of 127.0.0.1 in ${path}.\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await cli.ok('close');
  const missing = await cli.run(['open', server.origin, '--state', 'wrok']);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('There is no saved login')]);
  expect(await cli.ok('open', server.origin, '--state', 'work', '--locale', 'de-DE')).toContain(
    'Files of Ann',
  );
  const { stdout, stderr } = await cli.run(['open', server.origin, '--locale', 'fr-FR']);
  expect([stdout, stderr]).toEqual([
    expect.stringContaining('Files of Ann'),
    expect.stringContaining('the browser is open with other settings already'),
  ]);
  await cli.ok('close');
  const bad = await cli.run(['open', server.origin, '--timezone', 'Europe/Berln']);
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('Did you mean "Europe/Berlin"?')]);
  // A day later it still holds. On a day on which it has expired, the page asks again.
  const openLater = (days: number) =>
    cli.run(['open', server.origin, '--state', 'work'], { env: clockAhead(days) });
  expect((await openLater(1)).stdout).toContain('Files of Ann');
  await cli.ok('close');
  expect((await openLater(2)).stdout).toContain('note: this page asks to log in');
  // A broken file is refused, and the page stays open.
  writeFileSync(path, '{"cookies": [{"value": "k7-secret"');
  const broken = await cli.run(['open', server.origin, '--state', 'work']);
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('work.json is no saved login')]);
  expect(broken.stderr).not.toContain('k7-secret');
  expect(await cli.ok('look')).toContain('Log in');
});
