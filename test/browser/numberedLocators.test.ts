import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { canSandbox } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { freePort } from '../support/freePort.ts';
import { callEveryMethod, controlsPage, PLACES } from '../support/numberedLocators.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ '/': `<!doctype html><title>Controls</title>${controlsPage}` });
});
afterAll(() => server.close());

const everywhere = async (session: Session, places: readonly string[] = PLACES): Promise<void> => {
  for (const place of places) {
    const called = await callEveryMethod(session, place);
    expect(called.length, place).toBeGreaterThan(55);
  }
};

test('every method of a numbered locator, in a browser of its own', async () => {
  const session = await Session.launch();
  await session.navigate(server.origin);
  await everywhere(session);
  await session.close();
});

describe('in a browser of somebody else', () => {
  let port: number;
  let launched: Browser;
  beforeAll(async () => {
    port = await freePort();
    launched = await chromium.launch({
      executablePath: findBrowser().path,
      args: [`--remote-debugging-port=${port}`, ...(canSandbox() ? [] : ['--no-sandbox'])],
    });
  });
  afterAll(() => launched.close());

  test('every method, launched by Playwright, which has queried the document in both worlds', async () => {
    const page = await launched.newPage();
    await page.goto(server.origin);
    for (const frame of page.frames()) {
      await frame.locator('button').count();
      await frame.locator('button').allInnerTexts();
    }
    const session = await Session.fromPlaywright(page);
    await everywhere(session);
    await session.close();
    await page.close();
  });

  test.each(['before', 'after'])('every method over CDP, %s the first query of Playwright', async (when) => {
    const theirs = await launched.newContext();
    const address = `${server.origin}/?${when}`;
    await (await theirs.newPage()).goto(address);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((one) => one.url() === address);
    if (!page) throw new Error('no page');
    if (when === 'after')
      for (const frame of page.frames()) {
        await frame.locator('button').count();
        await frame.locator('button').allInnerTexts();
      }
    const get = await page.evaluate(() => String(Map.prototype.get));
    const session = await Session.fromPlaywright(page);
    await everywhere(session, PLACES.slice(0, 2));
    expect(await page.evaluate(() => String(Map.prototype.get))).toBe(get);
    await page.reload();
    await everywhere(session, PLACES.slice(2));
    await session.close();
    await browser.close();
    await theirs.close();
  });
});
