import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { type BrowserServer, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { PlaywrightProject, type PlaywrightRun, type TestOutcome } from '../support/PlaywrightProject.ts';

const EXTENDED = `import { expect as baseExpect, test as base } from '@playwright/test';
import { matchers, sightline } from 'sightline/playwright';
const test = base.extend(sightline);
const expect = baseExpect.extend(matchers);
`;
const PLAIN = `import { expect, test } from '@playwright/test';\n`;

const SHOP = `<title>Shop</title><h1>Your order</h1>
<main><p>Order confirmed</p>
<form><label>Card <input type="password" value="hunter2-secret"></label>
<button type="button" id="store">Store changes</button><button type="button" disabled>Pay</button></form>
<ul><li>Ann <button>Edit</button></li><li>Bob <button>Edit</button></li></ul>
<details><summary>More</summary><button>Archive</button></details>
<div style="position:relative"><button>Buy</button><div class="cover" style="position:absolute;inset:0">Our cookies</div></div>
<iframe name="card" srcdoc="<button>Validate card</button>"></iframe></main>`;

const withPage = (tests: string): string =>
  `test.beforeEach(async ({ page }) => { await page.setContent(${JSON.stringify(SHOP)}); });\n${tests}`;

const STEPS = `test('passes', async ({ page }) => {
  await page.getByText('Edit').first().click();
  await page.getByText('More').click();
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
});
test('passes with a request only', async ({ request }) => { expect(request).toBeTruthy(); });
`;

let project: PlaywrightProject;
/** Playwright starts a worker anew after each failure: this one browser serves them all. */
let browsers: BrowserServer;
let connectOptions: { wsEndpoint: string };
beforeAll(async () => {
  project = new PlaywrightProject();
  browsers = await chromium.launchServer({ executablePath: findBrowser().path });
  connectOptions = { wsEndpoint: browsers.wsEndpoint() };
});
afterAll(async () => {
  await browsers.close();
  await project.remove();
});

describe('a test that passes', () => {
  it('sends the browser the same messages as without the fixtures', async () => {
    const methods = async (name: string, head: string): Promise<string[]> => {
      project.write(name, head + withPage(STEPS));
      const { code, output } = await project.run(name, { env: { DEBUG: 'pw:protocol' } });
      expect(code).toBe(0);
      const sent = [...output.matchAll(/SEND ► .*?"method":"([\w.]+)"/g)].map(([, method = '']) => method);
      expect(sent).toContain('Page.enable');
      return sent.sort();
    };
    expect(await methods('extended.spec.ts', EXTENDED)).toEqual(await methods('plain.spec.ts', PLAIN));
  });

  it('is looked at by the calls of the test, and by matchers', async () => {
    const passing = `test('looks', async ({ page, sight }) => {
      await expect(page).toShow('order CONFIRMED');
      await expect(page).toShow(/order\\s+conf/);
      await expect(page).not.toShow('Archive');
      await expect(sight).toOffer({ role: 'button', name: 'Store' });
      await expect(sight).toOffer({ role: 'button', name: 'Pay', disabled: true });
      await expect(sight).not.toOffer({ role: 'button', name: /^Pay/ });
      await page.evaluate(() => setTimeout(() => document.body.append('Thank you'), 300));
      await expect(page).toShow('Thank you');
      expect((await sight.look()).text).toContain('<button>Store changes');
    });`;
    project.write('looks.spec.ts', EXTENDED + withPage(passing));
    const { code, output } = await project.run('looks.spec.ts');
    expect(code, output).toBe(0);
  });

  it('runs in a project of CommonJS modules', async () => {
    const commonJs = new PlaywrightProject('commonjs');
    try {
      commonJs.write('looks.spec.ts', EXTENDED + withPage(STEPS));
      const { code, output } = await commonJs.run('looks.spec.ts', { use: { connectOptions } });
      expect(code, output).toBe(0);
    } finally {
      await commonJs.remove();
    }
  });
});

const FAILING = `
test('other words', async ({ page }) => { await page.getByRole('button', { name: 'Save changes' }).click(); });
test('several', async ({ page }) => { await page.getByRole('button', { name: 'Edit' }).click(); });
test('disabled', async ({ page }) => { await page.getByRole('button', { name: 'Pay' }).click(); });
test('closed', async ({ page }) => { await expect(page.getByText('Archive')).toBeVisible(); });
test('frame', async ({ page }) => { await expect(page.getByRole('button', { name: 'Validate card' })).toBeVisible(); });
test('covered', async ({ page }) => { await page.getByRole('button', { name: 'Buy' }).click(); });
test('other heading', async ({ page }) => { await expect(page.getByRole('heading', { name: 'Pay' })).toBeVisible(); });
test('exception', async ({ page }) => { throw new Error('my helper failed'); });
test('value', async ({ page }) => { await expect(page.locator('h1')).toHaveText('Your orders: 2'); });
test('plain value', async ({ page }) => { expect(await page.locator('h1').textContent()).toBe('Order confirmed'); });
test('time of the test', async ({ page }) => {
  test.setTimeout(8_000);
  await page.getByRole('button', { name: 'Save changes' }).click({ timeout: 0 });
});
test.describe('with a file for people', () => {
  test.use({ sightlineReport: { inspect: true } });
  test('inspected', async ({ page }) => { await page.getByText('Thanks').click(); });
});
test('another page than was left', async ({ page }) => {
  await page.route('http://shop.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Next</h1>' }));
  await page.goto('http://shop.test/hunter2-secret');
  await page.goto('http://shop.test/next');
  await page.getByText('Thanks').click({ timeout: 500 });
});
test('open dialog', async ({ page }) => {
  await page.route('http://shop.test/**', (route) => route.fulfill({ contentType: 'text/html', body: ${JSON.stringify(SHOP)} }));
  await page.goto('http://shop.test/hunter2-secret');
  page.on('dialog', () => undefined);
  await page.evaluate(() => void setTimeout(() => confirm('Really leave?'), 10));
  await page.waitForTimeout(300);
  await page.getByRole('button', { name: 'Store' }).click();
});
test('shown', async ({ page }) => { await expect(page).toShow('Archive', { timeout: 500 }); });
test('offered', async ({ sight }) => { await expect(sight).toOffer({ role: 'button', name: 'Pay' }, { timeout: 500 }); });
test('a change since the last look', async ({ page, sight }) => {
  await sight.look();
  await page.evaluate(() => document.querySelector('p').replaceWith('Payment refused'));
  await page.getByText('Order confirmed').click();
});
test.describe('afterwards', () => {
  test.afterEach(async ({ page }) => { await page.setContent('<h1>Cleaned up</h1>'); });
  test('as the page stood', async ({ page }) => { await page.getByText('Order refused').click(); });
});
test('a context of its own', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.setContent('<button>Own page</button>');
  await page.getByRole('button', { name: 'Other page' }).click({ timeout: 500 });
});
test('expected to fail', async ({ page }) => { test.fail(); throw new Error('as expected'); });
`;

describe('a test that fails', () => {
  let run: PlaywrightRun;
  const texts = new Map<string, string>();
  const TIMEOUT = 900_000;
  beforeAll(async () => {
    project.write('failing.spec.ts', EXTENDED + withPage(FAILING));
    const config = { timeout: 60_000, expect: { timeout: 1_000 } };
    const use = { actionTimeout: 1_000, sightlineReport: { inspect: false }, connectOptions };
    run = await project.run('failing.spec.ts', { use, config });
    for (const outcome of run.outcomes) texts.set(outcome.title, attached(outcome, 'sightline'));
  }, TIMEOUT);

  const attached = ({ attachments }: TestOutcome, name: string): string => {
    const { path, body } = attachments.find((one) => one.name === name) ?? {};
    return path ? readFileSync(path, 'utf8') : Buffer.from(body ?? '', 'base64').toString();
  };
  const causeOf = (title: string): string => texts.get(title)?.split('\n')[0] ?? '';
  const outcomeOf = (title: string): TestOutcome =>
    run.outcomes.find((one) => one.title === title) as TestOutcome;

  it.each([
    [
      'other words',
      '**Cause** (other words): No button is called "Save changes". Most like it: [1]<button id="store">"Store changes" in MAIN. Use getByRole(\'button\', { name: \'Store changes\' }).',
    ],
    [
      'several',
      "**Cause** (ambiguous): 2 elements match getByRole('button', { name: 'Edit' }), where one was to be: each is in another row or item (Ann, Bob).",
    ],
    ['disabled', '**Cause** (disabled): [1]<button>"Pay" is disabled.'],
    [
      'closed',
      '**Cause** (hidden): [2]<button>"Archive" is not shown: display:none on button. To bring it out: [1]<summary>"More" opens it.',
    ],
    [
      'frame',
      "**Cause** (other frame): [1]<button>\"Validate card\" in MAIN is in the frame iframe, which the locator does not enter. Use frameLocator('iframe[name=\"card\"]').getByRole('button', { name: 'Validate card' }).",
    ],
    [
      'other heading',
      '**Cause** (not found): No heading is called "Pay". What has the role heading: "Your order".',
    ],
    ['exception', '**Cause** (unknown): The test failed with "Error: my helper failed".'],
    [
      'value',
      '**Cause** (other value): <h1>"Your order" in "Your order" has the text "Your order", where the test expects "Your orders: 2".',
    ],
    [
      'plain value',
      '**Cause** (other value): The test got "Your order", and expects "Order confirmed". "Order confirmed" stands at <p>"Order confirmed" in MAIN.',
    ],
    [
      'open dialog',
      "**Cause** (dialog): A dialog of the page is open and was not answered: confirm, whose words are not shown, since the page cannot be asked whether they repeat a secret. Until it is, nothing on the page can be used. Answer it in page.on('dialog', ...).",
    ],
  ])('%s: the cause comes first', (title, cause) => {
    expect(causeOf(title)).toBe(cause);
  });

  it('names what took the clicks', () => {
    expect(causeOf('covered')).toContain('is covered by <div');
    expect(causeOf('covered')).toContain("What took the clicks: \"\\<div class='cover'>Our cookies");
  });

  it('reports the step of a test whose time was over', () => {
    expect(causeOf('time of the test')).toBe(causeOf('other words'));
    expect(texts.get('time of the test')).toContain(
      "Failed: `click` on `getByRole('button', { name: 'Save changes' })`",
    );
  });

  it('says why a matcher did not pass, in its message and in the report', () => {
    const [shown = ''] = outcomeOf('shown').errors;
    expect(shown).toContain('"Archive" does not stand in the visible text of this page.');
    expect(shown).toContain('is not shown: display:none on button. To bring it out: ');
    expect(causeOf('shown')).toContain('(hidden): ');
    const [offered = ''] = outcomeOf('offered').errors;
    expect(offered).toContain('<button>"Pay" is disabled.');
    expect(causeOf('offered')).toContain('"Pay" is disabled.');
  });

  it('reports what changed since the last look', () => {
    const text = texts.get('a change since the last look') ?? '';
    expect(text).toContain('Changed since the last look:');
    expect(text).toContain('Payment refused');
  });

  it('shows the page as it stood, before hooks changed it', () => {
    expect(texts.get('as the page stood')).toContain('Order confirmed');
    expect(texts.get('as the page stood')).not.toContain('Cleaned up');
  });

  it('looks at contexts that the test made', () => {
    expect(texts.get('a context of its own')).toContain('Own page');
  });

  it('attaches nothing where a failure was expected', () => {
    const names = outcomeOf('expected to fail').attachments.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('sightline'))).toEqual([]);
  });

  it('prints the cause, and attaches text within 800 tokens and the inspect page, without secrets', () => {
    for (const outcome of run.outcomes.filter(({ status }) => status !== 'skipped')) {
      if (outcome.title === 'expected to fail') continue;
      const text = attached(outcome, 'sightline');
      expect(encode(text).length, outcome.title).toBeLessThanOrEqual(800);
      expect(text).not.toContain('hunter2');
      const cause = attached(outcome, 'sightline: cause');
      expect(cause.length).toBeGreaterThan(10);
      expect(run.output).toContain(cause.slice(0, 60));
    }
    const inspections = outcomeOf('inspected').attachments.filter(({ name }) => name === 'sightline-inspect');
    expect(inspections.map(({ path = '' }) => readFileSync(path, 'utf8').slice(0, 15))).toEqual([
      '<!doctype html>',
    ]);
  });
});
