import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { launchBrowser } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session, type TabEvent } from '../../packages/sightline/src/session/Session.ts';
import { freePort } from '../support/freePort.ts';
import { fullBrowser } from '../support/fullBrowser.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

/** Bytes that the browser may wait for before it says what comes. */
const SNIFFED = 4_096;

let slow: ServerResponse | undefined;
const attach =
  (write: (response: ServerResponse) => void): Handler =>
  (_, response) => {
    response.writeHead(200, {
      'content-disposition': 'attachment; filename="report.txt"',
      'content-type': 'application/octet-stream',
      'content-length': String(SNIFFED + 4),
    });
    write(response);
  };

let server: TestServer;
let session: Session;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sl-downloads-'));
  server = await startServer({
    '/': `<title>Files</title><a id=file download="notes.txt" href="/text">get</a>
      <a id=slow href="/slow">slow</a><a id=broken href="/broken">broken</a>`,
    '/secret': `<title>Account</title><input id=p type=password value=Kq7vTr9wZ2><a id=a>a</a><script>
      const save = (href) => { a.download = p.value; a.href = href; a.click(); }</script>`,
    '/text': 'Some words',
    '/attached': attach((response) => response.end('report'.padEnd(SNIFFED + 4))),
    '/slow': attach((response) => {
      response.write('x'.repeat(SNIFFED));
      slow = response;
    }),
    '/broken': attach((response) => {
      response.write('bro');
      setTimeout(() => response.destroy(), 100);
    }),
  });
  session = await Session.launch({ downloads: join(folder, 'files') });
  await session.navigate(server.origin);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await session.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The next notice of a download, of that outcome if one is named. */
async function next(outcome?: string): Promise<TabEvent | undefined> {
  let found: TabEvent | undefined;
  const isWanted = (event: TabEvent) => event.kind === 'download' && (!outcome || event.outcome === outcome);
  await expect.poll(() => (found = session.takeEvents().find(isWanted))).toBeDefined();
  return found;
}

const click = (selector: string) => session.page.click(selector, { noWaitAfter: true });
const inFolder = (name: string) => join(folder, 'files', name);

it('are reported without the secrets that their page holds, as are the windows that it opens', async () => {
  await session.navigate(`${server.origin}/secret`);
  const reported: unknown[] = [];
  for (const address of ["'data:text/plain,x' + p.value", "'/text/' + p.value"]) {
    await session.page.evaluate(`save(${address})`);
    reported.push(await next());
  }
  await session.page.evaluate("void window.open('/text/' + p.value)");
  await expect
    .poll(() => reported.push(...session.takeEvents()) && JSON.stringify(reported))
    .toContain('"opened"');
  expect(JSON.stringify(reported)).not.toContain('Kq7vTr9wZ2');
  expect(reported).toContainEqual(expect.objectContaining({ url: 'data:text/plain,x[filled]' }));
  expect(reported).toContainEqual(
    expect.objectContaining({ kind: 'opened', url: `${server.origin}/text/[filled]` }),
  );
});

it('are saved under names of their own, and reported', async () => {
  for (const name of ['notes.txt', 'notes (2).txt']) {
    await click('#file');
    expect(await next('saved')).toMatchObject({
      tab: 1,
      name: 'notes.txt',
      outcome: 'saved',
      path: inFolder(name),
    });
    expect(readFileSync(inFolder(name), 'utf8')).toBe('Some words');
  }
});

it('that a click on a number brings are reported in its answer', async () => {
  const { numbers } = await session.screenshot({ numbers: true });
  let { text } = await session.click(numbers[0] ?? 0);
  expect(text).toContain('the download of "notes.txt"');
  // One that takes a busy machine long has only begun by then.
  await expect
    .poll(() => (text += session.takeNotices().join()))
    .toContain(`was saved as ${inFolder('notes.txt')}`);
});

it('that are opened by their address are saved, and the tab stays', async () => {
  const error = await session.navigate(`${server.origin}/attached`).catch((reason) => reason);
  expect(error).toMatchObject({
    code: 'unsupported_page',
    hint: expect.stringContaining('the next answer says'),
  });
  expect(await next('saved')).toMatchObject({ path: inFolder('report.txt') });
  expect(await session.page.title()).toBe('Files');
});

it('that take long are reported when they begin, and when they end', async () => {
  await click('#slow');
  expect(await next()).toMatchObject({ outcome: 'begun', name: 'report.txt' });
  slow?.end('done');
  expect(await next()).toMatchObject({ outcome: 'saved', path: inFolder('report.txt') });
});

it('that break off are reported', async () => {
  await click('#broken');
  expect(await next('failed')).toMatchObject({ name: 'report.txt' });
});

it('without a folder named, go to a temporary one of their own', async () => {
  const other = await Session.launch();
  await other.navigate(`${server.origin}/attached`).catch(() => undefined);
  let path = '';
  await expect
    .poll(() => {
      for (const event of other.takeEvents()) if (event.kind === 'download') path ||= event.path ?? '';
      return path;
    })
    .not.toBe('');
  expect(readFileSync(path, 'utf8')).toContain('report');
  expect(dirname(path)).toMatch(/sightline-downloads-/);
  await other.close();
  // What nobody named a folder for goes with the session.
  expect(existsSync(dirname(path))).toBe(false);
});

it('that repeat a secret in their name are saved without it', async () => {
  await session.page.evaluate(() => {
    document.body.innerHTML += '<input type=password value="open-sesame-42">';
    (document.querySelector('#file') as HTMLAnchorElement).download = 'open-sesame-42.txt';
  });
  await session.look();
  await click('#file');
  const event = await next('saved');
  expect(JSON.stringify(event)).not.toContain('sesame');
  expect(event).toMatchObject({ outcome: 'saved' });
});

it('of a browser that is attached to are reported, and go where that browser keeps them', async () => {
  vi.stubEnv('HOME', folder);
  const port = await freePort();
  // A headless shell refuses downloads that nobody has asked for.
  const args = [`--remote-debugging-port=${port}`];
  const theirs = await launchBrowser({ executablePath: fullBrowser(), args });
  const page = await (await theirs.browser.newContext()).newPage();
  await page.goto(server.origin);
  const attached = await Session.connect({ cdpUrl: `http://127.0.0.1:${port}` });
  await attached.openTab();
  await attached.navigate(server.origin);
  let notices = '';
  const expectNotice = async (text: RegExp): Promise<void> =>
    expect.poll(() => (notices += `${attached.takeNotices().join('\n')}\n`)).toMatch(text);
  await attached.page.click('#file', { noWaitAfter: true });
  await expectNotice(/"notes\.txt" from \S+ has ended: it is where that browser keeps its downloads/);
  await attached.page.click('#slow', { noWaitAfter: true });
  await expectNotice(/"report\.txt" from \S+ has begun/);
  slow?.end('done');
  await expectNotice(/"report\.txt" from \S+ has ended/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#file')]);
  expect(readFileSync(await download.path(), 'utf8'), 'its host still has its own').toBe('Some words');
  await attached.close();
  await theirs.close();
});
