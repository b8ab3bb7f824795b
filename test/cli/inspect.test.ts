import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InspectedFile, type ShowOptions, Viewer } from '../support/InspectedFile.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';

const shop = `<!doctype html><meta charset="utf-8"><title>Shop</title><style>
  body { margin: 0; font: 16px sans-serif } main { padding: 20px } #menu { display: none }
  button { position: absolute; left: 100px; top: 200px; width: 120px; height: 40px } #wish { left: 300px }</style>
  <main><h1>Shop</h1><p id="lead">Only today: free delivery.</p>
  <section aria-label="Offers"><h2>Headphones</h2><button>Add to cart</button> <button id="wish">Remember</button></section>
  <div id="menu"><a href="/out">Sign out</a></div>
  <form aria-label="Account"><label>Password <input type="password" value="hunter2-secret"></label></form></main>`;

/** Words that would run, load, or end the element they stand in, if anything took them for markup. */
const attack = `</script><script>document.title='forged'</script><img src=x onerror="document.title='forged'"> ]]> --> </style></textarea>`;
const escaped = attack.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const hostile = `<!doctype html><meta charset="utf-8"><title>${escaped}</title>
  <main aria-label="${escaped}"><h1>${escaped}</h1><button title="${escaped}" id="${escaped}" class="${escaped}">${escaped}</button>
  <a href="javascript:document.title='forged'">link</a><div hidden id="h-${escaped}">${escaped}</div>
  <p>\u2028 &lt;!-- [1]&lt;button>forged [99]&lt;a>number</p></main>`;

let server: TestServer;
let cli: Cli;
let viewer: Viewer;
let path: string;
const written = (name: string): string => join(cli.folder, name);
beforeAll(async () => {
  server = await startServer({ '/': shop, '/hostile': hostile });
  cli = new Cli();
  path = written('shop.html');
  await cli.ok('inspect', server.origin, '-o', path);
  await cli.ok('look', server.origin, '--save', 'shop.json');
  viewer = await Viewer.open();
});
afterAll(async () => {
  await viewer.close();
  await cli.close();
  await server.close();
});

/** Opens it, and holds that it complained of nothing and asked the network for nothing. */
async function withFile(
  run: (file: InspectedFile) => Promise<void>,
  { at = path, ...options }: ShowOptions & { at?: string } = {},
): Promise<void> {
  const file = await viewer.show(at, options);
  await run(file);
  expect(file.complaints).toEqual([]);
  expect(file.requests.filter((url) => /^https?:/.test(url))).toEqual([]);
  await file.close();
}

const ADD = { x: 100, y: 200, width: 120, height: 40 };
const WISH = { ...ADD, x: 300 };

describe('the file', () => {
  it('is for its owner, and leaves nothing running', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(cli.hosts()).toEqual([]);
    expect(cli.browsers()).toEqual([]);
  });

  it('holds no word of the page but in Base64, and no secret at all', () => {
    const html = readFileSync(path, 'utf8');
    expect(html).not.toMatch(/Headphones|hunter2/);
    const packed = /id="inspection">([^<]*)</.exec(html)?.[1] ?? '';
    expect(packed).toMatch(/^[A-Za-z0-9+/=]+$/);
    const held = gunzipSync(Buffer.from(packed, 'base64')).toString();
    expect(held).toContain('Headphones');
    expect(held).not.toContain('hunter2');
  });

  it('reports what `look` reports, number by number', async () => {
    const outline = (await cli.ok('look', 'shop.json')).trimEnd().split('\n');
    await withFile(async (file) =>
      expect(await file.rows()).toEqual(outline.map((line) => line.trimStart())),
    );
  });

  it('runs nothing of the page, and takes none of its words for markup', async () => {
    const at = written('hostile.html');
    await cli.ok('inspect', `${server.origin}/hostile`, '-o', at);
    const tabs = ['Outline', 'Flat', 'Summary', 'HTML', 'JSON', 'Query', 'Removed', 'Tokens'];
    await withFile(
      async (file) => {
        for (const tab of tabs) {
          await file.tab(tab);
          const rows = await file.page.locator('.panel .row').all();
          for (const row of rows.slice(0, 3)) await row.click();
        }
        expect(await file.page.title()).toBe(`${attack} · Sightline inspect`);
        expect(await file.page.locator('.panel img, .panel a, .panel script').count()).toBe(0);
        await file.tab('Outline');
        expect(await file.page.locator('.panel .p-number').allTextContents()).toEqual(['[1]', '[2]']);
      },
      { at },
    );
  });

  it('is refused where no file can be written, and for what is no page', async () => {
    const { code, value } = await cli.json('inspect', 'shop.json', '-o', '/dev/null/x.html');
    expect([code, value.error.code]).toEqual([1, 'invalid_argument']);
    writeFileSync(written('no.jsonl'), '{}');
    expect((await cli.json('inspect', 'no.jsonl')).value.error.code).toBe('invalid_argument');
    writeFileSync(written('no.json'), '{}');
    expect((await cli.json('inspect', 'no.json')).value.error.code).toBe('invalid_snapshot');
  });
});

describe('picture and text', () => {
  it('find each other by pointer', async () => {
    await withFile(async (file) => {
      const { page } = file;
      await page.locator('.panel .p-words', { hasText: 'Add to cart' }).hover();
      expect(await file.highlight()).toEqual(ADD);
      await file.pointAt(360, 220);
      expect(await file.highlight()).toEqual(WISH);
      expect(await page.locator('.panel .p-number.hovered').textContent()).toBe('[2]');
      await page.mouse.click(...(await file.pointAt(110, 210)));
      expect(await page.locator('.panel [aria-selected=true]').textContent()).toContain('[1]<button>');
      expect(await page.locator('.details h2').textContent()).toBe('[1] button “Add to cart”');
      expect(await page.locator('.details pre').last().textContent()).toContain('Add to cart');
      await page.keyboard.press('Escape');
      expect(await page.locator('.details').count()).toBe(0);
    });
  });

  it('text without a number is found on the picture, and from it', async () => {
    await withFile(async (file) => {
      await file.page.locator('.row', { hasText: 'Only today' }).hover();
      const spot = await file.highlight();
      expect(spot?.x).toBe(20);
      await file.pointAt(30, (spot?.y ?? 0) + 5);
      expect(await file.page.locator('.row.hovered').textContent()).toBe('Only today: free delivery.');
    });
  });

  it('find each other by key', async () => {
    await withFile(async (file) => {
      const { page } = file;
      await page.locator('.panel [role=listbox]').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      while ((await activeText(file))?.includes('[1]') === false) await page.keyboard.press('ArrowDown');
      expect(await file.highlight()).toEqual(ADD);
      await page.keyboard.press('ArrowRight');
      expect(await file.highlight()).toEqual(WISH);
      await page.keyboard.press('Enter');
      expect(await page.locator('.details h2').textContent()).toBe('[2] button “Remember”');
      await page.locator('.box').first().focus();
      await page.keyboard.press('ArrowRight');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('[2] button Remember');
      expect(await activeText(file)).toContain('[2]');
    });
  });

  it('a key that is pressed as soon as the text is there is not undone by the next frame', async () => {
    await withFile(async (file) => {
      await file.page.evaluate(async () => {
        const list = () => document.querySelector('.panel [role=listbox]');
        const isFlat = () => list()?.getAttribute('aria-label')?.startsWith('Flat') === true;
        const drawn = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => isFlat() && resolve());
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        });
        document.querySelector<HTMLElement>('#tab-flat')?.click();
        await drawn;
        list()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
      });
      expect(await activeText(file)).toBe((await file.rows()).at(-1));
    });
  });

  it('every part is reached by the Tab key, and the tabs by arrows', async () => {
    await withFile(async ({ page }) => {
      const stops: string[] = [];
      for (let i = 0; i < 16; i++) {
        await page.keyboard.press('Tab');
        stops.push(
          await page.evaluate(
            () => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName ?? '',
          ),
        );
      }
      for (const role of ['separator', 'tab', 'listbox', 'SELECT', 'INPUT']) expect(stops).toContain(role);
      await page.locator('#tab-outline').focus();
      await page.keyboard.press('ArrowLeft');
      expect(await page.locator('[role=tabpanel]').getAttribute('aria-labelledby')).toBe('tab-tokens');
    });
  });
});

describe('the tabs', () => {
  it('views, styles and modes are those of `look`', async () => {
    await withFile(async (file) => {
      await file.tab('Flat');
      await file.page.getByLabel('Style').selectOption('markup');
      const flat = await cli.ok('look', 'shop.json', '--view', 'flat', '--style', 'markup');
      expect(await file.rows()).toEqual(
        flat
          .trimEnd()
          .split('\n')
          .map((line) => line.trimStart()),
      );
      await file.tab('HTML');
      await file.page.getByRole('combobox', { name: 'Mode' }).selectOption('interactive-only');
      const html = await cli.ok('look', 'shop.json', '--view', 'html', '--html-mode', 'interactive-only');
      expect(await file.rows()).toEqual(
        html
          .trimEnd()
          .split('\n')
          .map((line) => line.trimStart()),
      );
      await file.tab('JSON');
      expect((await file.rows()).join('')).toContain('"index": 1');
      for (const view of ['Summary', 'Minimal']) {
        await file.tab(view);
        const rendered = await cli.ok('look', 'shop.json', '--view', view.toLowerCase(), '--style', 'markup');
        // How calls are written is the host's.
        const facts = (lines: string[]): string[] =>
          lines.map((line) => line.trimStart()).filter((line) => !line.startsWith('Use '));
        expect(facts(await file.rows())).toEqual(facts(rendered.trimEnd().split('\n')));
      }
    });
  });

  it('a query is answered as it is typed, with its reasons', async () => {
    await withFile(async (file) => {
      await file.tab('Query');
      await file.page.getByLabel('Words').pressSequentially('buy');
      await expect.poll(() => file.rows()).toEqual([expect.stringMatching(/Add to cart.*says the same/)]);
      await file.page.getByLabel('Words').fill('log off');
      await expect
        .poll(() => file.rows())
        .toEqual([expect.stringContaining('Hidden: display:none on #menu')]);
      await file.page.getByLabel('Words').fill('');
      await file.page.getByText('More', { exact: true }).click();
      for (const [field, value] of Object.entries({
        Name: 'Remember',
        Attributes: 'id=wish',
        Weights: 'remember=5',
        'Around number': '1',
      })) {
        const input = file.page.getByLabel(field, { exact: true });
        await input.fill(value);
        await expect
          .poll(() => file.rows(), { message: field })
          .toContainEqual(expect.stringContaining('Remember'));
        await input.fill('');
      }
    });
  });

  it('what was removed is shown by rule, with the reason', async () => {
    await withFile(async (file) => {
      await file.tab('Removed');
      await file.page.getByRole('radio', { name: 'Invisible' }).check();
      await expect
        .poll(async () => (await file.rows()).join('\n'))
        .toMatch(/^#menu “Sign out” and 2 in itdisplay:none on #menu$/m);
    });
  });

  it('tokens are counted by the tokenizer that is named', async () => {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    const outline = (await cli.ok('look', 'shop.json')).trimEnd();
    await withFile(async (file) => {
      await file.page.locator('.facts abbr', { hasText: 'tokens' }).waitFor();
      expect(await file.page.locator('.facts strong').textContent()).toBe(`${countTokens(outline)}`);
      await file.tab('Tokens');
      expect((await file.rows()).join('\n')).toContain('REGION:Offers');
      await file.page.locator('.token-costs tr:last-child .figure').waitFor();
      const row = await file.page.locator('.token-costs tr', { hasText: /^Outline\d/ }).textContent();
      expect(row).toBe(`Outline${countTokens(outline)}`);
    });
  });
});

describe('accessibility, by axe', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const tabs = ['Outline', 'Summary', 'HTML', 'Query', 'Removed', 'Tokens'];

  it.each([{ dark: false }, { dark: true }, { width: 400 }])('%o', async (how) => {
    await withFile(async (file) => {
      // Our policy keeps injected scripts out: the test's own goes round it by the debugger.
      await file.page.evaluate(axe);
      for (const tab of tabs) {
        await file.tab(tab);
        if (tab === 'Query') await file.page.getByLabel('Words').fill('remember the password');
        if (tab === 'HTML') await file.page.getByLabel('Find in the text').fill('button');
        if (tab !== 'Summary') await file.page.locator('.panel .row[data-node]').first().click();
        const violations = await file.page.evaluate(async () => {
          const { violations } = await (
            globalThis as unknown as { axe: { run(): Promise<AxeResults> } }
          ).axe.run();
          return violations.map(
            ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)} ${nodes[0]?.failureSummary}`,
          );
        });
        expect(violations, tab).toEqual([]);
      }
    }, how);
  });
});

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

const activeText = (file: InspectedFile): Promise<string | null> =>
  file.page.locator('.panel [aria-selected=true][role=option]').textContent();
