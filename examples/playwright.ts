// A page that you drive with Playwright (from 1.30 on), here one of a browser that runs.
import { chromium } from 'playwright-core';
import { Session } from 'sightline';

const browser = await chromium.connectOverCDP('http://127.0.0.1:9222');
const [context = await browser.newContext()] = browser.contexts();
const page = await context.newPage();
await page.goto('https://example.com');
const session = await Session.fromPlaywright(page);
console.log((await session.look()).text);
const first = await session.locator(1); // a locator of Playwright's, for [1]
console.log('[1] is on the page', await first.count(), 'time');
await session.close(); // the page stays yours, as it was
await browser.close();
