import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InspectedFile, Viewer } from '../support/InspectedFile.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';

const shop = (
  items: string[],
): string => `<!doctype html><meta charset="utf-8"><title>Shop</title><main><h1>Shop</h1>
  ${items.map((item) => `<p>${item} <button style="position:relative;left:40px">Buy</button></p>`).join('')}
  <button onclick="document.querySelector('h1').textContent = 'Sold'">Sell</button></main>`;
const note = `<!doctype html><title>Note</title><main><h1>Note</h1>
  <p>For sale <button onclick="document.querySelector('h1').textContent = 'Sold'">Sell</button></p>
  <p>To be written <input aria-label=Words oninput="document.querySelector('h1').textContent = value"></p></main>`;

let server: TestServer;
let cli: Cli;
let viewer: Viewer;
const written = (name: string): string => join(cli.folder, name);
beforeAll(async () => {
  server = await startServer({
    '/': shop(['Lamp', 'Desk']),
    '/later': shop(['Lamp', 'Chair']),
    '/note': note,
  });
  cli = new Cli();
  viewer = await Viewer.open();
  await cli.ok('open', server.origin);
});
afterAll(async () => {
  await viewer.close();
  await cli.close();
  await server.close();
});

const texts = (file: InspectedFile, selector: string): Promise<string[]> =>
  file.page.locator(selector).allTextContents();

describe('sightline inspect SNAPSHOT', () => {
  it('draws a page that was not photographed by its boxes and words', async () => {
    await cli.ok('look', '--save', 'before.json');
    await cli.ok('inspect', 'before.json', '-o', 'blank.html');
    const file = await viewer.show(written('blank.html'));
    expect(await file.page.locator('.canvas img').count()).toBe(0);
    expect(await texts(file, '.box .label')).toEqual(['1', '2', '3']);
    expect(await texts(file, '.drawn-text')).toContain('Lamp');
    expect(file.complaints).toEqual([]);
    await file.close();
  });

  it('compares two looks, in the text and on the picture of either', async () => {
    await cli.ok('open', `${server.origin}/later`);
    await cli.ok('look', '--save', 'after.json');
    await cli.ok('inspect', 'before.json', 'after.json', '-o', 'both.html');
    const file = await viewer.show(written('both.html'));
    expect((await texts(file, '.row.line-removed')).slice(1)).toEqual([
      expect.stringMatching(/^−gone: Desk/),
    ]);
    expect((await texts(file, '.row.line-added')).slice(1)).toEqual([expect.stringMatching(/^\+new: Chair/)]);
    expect(await file.page.locator('.box').first().getAttribute('aria-label')).toMatch(/^new: /);
    await file.page.getByRole('button', { name: 'Before' }).click();
    await expect.poll(() => file.page.locator('.box').first().getAttribute('aria-label')).toMatch(/^gone: /);
    expect(file.complaints).toEqual([]);
    await file.close();
  });
});

describe('a page of thousands of elements', () => {
  beforeAll(async () => {
    const buttons = Array.from({ length: 2_100 }, (_, i) => `<p>Number ${i}: <button>Buy ${i}</button></p>`);
    writeFileSync(written('many.html'), `<!doctype html><title>Many</title>${buttons.join('')}`);
    await cli.ok('look', 'many.html', '--save', 'many.json');
    await cli.ok('inspect', 'many.json', '-o', 'many.out.html');
  });

  it('is drawn no further than a screen around, and each of its rows is reached', async () => {
    const file = await viewer.show(written('many.out.html'));
    const { page } = file;
    await file.tab('Flat');
    const rows = page.locator('.panel [role=option]');
    const last = rows.filter({ hasText: 'Number 2099' });
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(300);
    expect(await page.locator('.box').count()).toBeLessThanOrEqual(300);
    await page.locator('.panel [role=listbox]').focus();
    await page.keyboard.press('End');
    await expect.poll(() => last.evaluate((row) => row.checkVisibility())).toBe(true);
    expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'));
    await expect
      .poll(async () => {
        const list = await page.locator('.panel [role=listbox]').boundingBox();
        const row = await last.boundingBox();
        return row && list && row.y >= list.y && row.y + row.height <= list.y + list.height + 1;
      })
      .toBe(true);
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(300);
    await page.keyboard.press('Home');
    await expect.poll(() => rows.filter({ hasText: 'Number 0' }).count()).toBe(1);
    await page.locator('.panel .p-number').first().click();
    expect(await page.locator('.details h2').textContent()).toBe('[1] button “Buy 0”');
    expect(await rows.count()).toBeLessThanOrEqual(300);
    expect(file.complaints).toEqual([]);
    await file.close();
  });

  it('is searched row by row, drawn or not, in every view of its text', async () => {
    const file = await viewer.show(written('many.out.html'));
    const { page } = file;
    const found = page.locator('.panel .list [aria-selected=true]');
    const status = page.locator('.find [role=status]');
    const painted = (): Promise<string[]> =>
      page.evaluate(() => Array.from(CSS.highlights.get('found') ?? [], String));
    await file.tab('Flat');
    await page.locator('.panel [role=listbox]').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('BUY 209');
    await expect.poll(() => status.textContent()).toBe('1 of 11: Number 209: [210]<button>Buy 209');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => found.textContent()).toBe('Number 2099: [2100]<button>Buy 2099');
    await expect.poll(() => status.textContent()).toContain('11 of 11');
    await expect.poll(painted).toContain('Buy 209');
    await expect
      .poll(async () => {
        const [row, list] = [await found.boundingBox(), await page.locator('.list').boundingBox()];
        return row && list && row.y >= list.y && row.y < list.y + list.height;
      })
      .toBe(true);
    const spot = await file.highlight();
    await page.keyboard.press('Enter');
    await expect.poll(() => found.textContent()).toContain('Number 209:');
    await expect.poll(() => file.highlight()).not.toEqual(spot);
    for (const view of ['HTML', 'JSON']) {
      await file.tab(view);
      await page.getByLabel('Find in the text').focus();
      await page.keyboard.press('Shift+Enter');
      await expect.poll(() => found.textContent()).toContain('Buy 2099');
      await expect.poll(() => file.highlight()).toEqual(spot);
    }
    await page.getByLabel('Find in the text').fill('no such words');
    await expect.poll(() => status.textContent()).toBe('in no line');
    await page.keyboard.press('Escape');
    await expect.poll(painted).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
      .toBe('listbox');
    expect(file.complaints).toEqual([]);
    await file.close();
  });
});

describe('a very tall page', () => {
  const tall = `<!doctype html><title>Tall</title><style>body { margin: 0; height: 40000px; background: #fff }
    body > * { position: absolute; left: 100px; width: 400px; height: 80px; box-sizing: border-box; border: 0 }
    button { top: 39000px; background: rgb(0, 128, 0) } input { top: 39200px; font-size: 40px }</style>
    <button>Deep</button><input type="password" value="hunter2-secret">`;

  it('has a picture of bounded size, which says so, with everything at its place and secrets painted over', async () => {
    writeFileSync(written('tall.html'), tall);
    await cli.ok('inspect', 'tall.html', '-o', 'tall.out.html');
    const file = await viewer.show(written('tall.out.html'));
    expect(await texts(file, '.picture .bar')).toEqual([expect.stringContaining('scaled to 63 %')]);
    const { pixels, button, field } = await file.page.locator('.canvas img').evaluate(async (image) => {
      const picture = image as HTMLImageElement;
      await picture.decode();
      const { naturalWidth: width, naturalHeight: height } = picture;
      const context = new OffscreenCanvas(260, 50).getContext('2d') as OffscreenCanvasRenderingContext2D;
      /** The colours within what stands at `y` on the page. */
      const colors = (y: number): string[] => {
        const at = (length: number): number => (length * width) / 1280;
        context.drawImage(picture, at(120), at(y + 20), at(360), at(40), 0, 0, 260, 50);
        const { data } = context.getImageData(4, 4, 250, 40);
        return [
          ...new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())),
        ];
      };
      return { pixels: width * height, button: colors(39_000), field: colors(39_200) };
    });
    expect(pixels).toBeLessThanOrEqual(20_500_000);
    expect(button).toContain('0,128,0');
    expect(field).toHaveLength(1);
    await file.page.getByLabel('Drawn').check();
    expect(await file.page.locator('.canvas img').count()).toBe(0);
    expect(file.complaints).toEqual([]);
    await file.close();
  });
});

describe('sightline inspect TRACE', () => {
  it('shows the steps as a strip, each with what was seen, thought and done', async () => {
    const step = (n: number, more: object): string =>
      `${JSON.stringify({ kind: 'step', n, url: 'https://shop.test/', thinking: `<b>thought ${n}</b>`, state: 'Page:\n [4]<button>Buy', tokens: { input: 900 + n, output: 10 }, ms: 1500, ...more })}\n`;
    writeFileSync(
      written('run.jsonl'),
      `${JSON.stringify({ kind: 'run', version: 1, task: 'Buy a lamp', model: 'scripted' })}\n` +
        step(1, { outcomes: [{ tool: 'click', input: { index: 4 }, text: 'clicked', ms: 3 }] }) +
        step(2, {
          outcomes: [
            { tool: 'fill', input: {}, text: '', error: { code: 'covered', message: 'a dialog' }, ms: 1 },
          ],
        }),
    );
    await cli.ok('inspect', 'run.jsonl', '-o', 'run.html');
    const file = await viewer.show(written('run.html'));
    expect(await texts(file, '.frame')).toEqual(['1click911', '2fill912']);
    expect(await texts(file, '.model-input .selected')).toEqual(['[4]', '<button>', 'Buy']);
    await file.page.locator('.frame').first().focus();
    await file.page.keyboard.press('ArrowRight');
    expect(await texts(file, '.step h2, .step dd, .outcomes .error')).toEqual([
      'Step 2',
      'https://shop.test/',
      '<b>thought 2</b>',
      'covered: a dialog',
    ]);
    expect(await texts(file, '.run-end')).toEqual(['The run was cut off: it has no end.']);
    expect(file.complaints).toEqual([]);
    await file.close();
  });
});

describe('the film strip of a run that kept its pages', () => {
  const form = `<!doctype html><title>Sign in</title><main><h1>Sign in</h1><p>Only <a href="/">members</a> may.</p>
    <form><label>User <input value="ada"></label> <label>Password <input type="password" value="hunter2-secret"></label>
    <button>Enter</button></form></main>`;

  it('draws what each step acted on, inert, masked, and larger at a press of a key', async () => {
    writeFileSync(written('form.html'), form);
    await cli.ok('look', 'form.html', '--save', 'form.json');
    const { documents } = JSON.parse(readFileSync(written('form.json'), 'utf8'));
    const button = 7;
    const [{ key, strings, rows }] = documents;
    const id = rows.id[rows.tag.indexOf(strings.indexOf('button'))];
    const file = `snapshots/${'ab'.repeat(10)}.json`;
    mkdirSync(written('snapshots'));
    copyFileSync(written('form.json'), written(file));
    const outcome = { tool: 'click', input: { index: button }, text: '', ms: 1 };
    const step = (n: number, snapshot: object, outcomes: object[]): string =>
      JSON.stringify({ kind: 'step', n, snapshot, numbers: { [key]: [[button, id]] }, outcomes });
    const lines = [
      JSON.stringify({ kind: 'run', version: 1, task: 'Sign in' }),
      step(1, { file }, [outcome]),
      step(2, { file: '../form.json' }, [outcome]),
      step(3, { file }, []),
    ];
    writeFileSync(written('drawn.jsonl'), lines.join('\n'));
    await cli.ok('inspect', 'drawn.jsonl', '-o', 'drawn.html');
    const shown = await viewer.show(written('drawn.html'));
    const { page } = shown;
    // What a trace names outside of its folder of pages is not read.
    expect(
      await page.locator('.frame').evaluateAll((all) => all.map((one) => one.querySelectorAll('svg').length)),
    ).toEqual([1, 0, 1]);
    expect(await page.locator('.frame').first().locator('rect.target').count()).toBe(1);
    const words = (await texts(shown, '.acted-on .enlarge text.words')).join('|');
    expect(words).toContain('Sign in');
    expect(words).toContain('Only members may.');
    expect(await page.locator('body').innerHTML()).not.toContain('hunter2');
    await page.locator('.enlarge').focus();
    await page.keyboard.press('Enter');
    expect(
      await page.getByRole('dialog', { name: 'Step 1' }).getByRole('img').getAttribute('aria-label'),
    ).toBe(`The page, drawn from its snapshot: 1 numbered elements; acted on [${button}] button Enter`);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('enlarge');
    expect(shown.complaints).toEqual([]);
    await shown.close();
  });
});

describe('sightline inspect --serve', () => {
  it('shows the session, with its numbers, and anew when the page changes', async () => {
    const url = (await cli.ok('inspect', '--serve')).trim();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    expect((await cli.ok('inspect', '--serve')).trim()).toBe(url);
    const file = await viewer.show(url);
    expect(await texts(file, '.row.heading')).toEqual(['# Shop']);
    const look = await cli.ok('look', '--full');
    const [, number = ''] = /\[(\d+)\]<button>Sell/.exec(look) ?? [];
    expect(await texts(file, '.p-number')).toContain(`[${number}]`);
    await cli.ok('click', number);
    await expect.poll(() => texts(file, '.row.heading')).toEqual(['# Sold']);
    expect(file.complaints).toEqual([]);
    await file.close();
  });

  it('holds the session back, lets it go on step by step, and acts in its place', async () => {
    await cli.ok('open', `${server.origin}/note`);
    const file = await viewer.show((await cli.ok('inspect', '--serve')).trim());
    try {
      const controls = file.page.getByRole('group', { name: 'The session' });
      const press = (name: string): Promise<void> => controls.getByRole('button', { name }).click();
      const state = (): Promise<string | null> => controls.getByRole('status').textContent();
      const heading = (): Promise<string[]> => texts(file, '.row.heading');
      await expect.poll(state).toBe('running');
      await press('Pause');
      await expect.poll(state).toBe('paused');
      const clicked = cli.ok('click', 'Sell');
      await expect.poll(state).toBe('paused, 1 action waits');
      await controls.getByLabel('Text or key').waitFor();
      await file.ready();
      await file.page.locator('.panel [role=option]', { hasText: 'To be written' }).click();
      await controls.getByLabel('Text or key').fill('By hand');
      await press('Fill');
      await expect.poll(state).toMatch(/^filled \[\d+\]<input>"Words"/);
      await expect.poll(heading).toEqual(['# By hand']);
      await press('Step');
      expect(await clicked).toMatch(/^clicked .*Sell/);
      await expect.poll(heading).toEqual(['# Sold']);
      const later = cli.ok('open', `${server.origin}/later`);
      await press('Resume');
      await later;
      await expect.poll(heading).toEqual(['# Shop']);
      expect(file.complaints).toEqual([]);
    } finally {
      // What waits goes on when nobody watches.
      await file.close();
    }
  });

  it('answers nobody who does not know its path, comes by another name, or from another page', async () => {
    const url = (await cli.ok('inspect', '--serve')).trim();
    const status = (
      to: string,
      headers: Record<string, string> = {},
      method = 'GET',
    ): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const asked = request(to, { headers, method }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on('error', reject).end();
      });
    expect(await status(`${url}inspection`)).toBe(200);
    expect(await status(new URL('/', url).href)).toBe(404);
    expect(await status(new URL('/inspection', url).href)).toBe(404);
    expect(await status(`${url}../../etc/passwd`)).toBe(404);
    expect(await status(`${url}constructor`)).toBe(404);
    expect(await status(`${url}inspection`, { host: 'evil.test' })).toBe(404);
    expect(await status(`${url}inspection`, { origin: 'http://evil.test' })).toBe(404);
    expect(await status(`${url}inspection`, { 'sec-fetch-site': 'cross-site' })).toBe(404);
    expect(await status(`${url}inspection`, {}, 'POST')).toBe(404);
    const own = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' };
    expect(await status(`${url}control`, {}, 'POST')).toBe(404);
    expect(await status(`${url}control`, { ...own, origin: 'http://evil.test' }, 'POST')).toBe(404);
    expect(await status(`${url}control`, { ...own, 'sec-fetch-site': 'cross-site' }, 'POST')).toBe(404);
    expect(await status(`${url}control`, own, 'POST')).toBe(404);
  });

  it('leaves what the session shows as it was, and ends with it', async () => {
    const url = (await cli.ok('inspect', '--serve')).trim();
    await cli.ok('look');
    await cli.ok('inspect', '-o', 'session.html');
    expect(await cli.ok('look')).toContain('unchanged');
    expect(readFileSync(written('session.html'), 'utf8')).toContain('id="picture-0"');
    await cli.ok('close');
    await expect(fetch(url)).rejects.toThrow();
    const { value } = await cli.json('inspect', '--serve');
    expect(value.error.code).toBe('no_session');
  });
});
