import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import type * as Core from '../../packages/sightline/src/core.ts';
import { importsOf } from '../support/importsOf.ts';
import { el, snapshotOf } from '../support/page.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

const builtFile = fileURLToPath(new URL('../../packages/sightline/dist/core.js', import.meta.url));
const built = readFileSync(builtFile, 'utf8');

const packaged = (name: string): URL => new URL(`../../packages/sightline/data/${name}`, import.meta.url);
const words = new Uint8Array(readFileSync(packaged('words.bin')));
const icons = readFileSync(packaged('icons.txt'), 'utf8');

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

it('sightline/core imports nothing, of Node least of all', async () => {
  expect([...(await importsOf(builtFile))]).toEqual([]);
  expect(built).not.toMatch(/["']node:|\brequire\(["']/);
});

/** All it may ask of a runtime beside the language: what every one has by the minimum common API of WinterTC. */
const COMMON = { URL, URLSearchParams, TextEncoder, TextDecoder, performance };

it('views, queries and explains a snapshot where there is nothing but the language and common interfaces', async () => {
  const { code } = await transform(built, { format: 'iife', globalName: 'core' });
  const realm = createContext({ ...COMMON, text: JSON.stringify(snapshotOf(PAGE)), words, icons });
  expect(runInContext('typeof process + typeof require + typeof Buffer + typeof window', realm)).toBe(
    'undefined'.repeat(4),
  );
  const answers = runInContext(
    `${code}
    const page = core.CapturedPage.parse(text, { vectors: words, icons });
    let code;
    try { core.CapturedPage.parse('{}'); } catch (error) { code = error instanceof core.SightlineError && error.code; }
    const views = ['outline', 'flat', 'summary', 'minimal', 'html', 'json'].map((view) => page.look({ view }).text);
    JSON.stringify({
      views, code,
      query: page.query({ text: 'purchase', scores: true }).text,
      pattern: page.searchText('c.rt', { pattern: true }).text,
      why: page.explain(1).data.shown,
      rest: [page.details(1), page.headings(), page.region('MAIN')].map((answer) => answer.text),
    })`,
    realm,
  );
  const { views, code: thrown, query, pattern, why, rest } = JSON.parse(answers);
  for (const view of [...views.slice(0, 2), ...views.slice(4)]) expect(view).toContain('Add to cart');
  expect(views[2]).toContain('MAIN');
  expect(query).toMatch(/\[1\]<button>Add to cart.*\{score/);
  expect(pattern).toContain('1 match');
  expect([why, thrown]).toEqual([true, 'invalid_snapshot']);
  expect(rest.every((text: string) => text !== '')).toBe(true);
});

it('views, queries and explains a snapshot in a web page', async () => {
  const page = await browser.context.newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => 'core' in globalThis);
  const answers = await page.evaluate(
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
  expect(answers.outline).toContain('[1]<button>Add to cart');
  expect(answers.json).toHaveLength(1);
  expect(answers.query).toMatch(/\[1\]<button>Add to cart.*\{score/);
  expect(answers.details).toContain('Element [1]:');
  expect(answers.why).toBe(true);
  expect(answers.lines).toBe(answers.outline.split('\n').length);
});
