import { afterAll, beforeAll, expect, it } from 'vitest';
import { Session } from '../../src/session/Session.ts';
import { ExtensionBrowser } from '../support/ExtensionBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

let server: TestServer;
let chrome: ExtensionBrowser;
beforeAll(async () => {
  server = await startServer({
    '/': '<title>Shop</title><main><button onclick="this.textContent=`In the cart`">Add to cart</button></main>',
  });
  chrome = await ExtensionBrowser.start();
  await chrome.pair();
});
afterAll(async () => {
  await chrome.close();
  await server.close();
});

it('looks and clicks in a tab that its user shares', async () => {
  const opening = Session.fromExtension({ name: 'Agent', pairing: chrome.pairing });
  await chrome.share(server.origin, 'Agent');
  const session = await opening;
  expect((await session.look()).text).toContain('[1]<button>Add to cart');
  await session.click(1);
  expect((await session.look()).text).toContain('In the cart');
  await session.close();
});
