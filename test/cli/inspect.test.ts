import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InspectedFile, Viewer } from '../support/InspectedFile.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';

const shop = `<!doctype html><meta charset="utf-8"><title>Shop</title>
  <style>body { margin: 0; font: 16px sans-serif } main { padding: 20px } button { width: 120px; height: 40px } #menu { display: none }</style>
  <main><h1>Shop</h1><p id="lead">Only today: free delivery.</p>
  <section aria-label="Offers"><h2>Headphones</h2><button id="add">Add to cart</button> <button id="wish">Remember</button></section>
  <div id="menu"><a href="/out">Sign out</a></div>
  <form aria-label="Account"><label>Password <input type="password" value="hunter2-very-secret"></label></form></main>`;

let server: TestServer;
let cli: Cli;
let viewer: Viewer;
let path: string;
beforeAll(async () => {
  server = await startServer({ '/': shop });
  cli = new Cli();
  path = join(cli.folder, 'shop.html');
  await cli.ok('inspect', server.origin, '-o', path);
  viewer = await Viewer.open();
});
afterAll(async () => {
  await viewer.close();
  await cli.cleanUp();
  await server.close();
});

/** Opens it, and holds that nothing was complained of and nothing asked for. */
async function withFile(run: (file: InspectedFile) => Promise<void>, at = path): Promise<void> {
  const file = await viewer.show(at);
  await run(file);
  expect(file.complaints).toEqual([]);
  expect(file.requests.filter((url) => /^https?:/.test(url))).toEqual([]);
  await file.close();
}

describe('sightline inspect URL', () => {
  it('writes one file for its owner, and leaves nothing running', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(cli.hosts()).toEqual([]);
    expect(cli.browsers()).toEqual([]);
  });

  it('tells what `look` tells, number by number', async () => {
    const outline = (await cli.ok('look', server.origin)).trimEnd().split('\n');
    await withFile(async (file) =>
      expect(await file.rows()).toEqual(outline.map((line) => line.trimStart())),
    );
  });

  it('holds no word of the page but in Base64, and no secret at all', () => {
    const html = readFileSync(path, 'utf8');
    expect(html).not.toContain('Headphones');
    const data = /id="inspection">([^<]*)</.exec(html)?.[1] ?? '';
    expect(data).toMatch(/^[A-Za-z0-9+/=]+$/);
    expect(html).not.toContain('hunter2');
  });
});
