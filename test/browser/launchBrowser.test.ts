import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { diagnose } from '../../packages/sightline/src/browser/launch/diagnose.ts';
import { launchBrowser } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function script(text: string): Promise<string> {
  const path = join(folder, 'browser');
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

it('opens a page of the size asked for', async () => {
  const launched = await launchBrowser({ viewport: { width: 640, height: 480 } });
  const page = await launched.context.newPage();
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 480]);
  await launched.close();
  expect(launched.browser.isConnected()).toBe(false);
});

it('turns off and on what Playwright does, and more', async () => {
  const executablePath = await script(`printf '%s\\n' "$@" > "${folder}/flags"; exit 1`);
  const featuresOf = async (launch: Promise<unknown>): Promise<Record<'disable' | 'enable', string[]>> => {
    await expect(launch).rejects.toThrow();
    const flags = (await readFile(join(folder, 'flags'), 'utf8')).split('\n');
    const last = (name: string): string[] =>
      flags
        .findLast((flag) => flag.startsWith(`--${name}-features=`))
        ?.split('=')[1]
        ?.split(',') ?? [];
    return { disable: last('disable'), enable: last('enable') };
  };
  const { disable: theirs, enable: theirOn } = await featuresOf(chromium.launch({ executablePath }));
  const { disable: ours, enable: ourOn } = await featuresOf(
    launchBrowser({ executablePath, args: ['--enable-features=One,Two'] }),
  );
  expect(ourOn).toEqual([...theirOn, 'WebMCP', 'One', 'Two']);
  expect(theirs).toContain('PaintHolding');
  expect(ours.filter((name) => !theirs.includes(name))).toEqual([
    'AutofillServerCommunication',
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
  ]);
  expect(theirs.filter((name) => !ours.includes(name))).toEqual([]);
});

it('a window has no process but that of its page, and one in reserve', async () => {
  const { browser, context, close } = await launchBrowser();
  const page = await context.newPage();
  await page.setContent('<h1>All there is');
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const session = await browser.newBrowserCDPSession();
  const renderers = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').length;
  };
  // The one in reserve before may still be on its way out.
  await expect.poll(renderers).toBeLessThanOrEqual(2);
  await close();
});

it.runIf(process.platform !== 'win32')('a browser that does not end by itself is made to', async () => {
  const { browser, close } = await launchBrowser();
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  process.kill(processInfo.find(({ type }) => type === 'browser')?.id as number, 'SIGSTOP');
  await close();
  expect(browser.isConnected()).toBe(false);
});

it.each([undefined, '/nonexistent'])('works where HOME is %s', async (home) => {
  vi.stubEnv('HOME', home);
  const { browser, close } = await launchBrowser();
  expect(browser.isConnected()).toBe(true);
  await close();
});

it('says what a browser that does not start said last', async () => {
  const executablePath = await script('echo "libmissing.so: cannot open shared object file" >&2; exit 127');
  await expect(launchBrowser({ executablePath })).rejects.toMatchObject({
    name: 'SightlineError',
    code: 'browser_closed',
    message: `The browser ${executablePath} did not start.`,
    hint: expect.stringContaining('libmissing.so: cannot open shared object file'),
  });
});

it('says where there is no browser', async () => {
  const executablePath = join(folder, 'missing');
  await expect(launchBrowser({ executablePath })).rejects.toMatchObject({
    code: 'browser_not_found',
    message: `There is no browser at ${executablePath}.`,
  });
});

it('diagnose finds all well on a machine where the tests run', async () => {
  const { checks } = await diagnose();
  expect(checks.map(({ name }) => name)).toEqual([
    'node',
    'user',
    'temporary folder',
    'browser',
    'launch',
    'page',
    'close',
  ]);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

it('diagnose shows what fails, and what to try', async () => {
  vi.stubEnv('SIGHTLINE_BROWSER', join(folder, 'missing'));
  const { checks } = await diagnose();
  expect(checks.at(-1)).toMatchObject({
    name: 'browser',
    ok: false,
    detail: expect.stringContaining('cannot be run'),
    hint: expect.stringContaining('SIGHTLINE_BROWSER'),
  });
  const broken = await diagnose({ executablePath: await script('exit 1') });
  expect(broken.checks.at(-1)).toMatchObject({ name: 'launch', ok: false });
});
