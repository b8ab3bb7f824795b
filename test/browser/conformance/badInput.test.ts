import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executeTool } from '../../../packages/sightline/src/cli/executeTool.ts';
import { Session } from '../../../packages/sightline/src/session/Session.ts';
import { SightlineError } from '../../../packages/sightline/src/snapshot/SightlineError.ts';
import { fakeContext, toolNamed } from '../../support/tools.ts';
import { WidgetBrowser } from './WidgetBrowser.ts';

// What makes no sense, or goes wrong under an action, is a typed error; the session goes on, or says that it cannot.

let widgets: WidgetBrowser;
beforeAll(async () => {
  widgets = await WidgetBrowser.start();
});
afterAll(() => widgets?.close());

/** The code of the error that something is refused with. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no error',
    (error: unknown) => error,
  );
  return error instanceof SightlineError ? error.code : String(error);
}

/** The session still works. */
async function expectAlive(): Promise<void> {
  await widgets.show({ html: '<button>Go</button>' });
  await widgets.session.click(widgets.number('Go'));
  expect(await widgets.events()).toContain('click');
}

test.for([
  ['click', { index: 0 }],
  ['click', { index: -3 }],
  ['click', { index: 1.5 }],
  ['click', { index: ['12'] }],
  ['click', {}],
  ['click', { index: 1, button: 'thumb' }],
  ['click', { index: 1, modifiers: ['Hyper'] }],
  ['click', { index: 1, timeoutMs: -1 }],
  ['fill', { index: 1 }],
  ['fill', { index: 1, text: 7 }],
  ['select_option', { index: 1, options: [] }],
  ['check', { index: 1, state: 'maybe' }],
  ['press', { keys: '' }],
  ['press', { keys: 'Foo' }],
  ['scroll', { direction: 'inwards' }],
  ['scroll', { pixels: 0 }],
  ['upload_file', { index: 1, files: [] }],
  ['get_element', { index: 1, what: 'colour' }],
] as const)('input that is no input: %s %j', async ([tool, input]) => {
  if (widgets.session.takeEvents().length === 0) await widgets.open('<button>Go</button>');
  const { out } = await executeTool(
    toolNamed(tool),
    input,
    fakeContext({ session: () => widgets.session }),
    true,
  );
  expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
});

test('a number that was never shown, for every action', async () => {
  const { session } = widgets;
  const never = 999_999;
  const all = [
    session.click(never),
    session.fill(never, 'x'),
    session.type(never, 'x'),
    session.selectOption(never, 'x'),
    session.check(never),
    session.uncheck(never),
    session.hover(never),
    session.focus(never),
    session.press('x', never),
    session.scroll({ target: never }),
    session.scrollTo(never),
    session.drag(never, never),
    session.selectText(never, 'x'),
    session.uploadFile(never, 'x'),
    session.getText(never),
    session.getValue(never),
    session.isVisible(never),
    session.click(-1),
    session.click(Number.NaN),
  ];
  expect(new Set(await Promise.all(all.map(codeOf)))).toEqual(new Set(['not_shown']));
});

describe('files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sl-roots-'));
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in', 'a.txt'), 'a');
    writeFileSync(join(folder, 'secret.txt'), 'b');
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'in', 'link.txt'));
    symlinkSync(join(folder, 'nothing-here.txt'), join(folder, 'in', 'broken.txt'));
    symlinkSync(folder, join(folder, 'in', 'out'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.for([
    ['nothing-here.txt', 'not_found'],
    ['.', 'not_found'],
    ['../secret.txt', 'invalid_argument'],
    ['link.txt', 'invalid_argument'],
    ['/etc/hostname', 'invalid_argument'],
    // Of what is outside, not even whether it is there is reported.
    ['../nothing-here.txt', 'invalid_argument'],
    ['/nowhere/at/all', 'invalid_argument'],
    ['broken.txt', 'invalid_argument'],
    ['out/nothing-here.txt', 'invalid_argument'],
    ['a.txt/nothing', 'not_found'],
    ['', 'not_found'],
  ] as const)('%s', async ([path, code]) => {
    await widgets.show({ html: '<label>Photo <input id=f type=file></label>' });
    const cwd = join(folder, 'in');
    const uploading = widgets.session.uploadFile(widgets.number('Photo'), path, { cwd, roots: [cwd] });
    expect(await codeOf(uploading)).toBe(code);
    expect(await widgets.state('find("f").files.length')).toBe(0);
  });

  test('more than the field takes, and for what opens no choice of files', async () => {
    await widgets.show({ html: '<label>Photo <input id=f type=file></label><button>Go</button>' });
    const file = join(folder, 'in', 'a.txt');
    expect(await codeOf(widgets.session.uploadFile(widgets.number('Photo'), [file, file]))).toBe(
      'invalid_argument',
    );
    const wrong = widgets.session.uploadFile(widgets.number('Go'), file, { timeoutMs: 1_500 });
    expect(await codeOf(wrong)).toBe('invalid_argument');
  });
});

test.for([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'chrome://settings',
  'data:text/html,x',
  'view-source:http://127.0.0.1/',
  'about:config',
  'ftp://127.0.0.1/',
])('an address that is not opened: %s', async (address) => {
  expect(await codeOf(widgets.session.navigate(address))).toBe('blocked_url');
  await expectAlive();
});

describe('under a click', () => {
  test('the page navigates', async () => {
    await widgets.show({ html: '<button onclick="location.search = \'next\'">Go</button>' });
    await widgets.session.click(widgets.number('Go'));
    expect(widgets.session.page.url()).toContain('?next');
    await expectAlive();
  });

  test('the page asks and reports', async () => {
    await widgets.show({
      html: `<button onclick="alert('Well'); confirm('Sure?'); prompt('Name?')">Go</button>`,
    });
    const { text } = await widgets.session.click(widgets.number('Go'));
    for (const words of ['Well', 'Sure?', 'Name?']) expect(text).toContain(words);
    await expectAlive();
  });

  test('the page asks before it leaves', async () => {
    await widgets.show({
      html: '<button onclick="location.search = \'next\'">Go</button><script>onbeforeunload = (event) => { event.preventDefault() }</script>',
    });
    await widgets.session.click(widgets.number('Go'));
    await expectAlive();
  });

  test('a window closes itself', async () => {
    await widgets.open('<a href="/closing" target=_blank>Open</a>');
    widgets.serve('/closing', '<!doctype html><button onclick="close()">Close me</button>');
    // Only what a script opened may close itself.
    widgets.serve(
      '/closing',
      '<!doctype html><title>C</title><button onclick="window.close()">Close me</button>',
    );
    const { session } = widgets;
    await session.page.evaluate("void window.open('/closing')");
    await expect.poll(async () => (await session.tabs()).length).toBe(2);
    await session.switchTab((await session.tabs()).at(-1)?.number ?? 0);
    await session.page.waitForSelector('button');
    await widgets.look();
    const closing = session.click(widgets.number('Close me')).then(
      () => 'done',
      (error) => error.code,
    );
    expect(['done', 'tab_closed']).toContain(await closing);
    await expect.poll(() => session.tabs()).toHaveLength(1);
    await expectAlive();
  });

  test('the page hangs for ever', async () => {
    await widgets.show({ html: '<button onclick="for (;;) {}">Go</button>' });
    const number = widgets.number('Go');
    const code = await codeOf(widgets.session.click(number, { timeoutMs: 1_000, settleMs: 500 }));
    expect(['no error', 'timeout']).toContain(code);
    await expectAlive();
  });
});

describe('when the page is gone', () => {
  test('an action on a tab that was closed', async () => {
    const session = await Session.launch();
    try {
      await session.navigate(`${widgets.origin}/around`);
      await session.page.close();
      expect(await codeOf(session.press('x'))).toBe('tab_closed');
      await session.navigate(`${widgets.origin}/around`);
      await session.press('x');
    } finally {
      await session.close();
    }
  });

  test('a tab that crashes under an action', async () => {
    await widgets.show({ html: '<button id=go disabled>Go</button>' });
    const number = widgets.number('Go');
    const clicking = codeOf(widgets.session.click(number, { timeoutMs: 60_000 }));
    await widgets.session.page.goto('chrome://crash').catch(() => undefined);
    expect(['tab_closed', 'navigated']).toContain(await clicking);
    await expectAlive();
  });

  test('a browser that dies under an action, and after', async () => {
    const session = await Session.launch();
    widgets.serve('/dying', '<!doctype html><button disabled>Go</button>');
    await session.navigate(`${widgets.origin}/dying`);
    const number = Number(/\[(\d+)\]/.exec((await session.look()).text)?.[1]);
    const clicking = codeOf(session.click(number, { timeoutMs: 60_000 }));
    const browser = await session.page.context().browser()?.newBrowserCDPSession();
    const processes = await browser?.send('SystemInfo.getProcessInfo');
    process.kill(processes?.processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN, 'SIGKILL');
    expect(await clicking).toBe('browser_closed');
    expect(await codeOf(session.click(number))).toBe('browser_closed');
    expect(await codeOf(session.press('x'))).toBe('browser_closed');
    await session.close();
  });
});
