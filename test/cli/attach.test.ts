import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { freePort } from '../support/freePort.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';
import { routes } from './routes.ts';

let server: TestServer;
let cli: Cli;
let theirs: LaunchedBrowser;
let endpoint: string;
beforeAll(async () => {
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  [server, theirs] = await Promise.all([
    startServer(routes),
    launchBrowser({ args: [`--remote-debugging-port=${port}`] }),
  ]);
  cli = new Cli();
});
afterAll(async () => {
  await cli.close();
  await Promise.all([server.close(), theirs.close()]);
});

it('attaches to a browser that runs, in a tab of its own, and leaves both when it closes', async () => {
  expect(await cli.ok('open', server.origin, '--cdp', endpoint)).toContain('"Shop"');
  expect(await cli.ok('look')).toContain('Add to cart');
  const refusals = [
    ['--cdp', 'http://127.0.0.1:1', 'Another browser is open in this session.'],
    ['--allow', '*.test', 'The browser of this session is open with other rules for hosts.'],
  ];
  for (const [option = '', value = '', message] of refusals)
    expect(await cli.run(['open', server.origin, option, value])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`${message} Close it first`),
    });
  expect(await cli.ok('open', server.origin)).toContain('"Shop"');
  await cli.ok('close');
  const tabs = await (await fetch(`${endpoint}/json/list`)).json();
  expect(tabs.map(({ url }: { url: string }) => url)).toContain(`${server.origin}/`);
});

it('says what to do where no browser listens', async () => {
  const { code, stderr } = await cli.run([
    'open',
    server.origin,
    '--cdp',
    `http://127.0.0.1:${await freePort()}`,
  ]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('--remote-debugging-port=9222')]);
});
