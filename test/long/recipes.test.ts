import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { findChromedriver } from '../support/findChromedriver.ts';
import { freePort } from '../support/freePort.ts';
import { installPython } from '../support/installPython.ts';
import { ModelServer } from '../support/ModelServer.ts';
import { EXAMPLE_PAGE, Recipes } from '../support/Recipes.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

const inModules = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    '/': EXAMPLE_PAGE,
    '/more': '<title>More</title><h1>More about examples</h1>',
  });
});
afterAll(() => server.close());

describe('docs/recipes.md, with the packages of the checkout', () => {
  let browser: LaunchedBrowser;
  let recipes: Recipes;
  beforeAll(async () => {
    const port = await freePort();
    browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
    recipes = Recipes.inCheckout(server.origin, `http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    await recipes.remove();
    await browser.close();
  });

  it('Playwright tests', async () => {
    const config = `export default { timeout: 200_000, expect: { timeout: 60_000 }, use: { launchOptions: { executablePath: ${JSON.stringify(findBrowser().path)} } } };`;
    writeFileSync(`${recipes.folder}/playwright.config.mjs`, config);
    const { code, output } = await recipes.run([
      inModules('@playwright/test/cli.js'),
      'test',
      'playwright.spec.ts',
    ]);
    expect(code, output).toBe(0);
    expect(output).toContain('1 passed');
  });

  it('Puppeteer', async () => {
    const { code, output } = await recipes.run(['puppeteer.mjs']);
    expect(code, output).toBe(0);
    expect(output).toContain(
      '**Cause** (other words): Nothing matches locator(\'#learn-more\'). Most like it: [1]<a id="learn">"Learn more" in MAIN > "Example Domain", which has "#learn". Use getByRole(\'link\', { name: \'Learn more\' }).',
    );
  });

  it('vitest in a browser', async () => {
    const { code, output } = await recipes.run([
      inModules('vitest/vitest.mjs'),
      'run',
      'form.test.ts',
      '--config',
      'vitest.config.ts',
    ]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/Tests\s+1 passed/);
  });

  it('names programs that there are', () => {
    const text = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
    expect([...text.matchAll(/^```ts\n\/\/ (\S+)/gm)].map(([, name]) => name)).toEqual([
      'playwright.spec.ts',
      'puppeteer.ts',
      'stagehand.ts',
      'selenium.ts',
      'vitest.config.ts',
      'form.test.ts',
    ]);
  });
});

describe('with packages of Python', () => {
  let recipes: Recipes;
  let python: string;
  beforeAll(() => {
    recipes = Recipes.inCheckout(server.origin);
    python = installPython('recipes', ['langchain-mcp-adapters==0.3.2', 'openai-agents==0.24.0']);
  });
  afterAll(() => recipes.remove());

  it('LangChain', async () => {
    const { code, output } = await recipes.runPython(python, 'with_langchain.py');
    expect([code, output]).toEqual([0, expect.stringContaining('[1]<a>Learn more')]);
  });

  it('OpenAI Agents SDK', async () => {
    const models = await ModelServer.start(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? `There is: ${/# [^\\]+/.exec(JSON.stringify(messages.at(-1)?.content))?.[0]}`
        : { tool: 'open', input: { url: server.origin } },
    );
    try {
      const env = { OPENAI_BASE_URL: models.baseUrl, OPENAI_API_KEY: 'none' };
      const { code, output } = await recipes.runPython(python, 'with_openai_agents.py', env);
      expect([code, output]).toEqual([0, expect.stringContaining('There is: # Example Domain')]);
    } finally {
      await models.close();
    }
  });
});

describe('with packages that npm installs', () => {
  let recipes: Recipes;
  beforeAll(async () => {
    recipes = await Recipes.withPackages(server.origin, [
      '@browserbasehq/stagehand@3',
      'selenium-webdriver@4',
    ]);
  });
  afterAll(() => recipes.remove());

  it('Stagehand', async () => {
    const { code, output } = await recipes.run(['stagehand.mjs']);
    expect(code, output).toBe(0);
    expect(output).toContain('[1]<a>Learn more');
    expect(output).toContain('More about examples');
  });

  it('Selenium', async () => {
    const { code, output } = await recipes.run(['selenium.mjs'], {
      CHROMEDRIVER: findChromedriver(recipes.folder),
    });
    expect(code, output).toBe(0);
    expect(output).toContain("**Cause** (other words): Nothing matches locator('");
    expect(output).toContain('Learn more');
  });
});
