import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parsePairingCode } from '../../packages/sightline/src/relay/Pairing.ts';
import { ExtensionBrowser } from '../support/ExtensionBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';
import { routes } from './routes.ts';

let server: TestServer;
let cli: Cli;
let chrome: ExtensionBrowser | undefined;
beforeAll(async () => {
  server = await startServer(routes);
  cli = new Cli();
  cli.env.XDG_CONFIG_HOME = join(cli.folder, 'config');
});
afterAll(async () => {
  await cli.close();
  await Promise.all([server.close(), chrome?.close()]);
});

it('pairs with the browser of its user, and works there in a tab of its own', async () => {
  const setup = await cli.json('extension', '--setup');
  const pairing = parsePairingCode(setup.value.code);
  expect(statSync(join(setup.value.folder, 'manifest.json')).isFile()).toBe(true);
  expect(statSync(join(cli.env.XDG_CONFIG_HOME as string, 'sightline/pairing')).mode & 0o077).toBe(0);
  expect((await cli.json('extension', '--setup')).value.code).toBe(setup.value.code);

  const missing = await cli.json('extension', '--timeout', '300');
  expect(missing.value.error).toMatchObject({ code: 'extension_not_connected' });
  expect(missing.value.error.hint).toContain('sightline extension --setup');

  chrome = await ExtensionBrowser.start(pairing);
  await chrome.pair();
  const opening = cli.ok('open', server.origin, '--extension');
  const theirs = await chrome.share('about:blank', 'Sightline');
  expect(await opening).toContain('"Shop"');
  expect(await cli.ok('look')).toContain('Add to cart');
  expect(theirs.url()).toBe('about:blank');
  expect(await cli.ok('extension')).toContain('"Shop"');
  await cli.ok('close');
  expect((await chrome.browser.pages()).some((page) => page.url().startsWith(server.origin))).toBe(true);
});
