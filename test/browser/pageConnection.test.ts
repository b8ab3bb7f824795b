import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { nodeHeap } from '../../packages/lab/benchmarks/measureMemory.ts';
import { toBrowserError } from '../../packages/sightline/src/browser/browserError.ts';
import { PageConnection } from '../../packages/sightline/src/browser/PageConnection.ts';
import { PageSource } from '../../packages/sightline/src/session/pages/PageSource.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { byId, decode, type Row } from '../support/decode.ts';
import { holdPage } from '../support/holdPage.ts';
import { shareBrowser } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

let connected: ConnectedPage;
let here: TestServer;
let there: TestServer;
const routes: Record<string, string> = {};

beforeAll(async () => {
  [connected, here, there] = await Promise.all([
    ConnectedPage.open(),
    startServer(routes),
    startServer(routes),
  ]);
});
afterAll(async () => {
  await Promise.all([connected.close(), here.close(), there.close()]);
});

function serve(path: string, html: string): string {
  routes[path] = `<!doctype html>${html}`;
  return here.origin + path;
}

/** The same server under the other loopback name: another site, so another process. */
const otherSite = (): string => there.origin.replace('127.0.0.1', 'localhost');

function buttonsOf(snapshot: Snapshot): Row[] {
  return decode(snapshot).filter(({ tag }) => tag === 'button');
}

test('Playwright still gives its utility world the name by which it is found', async () => {
  const session = await connected.context.newCDPSession(connected.page);
  const names: string[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => names.push(context.name));
  await session.send('Runtime.enable');
  await session.detach();
  expect(names.filter((name) => name.startsWith('__playwright_utility_world'))).toHaveLength(1);
});

test('snapshots of a page as it was are let go of', async () => {
  await connected.snapshot('<p id=count>0</p>');
  const earlier: WeakRef<Snapshot>[] = [];
  for (let i = 0; i < 20; i++) {
    await connected.page.evaluate('count.textContent++');
    earlier.push(new WeakRef(await connected.connection.capture()));
  }
  const countHeld = (): number => {
    nodeHeap();
    return earlier.filter((one) => one.deref()).length;
  };
  // The last one is what the next is compared with.
  await expect.poll(countHeld).toBeLessThanOrEqual(2);
});

describe('identity', () => {
  test('an element keeps its id over captures, changes and moves; another gets another', async () => {
    const first = decode(await connected.snapshot('<div id=a><button id=x>t</button></div><div id=b></div>'));
    await connected.page.evaluate(
      "x.textContent = 'other'; b.append(x); b.insertAdjacentHTML('afterbegin', '<i id=new></i>')",
    );
    const second = decode(await connected.connection.capture());
    expect(byId(second, 'x').id).toBe(byId(first, 'x').id);
    expect(second.filter(({ id }) => id === byId(second, 'new').id)).toHaveLength(1);
    expect(first.map(({ id }) => id)).not.toContain(byId(second, 'new').id);
  });

  test('a navigation makes another document', async () => {
    const [before] = (await connected.snapshot('<p>1')).documents;
    const [after] = (await connected.snapshot('<p>1')).documents;
    expect(after?.key).not.toBe(before?.key);
    expect(() => connected.connection.locator(before?.key ?? '', 1)).toThrow(
      expect.objectContaining({ code: 'stale' }),
    );
  });
});

describe('frames', () => {
  const leaf = '<title>leaf</title><button onclick="this.dataset.state=1">Leaf</button>';

  test('every kind of frame is captured, placed in its element, and can be acted in', async () => {
    serve('/leaf', leaf);
    serve('/mid', `<p>mid</p><iframe src="${here.origin}/leaf"></iframe>`);
    await connected.page.goto(
      serve(
        '/all',
        `<style>iframe{border:3px solid;padding:4px}</style><iframe id=same src=/leaf></iframe><iframe id=port src="${there.origin}/leaf"></iframe>
        <iframe id=site src="${otherSite()}/mid"></iframe><iframe id=sandbox sandbox=allow-scripts srcdoc="<button onclick=this.dataset.state=1>Boxed</button>"></iframe>
        <iframe id=none hidden src=/leaf></iframe><div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML='<button onclick=this.dataset.state=1>Shadow</button><iframe src=/leaf></iframe>'</script>`,
      ),
    );
    const snapshot = await connected.connection.capture();
    expect(snapshot.documents.map(({ url }) => new URL(url).pathname)).toEqual(
      expect.arrayContaining(['/all', '/leaf', '/leaf', '/mid', 'srcdoc', '/leaf', '/leaf']),
    );
    expect(snapshot.documents).toHaveLength(7);
    expect(decode(snapshot).filter(({ flags }) => flags.includes('Unreadable'))).toEqual([]);
    for (const { node } of buttonsOf(snapshot)) {
      const locator = connected.connection.locator(node.document.key, node.id);
      expect(await locator.textContent()).toBe(node.name);
    }
    /** What each button says of clicks; those that were not hit yet are clicked: a frame of another process is drawn some time after. */
    const clickMissed = async (): Promise<(string | undefined)[]> => {
      const now = buttonsOf(await connected.connection.capture());
      for (const { node, attributes } of now) {
        if (attributes['data-state']) continue;
        const { x = 0, y = 0, width = 0, height = 0 } = node.box ?? {};
        await connected.page.mouse.click(x + width / 2, y + height / 2);
      }
      return now.map(({ attributes }) => attributes['data-state']);
    };
    await expect.poll(clickMissed).toEqual(Array(6).fill('1'));
  });

  test('a frame that comes, navigates to another process, and goes', async () => {
    serve('/leaf', leaf);
    await connected.page.goto(serve('/coming', '<p>empty</p>'));
    expect((await connected.connection.capture()).documents).toHaveLength(1);
    await connected.page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<iframe id=f src=/leaf></iframe>'); new Promise((done) => { f.onload = done })",
    );
    const key = (await connected.connection.capture()).documents[1]?.key;
    await connected.page.evaluate(
      `f.src = '${otherSite()}/leaf'; new Promise((done) => { f.onload = done })`,
    );
    const moved = await connected.connection.capture();
    expect(moved.documents[1]?.url).toBe(`${otherSite()}/leaf`);
    expect(moved.documents[1]?.key).not.toBe(key);
    await connected.page.evaluate('f.remove()');
    expect((await connected.connection.capture()).documents).toHaveLength(1);
  });

  test('a frame that hangs is named as unreadable, and the rest is shown', async () => {
    serve('/hang', '<script>setTimeout(() => { console.log("hanging"); for (;;); }, 50)</script>');
    const hanging = connected.page.waitForEvent('console');
    await connected.page.goto(
      serve('/holds', `<button>Fine</button><iframe id=x src="${otherSite()}/hang"></iframe>`),
    );
    await hanging;
    const snapshot = await connected.connection.capture({ timeoutMs: 6_000 });
    expect(byId(decode(snapshot), 'x').flags).toContain('Unreadable');
    expect(buttonsOf(snapshot)).toHaveLength(1);
  });
});

describe('a hostile page', () => {
  test('redefined built-ins change nothing', async () => {
    const html = '<button id=x aria-label=Buy>b</button><p>text</p>';
    const plain = await connected.snapshot(html);
    const hostile =
      await connected.snapshot(`<script>Array.prototype.push=Array.prototype.map=()=>{throw 1};JSON.stringify=()=>'{}';Map=WeakMap=null;
      Element.prototype.getAttribute=()=>'forged';Object.defineProperty(Element.prototype,'localName',{get(){throw 1}});window.getComputedStyle=()=>{throw 1};globalThis.__sightline={capture:()=>'{}'}</script>${html}`);
    const rowsAndText = ({ documents }: Snapshot): unknown =>
      decode({ ...plain, documents }).map(({ tag, role, name, text }) => [tag, role, name, text]);
    expect(rowsAndText(hostile)).toEqual(rowsAndText(plain));
  });

  /** Chromium itself crashes when it lays out 5,000 nested blocks; what is not rendered it holds. */
  test.each([
    [2_000, ''],
    [10_000, 'none'],
  ])('%i levels are walked without a stack', async (levels, display) => {
    await connected.snapshot(`<div id=top style="display:${display}"></div>`);
    await connected.page.evaluate(
      `let at = document.getElementById('top'); for (let i = 0; i < ${levels}; i++) { const div = document.createElement('div'); at.append(div); at = div; } at.innerHTML = '<button aria-labelledby=deep>x</button><label id=deep>Bottom</label>'`,
    );
    const rows = decode(await connected.connection.capture({ timeoutMs: 60_000 }));
    expect(rows.length).toBeGreaterThan(levels);
    expect(rows.find(({ tag }) => tag === 'button')?.name).toBe('Bottom');
  });

  test('lone surrogates and text beyond ASCII arrive as they are, or as U+FFFD', async () => {
    await connected.snapshot('<title>Zoë</title><p id=x>日本語 🎉</p><p id=y>-</p>');
    await connected.page.evaluate("y.textContent = 'a\\ud800b'");
    const snapshot = await connected.connection.capture();
    expect(snapshot.title).toBe('Zoë');
    expect(
      decode(snapshot)
        .filter(({ tag }) => tag === '#text')
        .map(({ text }) => text),
    ).toEqual(['日本語 🎉', 'a\ufffdb']);
  });
});

describe('trouble', () => {
  let extra: { dispose(): Promise<unknown> } | undefined;
  afterEach(async () => {
    await extra?.dispose();
    extra = undefined;
  });

  test('a page that navigates while it is read is captured after all', async () => {
    serve('/second', '<p>second');
    await connected.page.goto(serve('/first', '<p>first'));
    const going = connected.page.goto(`${here.origin}/second`);
    const during = await Promise.all(Array.from({ length: 5 }, () => connected.connection.capture()));
    await going;
    expect(during.every(({ url }) => /\/(first|second)$/.test(url))).toBe(true);
    expect((await connected.connection.capture()).url).toBe(`${here.origin}/second`);
  });

  test('a site in another process is captured through the same door', async () => {
    serve('/page', '<p>page');
    await connected.page.goto(`${here.origin}/page`);
    await connected.connection.capture();
    await connected.page.goto(`${otherSite()}/page`);
    expect((await connected.connection.capture()).url).toBe(`${otherSite()}/page`);
  });

  test('a page that does not answer ends in a timeout', async () => {
    const page = await connected.context.newPage();
    const connection = await PageConnection.open(page);
    extra = { dispose: () => page.close({ runBeforeUnload: false }) };
    const held = await holdPage(page);
    const timeout = { code: 'timeout', retryable: true };
    await expect(connection.capture({ timeoutMs: 300 })).rejects.toMatchObject(timeout);
    await expect(PageConnection.open(page, { timeoutMs: 300 })).rejects.toMatchObject(timeout);
    await held.release();
    // The protocol session of the connection that came too late is taken by the next one, which sees the page.
    await page.evaluate('document.body.innerHTML = "<button>Later</button>"');
    const next = await PageConnection.open(page);
    expect(buttonsOf(await next.capture())).toHaveLength(1);
    await held.close();
  });

  test('a closed tab and a crashed one are said to be that', async () => {
    const closed = await connected.context.newPage();
    const closedConnection = await PageConnection.open(closed);
    await closed.close();
    await expect(closedConnection.capture()).rejects.toMatchObject({ code: 'tab_closed' });
    const crashed = await connected.context.newPage();
    const crashedConnection = await PageConnection.open(crashed);
    await crashed.goto('chrome://crash').catch(() => undefined);
    await expect(crashedConnection.capture()).rejects.toMatchObject({ code: 'tab_closed' });
  });

  test('the engine calls a frame of another process that is gone a closed browser: what a session says is neither', async () => {
    const source = await PageSource.fromBrowser(await shareBrowser(), {});
    await source.tabs.open();
    const work = Promise.reject(toBrowserError(new Error('Target page has been closed'), source.tabs.page));
    await expect(source.explainFailure(work)).rejects.toMatchObject({ code: 'navigated', retryable: true });
    await source.close();
  });

  test('two doors to one page agree', async () => {
    await connected.page.goto(serve('/two', '<button>t</button>'));
    const second = await PageConnection.open(connected.page);
    extra = second;
    const [a, b] = [await connected.connection.capture(), await second.capture()];
    expect(b.documents[0]?.key).toBe(a.documents[0]?.key);
  });
});
