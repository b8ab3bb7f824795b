import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { fullBrowser } from '../support/fullBrowser.ts';

// A local page that a person opened shows no other local file, in a frame or in its place.

const folder = mkdtempSync(join(tmpdir(), 'sl-local-'));
const address = (name: string): string => pathToFileURL(join(folder, name)).href;
let session: Session;
beforeAll(async () => {
  writeFileSync(join(folder, 'secret.txt'), 'FILE-SECRET-77');
  writeFileSync(join(folder, 'style.css'), 'h1 { margin-left: 77px }');
  const secret = address('secret.txt');
  writeFileSync(
    join(folder, 'hostile.html'),
    `<title>Local</title><link rel=stylesheet href=style.css><h1>Own words</h1>
      <iframe src="${secret}"></iframe><object data="${secret}"></object><embed src="${secret}"><iframe src="${address('')}"></iframe>
      <a href="${secret}">Next</a> <a href="${secret}" target=_blank>Beside</a> <a href="?again#there">Again</a>
      <iframe src="hostile.html?inner" title="Itself"></iframe>`,
  );
  session = await Session.launch({ executablePath: fullBrowser() });
});
afterAll(async () => {
  await session.close();
  rmSync(folder, { recursive: true });
});

const open = () => session.navigate(join(folder, 'hostile.html'), { cwd: folder });
const numberOf = (text: string, words: string): number =>
  Number(new RegExp(`\\[(\\d+)\\]<a[^>]*>${words}`).exec(text)?.[1]);

it('frames of other files and of folders are not loaded; what a page is made of is', async () => {
  await open();
  let text = '';
  await expect
    .poll(async () => (text = (await session.look({ full: true })).text))
    .toContain('it did not load: ERR_BLOCKED_BY_CLIENT');
  expect(text).not.toMatch(/FILE-SECRET|style\.css/);
  expect(await session.page.evaluate(`getComputedStyle(document.querySelector('h1')).marginLeft`)).toBe(
    '77px',
  );
});

it('links lead to no other file, here or in another tab, but to the same one', async () => {
  await open();
  const { text } = await session.look({ full: true });
  await session.click(numberOf(text, 'Again'));
  expect(session.page.url()).toBe(`${address('hostile.html')}?again#there`);
  const beside = await session.click(numberOf((await session.look({ full: true })).text, 'Beside'));
  await expect.poll(async () => (await session.tabs()).length).toBe(2);
  await session.switchTab(2);
  const opened = await session.look().then(
    (look) => look.text,
    (error: Error) => error.message,
  );
  expect(`${beside.text}\n${opened}`).not.toContain('FILE-SECRET');
  await session.closeTab(2);
  await session.click(numberOf((await session.look({ full: true })).text, 'Next')).catch(() => undefined);
  await expect
    .poll(() =>
      session.look({ full: true }).then(
        (look) => look.text,
        (error: Error) => error.message,
      ),
    )
    .toContain('This page has been blocked');
});

it('another file is shown once a person names it', async () => {
  await session.navigate(join(folder, 'secret.txt'), { cwd: folder });
  expect((await session.look()).text).toContain('FILE-SECRET-77');
});
