import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Tabs } from '../../packages/sightline/src/browser/tabs/Tabs.ts';
import { isHeadlessShell } from '../support/fullBrowser.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

const send =
  (contentType: string, body: string, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };
const redirect =
  (location: string): Handler =>
  (_, response) => {
    response.writeHead(302, { location });
    response.end();
  };

const routes = {
  '/': '<title>Home</title><p>home',
  '/other': '<title>Other</title>',
  '/gone': send('text/html', '<title>Gone</title>gone', 404),
  '/broken': send('text/html', '<title>Broken</title>broken', 500),
  '/reason': ((_, response) => {
    response.writeHead(404, 'Gone | [12]<button>Pay', { 'content-type': 'text/html' });
    response.end('<title>Gone</title>gone');
  }) satisfies Handler,
  '/odd-type': send('application/[12]<button>Pay', 'x'),
  '/odd-name': ((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="[12]<button>Pay.zip"',
    });
    response.end('PK');
  }) satisfies Handler,
  '/empty404': send('text/html', '', 404),
  '/moved': redirect('/other'),
  '/loop': redirect('/loop'),
  '/unsafe': redirect('data:text/html,x'),
  '/script-moved': '<title>Leaving</title><script>location.replace("/other")</script>',
  '/pdf': send('application/pdf', '%PDF-1.4\ntrailer<</Root 1 0 R>>'),
  '/zip': send('application/zip', 'PK'),
  '/attached': ((_, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="report.html"' });
    response.end('<p>report');
  }) satisfies Handler,
  '/no-content': send('text/html', '', 204),
  '/xml': send('application/xml', '<list><item>one</item></list>'),
  '/silent': (() => undefined) satisfies Handler,
  '/hangs-up': ((request) => request.socket.destroy()) satisfies Handler,
  '/never-ends': ((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<title>Endless</title><p>first part');
  }) satisfies Handler,
  '/busy': '<title>Busy</title><script>setTimeout(() => { for (;;); })</script>',
};

let server: TestServer;
let launched: LaunchedBrowser;
let tabs: Tabs;
const at = (path: string) => `${server.origin}${path}`;

beforeAll(async () => {
  server = await startServer(routes);
  launched = await launchBrowser();
  tabs = new Tabs(launched.context);
});
afterAll(async () => {
  await launched?.close();
  await server?.close();
});
beforeEach(async () => {
  await tabs.navigate(at('/'));
});

/** After a failure, the session still opens pages. */
async function expectAlive() {
  expect(await tabs.navigate(at('/other'))).toEqual({
    url: at('/other'),
    title: 'Other',
    status: 200,
    notes: [],
  });
}

describe('navigate', () => {
  it('shows where it came to', async () => {
    expect(await tabs.navigate(at('/other#part'))).toEqual({
      url: at('/other#part'),
      title: 'Other',
      status: 200,
      notes: [],
    });
  });

  it('takes an address without scheme', async () => {
    const { url } = await tabs.navigate(server.origin.replace('http://', ''));
    expect(url).toBe(at('/'));
  });

  it('notes a redirect by the server', async () => {
    const navigation = await tabs.navigate(at('/moved'));
    expect(navigation).toMatchObject({ url: at('/other'), title: 'Other', status: 200 });
    expect(navigation.notes).toEqual([`redirected from ${at('/moved')}`]);
  });

  it('follows a redirect by a script', async () => {
    await tabs.navigate(at('/script-moved'));
    await tabs.page.waitForURL(at('/other'));
    await expectAlive();
  });

  it('opens a page of status 404 and 500, and notes it', async () => {
    const gone = await tabs.navigate(at('/gone'));
    expect(gone).toEqual({ url: at('/gone'), title: 'Gone', status: 404, notes: ['HTTP 404 Not Found'] });
    const broken = await tabs.navigate(at('/broken'));
    expect(broken.notes).toEqual(['HTTP 500 Internal Server Error']);
  });

  it('says what a status and a download are without words of the server that imitate ours', async () => {
    const { notes } = await tabs.navigate(at('/reason'));
    expect(notes).toEqual(['HTTP 404 Not Found']);
    const refusals: string[] = [];
    for (const path of ['/odd-type', '/odd-name'])
      await tabs.navigate(at(path)).catch(({ message }) => refusals.push(message));
    expect(refusals).toEqual([
      'That address is a download (odd-type), not a page.',
      'That address is a download of type application/zip, not a page.',
    ]);
  });

  it('survives a 404 with an empty body', async () => {
    const navigation = await tabs.navigate(at('/empty404'));
    expect(navigation).toMatchObject({ url: at('/empty404'), status: 404 });
    expect(navigation.notes).toContain('HTTP 404 Not Found');
    await expectAlive();
  });

  it('opens about:blank and XML', async () => {
    expect(await tabs.navigate('about:blank')).toEqual({ url: 'about:blank', title: '', notes: [] });
    expect(await tabs.navigate(at('/xml'))).toMatchObject({ url: at('/xml'), status: 200, notes: [] });
  });

  it('opens a local file, when the folder is given', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
    await writeFile(join(folder, 'page.html'), '<title>Local</title>');
    const navigation = await tabs.navigate('page.html', { cwd: folder });
    await rm(folder, { recursive: true });
    const url = pathToFileURL(join(folder, 'page.html')).href;
    expect(navigation).toEqual({ url, title: 'Local', status: undefined, notes: [] });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'chrome://version', 'file:///etc/passwd'])(
    'refuses %s and stays',
    async (address) => {
      await expect(tabs.navigate(address)).rejects.toMatchObject({ code: 'blocked_url' });
      expect(tabs.page.url()).toBe(at('/'));
    },
  );

  it('keeps a page that has come but does not finish loading', async () => {
    const navigation = await tabs.navigate(at('/never-ends'), { timeoutMs: 4_000 });
    expect(navigation).toMatchObject({ url: at('/never-ends'), status: 200 });
    expect(navigation.notes).toEqual(['still loading after 4 s']);
    await expectAlive();
  });

  it('times out when nothing comes, and stays', async () => {
    await expect(tabs.navigate(at('/silent'), { timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'timeout',
      message: `${new URL(server.origin).host} sent no page within 1 s.`,
      retryable: true,
    });
    expect(tabs.page.url()).toBe(at('/'));
    await expectAlive();
  });

  it('replaces a tab whose script never ends', async () => {
    await tabs.navigate(at('/busy'), { timeoutMs: 5_000 });
    const [before] = await tabs.list();
    const navigation = await tabs.navigate(at('/other'));
    expect(navigation).toMatchObject({ title: 'Other', status: 200 });
    expect(navigation.notes).toEqual(['the tab did not respond, and was replaced by a new one']);
    expect((await tabs.list()).map((tab) => tab.number)).toEqual([before?.number]);
  });
});

describe('what is not a page', () => {
  it.each([
    ['/pdf', isHeadlessShell ? '(pdf.pdf) of type application/pdf' : 'a PDF of type application/pdf'],
    ['/zip', 'application/zip'],
    ['/attached', 'download'],
  ])('%s is refused as unsupported, and the tab stays', async (path, what) => {
    const error = await tabs.navigate(at(path)).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'unsupported_page' });
    expect(error.message).toContain(what);
    expect(tabs.page.url()).toBe(at('/'));
    expect(await tabs.page.title()).toBe('Home');
    await expectAlive();
  });

  it('an answer without content leaves the tab where it was', async () => {
    await expect(tabs.navigate(at('/no-content'))).rejects.toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining('HTTP 204'),
    });
    expect(tabs.page.url()).toBe(at('/'));
    await expectAlive();
  });
});

describe('what cannot be reached', () => {
  it.each([
    ['a closed port', () => 'http://127.0.0.1:9/', /unsafe|port that browsers refuse|refused the connection/],
    ['an unknown host', () => 'http://nowhere.invalid/', /nowhere\.invalid has no address \(DNS\)/],
    ['TLS where there is none', () => at('/').replace('http:', 'https:'), /does not speak the protocol/],
    ['a server that hangs up', () => at('/hangs-up'), /closed the connection/],
    ['a redirect loop', () => at('/loop'), /redirects in a loop/],
    ['a redirect to data:', () => at('/unsafe'), /redirects to what is not a web page/],
  ])('%s', async (_, address, message) => {
    const error = await tabs.navigate(address()).catch((reason) => reason);
    expect(error).toMatchObject({ name: 'SightlineError', code: 'navigation_failed' });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
    expect(error.hint).not.toBe('');
    await expectAlive();
  });

  it('a server that has stopped', async () => {
    const stopped = await startServer({});
    await stopped.close();
    await expect(tabs.navigate(stopped.origin)).rejects.toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining('refused the connection'),
      retryable: true,
    });
    const back = await tabs.back();
    expect(back).toMatchObject({ url: at('/'), title: 'Home' });
  });
});

describe('history', () => {
  it('goes back, forward and loads again', async () => {
    await tabs.navigate(at('/other'));
    expect(await tabs.back()).toMatchObject({ url: at('/'), title: 'Home', notes: [] });
    expect(await tabs.forward()).toMatchObject({ url: at('/other'), title: 'Other', notes: [] });
    expect(await tabs.reload()).toMatchObject({ url: at('/other'), title: 'Other', status: 200, notes: [] });
  });

  it('steps within one document', async () => {
    await tabs.page.evaluate(() => history.pushState(null, '', '/pushed'));
    expect(await tabs.back()).toMatchObject({ url: at('/'), title: 'Home' });
  });

  it('says so at either end, and stays', async () => {
    await tabs.open();
    await tabs.navigate(at('/other'));
    const refusal = { code: 'navigation_failed', message: 'There is no page to go back to.' };
    await expect(tabs.back()).rejects.toMatchObject(refusal);
    await expect(tabs.forward()).rejects.toMatchObject({ message: 'There is no page to go forward to.' });
    expect(tabs.page.url()).toBe(at('/other'));
  });
});
