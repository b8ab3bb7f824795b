// A page that you drive with Puppeteer.
import puppeteer from 'puppeteer-core';
import { Session } from 'sightline';

const browser = await puppeteer.connect({ browserURL: 'http://127.0.0.1:9222' });
const page = await browser.newPage();
await page.goto('https://example.com');
const session = await Session.fromPuppeteer(page);
console.log((await session.look()).text);
await session.close();
await browser.disconnect();
