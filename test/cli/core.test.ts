import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../src/browser/launchBrowser.ts';
import type * as Core from '../../src/core/index.ts';
import { el, snapshotOf } from '../support/page.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

const built = readFileSync(fileURLToPath(new URL('../../dist/core/index.js', import.meta.url)), 'utf8');

const PAGE = [el('main', {}, el('h1', {}, 'Shop'), el('button', {}, 'Add to cart'))];

let server: TestServer;
let browser: LaunchedBrowser;
beforeAll(async () => {
  server = await startServer({
    '/': '<!doctype html><title>Host</title><script type="module">import * as core from "/core.js"; globalThis.core = core;</script>',
    '/core.js': (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(built);
    },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('sightline/core imports nothing, of Node least of all', () => {
  const imported = [...built.matchAll(/^\s*(?:import|export)\b[^'"`;]*\bfrom\s*["']([^"']+)["']/gm)].map(
    ([, from]) => from,
  );
  expect(imported).toEqual([]);
  expect(built).not.toMatch(/["']node:|\brequire\(["']/);
});

it('views, queries and explains a snapshot in a web page', async () => {
  const page = await browser.context.newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => 'core' in globalThis);
  const told = await page.evaluate(
    (text) => {
      const { CapturedPage } = (globalThis as unknown as { core: typeof Core }).core;
      const captured = CapturedPage.parse(text);
      return {
        outline: captured.look().text,
        json: captured.look({ view: 'json' }).data.elements,
        query: captured.query({ text: 'buy', scores: true }).text,
        details: captured.details(1).text,
        why: captured.explain(1).data.shown,
        lines: captured.look().lines?.length,
      };
    },
    JSON.stringify(snapshotOf(PAGE)),
  );
  expect(told.outline).toContain('[1]<button>Add to cart');
  expect(told.json).toHaveLength(1);
  expect(told.query).toMatch(/\[1\]<button>Add to cart.*\{score/);
  expect(told.details).toContain('Element [1]:');
  expect(told.why).toBe(true);
  expect(told.lines).toBe(told.outline.split('\n').length);
});
