import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { byId, decode, type Row } from '../support/decode.ts';
import { isHeadlessShell } from '../support/fullBrowser.ts';
import { sceneFrom } from '../support/show.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

let connected: ConnectedPage;
let here: TestServer;
let there: TestServer;
const routes: Record<string, string | Handler> = {};

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

function serve(path: string, html: string, headers: Record<string, string> = {}): void {
  routes[path] = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><title>t</title>${html}`);
  };
}

async function open(path: string, html: string): Promise<Snapshot> {
  serve(path, html);
  await connected.page.goto(here.origin + path);
  return connected.connection.capture();
}

/** The same server under the other loopback name: another site, so another process. */
const otherSite = (): string => there.origin.replace('127.0.0.1', 'localhost');

/** One of each kind: same origin, another origin in the same process, another process, sandboxed. */
const kinds: [string, (path: string) => string][] = [
  ['the same origin', (path) => `src="${here.origin}${path}"`],
  ['another origin', (path) => `src="${there.origin}${path}"`],
  ['another process', (path) => `src="${otherSite()}${path}"`],
  ['a sandbox', (path) => `sandbox=allow-scripts src="${path}"`],
];

/** Clicks the middle of each button's box as it was captured. */
async function clickAll(snapshot: Snapshot, isMeant = (_index: number) => true): Promise<void> {
  for (const [index, { box }] of buttons(snapshot).entries()) {
    if (!isMeant(index)) continue;
    const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
    await connected.page.mouse.click(x + width / 2, y + height / 2);
  }
}

/**
 * Which buttons say that they were hit: a click reaches a frame of another process when it does. One that came before the
 * browser knew where the frame is drawn got lost, so those not hit yet are clicked again.
 */
async function hitButtons(): Promise<(string | undefined)[]> {
  const snapshot = await connected.connection.capture();
  const states = buttons(snapshot).map(({ attributes }) => attributes['data-state']);
  await clickAll(snapshot, (index) => states[index] === undefined);
  return states;
}

function buttons(snapshot: Snapshot): Row[] {
  return decode(snapshot).filter(({ tag }) => tag === 'button');
}

const leaf =
  '<body style="margin:0"><button onclick="this.dataset.state=1" style="margin:7px 0 0 11px">Leaf</button>';

describe.each(kinds)('a frame of %s', (_, source) => {
  test('has true coordinates, whatever scrolls, scales, turns or zooms it', async () => {
    serve('/leaf', leaf);
    serve(
      '/scrolled',
      `<body style="margin:0;height:900px"><div style="height:200px"></div><button onclick="this.dataset.state=1">Far</button><script>scrollTo(0,150)</script>`,
    );
    serve(
      '/mid',
      `<body style="margin:5px;transform:scale(.8)"><iframe ${source('/leaf')} style="border:6px solid;width:150px;height:60px"></iframe>`,
    );
    const styles = [
      'border:3px solid;padding:9px 4px 2px 8px',
      'transform:scale(.5);border:4px solid',
      'transform:rotate(90deg);border:4px solid;padding-left:20px',
      'transform:rotate(-30deg) scale(1.3)',
      'scale:1.5 .7;rotate:10deg;translate:9px 4px',
      'zoom:1.5;border:2px solid',
    ];
    const frames = styles.map(
      (style) =>
        `<p style="height:190px;margin:0 0 0 60px"><iframe ${source('/leaf')} style="width:180px;height:100px;${style}"></iframe></p>`,
    );
    await open(
      '/page',
      `<body style="margin:0;height:9000px"><section style="width:600px">${frames.join('')}</section>
      <div style="position:absolute;left:200px;top:20px;zoom:2"><div style="transform:skewX(15deg) scale(.6)"><iframe ${source('/mid')} width=220 height=120 style="transform:rotate(180deg)"></iframe></div></div>
      <iframe ${source('/scrolled')} style="position:absolute;left:500px;top:330px"></iframe>`,
    );
    await connected.page.waitForLoadState();
    await connected.page.evaluate('scrollTo(0, 3)');
    await connected.page.setViewportSize({ width: 1280, height: 1200 });
    await clickAll(await connected.connection.capture());
    await expect.poll(hitButtons).toEqual(Array(8).fill('1'));
    await connected.page.setViewportSize({ width: 1280, height: 720 });
  });
});

/** What is known of each frame: its id, and why it could not be read. */
function reasons(snapshot: Snapshot): Record<string, string | undefined> {
  const frames = decode(snapshot).filter(({ tag }) => /^(?:iframe|object|embed)$/.test(tag));
  return Object.fromEntries(
    frames.map(({ attributes }) => [attributes.id ?? '', attributes['.unreadable'] ?? 'read']),
  );
}

test('a frame that cannot be read says why', async () => {
  serve('/leaf', leaf);
  serve('/denied', '<p>no', { 'x-frame-options': 'DENY' });
  serve('/ancestors', '<p>no', { 'content-security-policy': "frame-ancestors 'none'" });
  serve('/strict', '<iframe id=forbidden src="http://localhost:1/"></iframe>', {
    'content-security-policy': "frame-src 'self'",
  });
  serve('/spin', '<script>setTimeout(() => { for (;;); }, 50)</script>');
  routes['/never'] = () => undefined;
  routes['/pdf'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.end('%PDF-1.4');
  };
  serve(
    '/all',
    `<iframe id=denied src=/denied></iframe><iframe id=ancestors src=/ancestors></iframe><iframe id=strict src=/strict></iframe>
    <iframe id=port src="http://127.0.0.1:9/"></iframe><iframe id=missing src=/404></iframe><iframe id=never src=/never></iframe><iframe id=pdf src=/pdf></iframe>
    <iframe id=spin src="${otherSite()}/spin"></iframe><iframe id=small width=90 height=60 src="http://127.0.0.1:9/"></iframe><iframe id=pixel width=1 height=1 src="http://127.0.0.1:9/"></iframe>
    <div style="height:9000px"></div><iframe id=lazy loading=lazy src=/leaf></iframe>`,
  );
  await connected.page.goto(`${here.origin}/all`, { waitUntil: 'commit' });
  // A headless shell shows nothing in place of a frame that did not load.
  const unless = (reason: string): string => (isHeadlessShell ? 'it did not load' : reason);
  const expected = {
    denied: unless('it refuses to be framed'),
    ancestors: unless('it refuses to be framed'),
    strict: 'read',
    forbidden: unless('the page around it forbids it'),
    port: unless('it did not load: ERR_UNSAFE_PORT'),
    missing: 'read',
    never: 'it is still loading',
    pdf: isHeadlessShell ? 'read' : 'it is a PDF',
    spin: 'its script does not answer',
    small: unless('it did not load: ERR_UNSAFE_PORT'),
    pixel: unless('it did not load: ERR_UNSAFE_PORT'),
    lazy: 'it loads when it is scrolled to',
  };
  let snapshot: Snapshot | undefined;
  await expect
    .poll(async () => {
      snapshot = await connected.connection.capture({ timeoutMs: 3_000 });
      return reasons(snapshot);
    })
    .toEqual(expected);
  const text = renderOutline(sceneFrom(snapshot as unknown as Snapshot).scene).text;
  const unread = `<iframe unreadable="${expected.port}">`;
  expect(text).toContain(unread);
  expect(text.split(unread)).toHaveLength(isHeadlessShell ? 6 : 3);
});

test('documents of every other kind of source are read where they stand', async () => {
  serve('/leaf', leaf);
  const snapshot = await open(
    '/sources',
    `<style>body{margin:0}iframe,object,embed{display:block;border:0;width:200px;height:60px}</style><iframe id=srcdoc srcdoc="<p>srcdoc"></iframe>
    <iframe id=blank></iframe><iframe id=opened></iframe><iframe id=script src="javascript:'<p>script'"></iframe><iframe id=data src="data:text/html,<p>data"></iframe><iframe id=blob></iframe>
    <object id=object data=/leaf>no fallback</object><embed id=embed src=/leaf><object id=bad data=/404>Fallback</object><iframe id=none style="display:none" src=/leaf></iframe>
    <script>blank.contentDocument.body.innerHTML='<p>blank';opened.contentDocument.open();opened.contentDocument.write('<p>opened');opened.contentDocument.close();
    blob.src=URL.createObjectURL(new Blob(['<p>blob'],{type:'text/html'}));</script>`,
  );
  await connected.page.waitForLoadState();
  const rows = decode(await connected.connection.capture());
  expect(snapshot.url).toBe(`${here.origin}/sources`);
  const shown = renderOutline(sceneFrom(await connected.connection.capture()).scene).text;
  expect(shown.match(/Leaf|allback/g)).toEqual(['Leaf', 'Leaf', 'allback']);
  const words = (id: string): string => {
    const { node } = byId(rows, id);
    return rows
      .filter((row) => node.contains(row.node))
      .map(({ text }) => text)
      .join('');
  };
  const ids = ['srcdoc', 'blank', 'opened', 'script', 'data', 'blob', 'object', 'embed', 'bad', 'none'];
  expect(ids.map(words)).toEqual([
    'srcdoc',
    'blank',
    'opened',
    'script',
    'data',
    'blob',
    'Leafno fallback',
    'Leaf',
    'Fallback',
    '',
  ]);
  expect(buttons(await connected.connection.capture()).map(({ box }) => box?.slice(0, 2))).toEqual([
    [11, 367],
    [11, 427],
  ]);
});

test('twenty frames of other origins, mixed and nested, are captured together; numbers find what is in them', async () => {
  serve('/leaf', leaf);
  serve(
    '/nest',
    `<iframe src="${here.origin}/leaf"></iframe><iframe sandbox=allow-scripts src="${otherSite()}/leaf"></iframe>`,
  );
  const frames = Array.from({ length: 20 }, (_, i) => {
    const origin = [there.origin, otherSite()][i % 2];
    return `<iframe ${i % 5 === 4 ? 'sandbox=allow-scripts' : ''} src="${origin}${i % 10 < 2 ? '/nest' : '/leaf'}"></iframe>`;
  });
  await open('/twenty', frames.join(''));
  await connected.page.waitForLoadState();
  const snapshot = await connected.connection.capture();
  expect(snapshot.documents).toHaveLength(1 + 20 + 4 * 2);
  const last = buttons(snapshot).at(-1)?.node;
  expect(await connected.connection.locator(last?.document.key ?? '', last?.id ?? 0).textContent()).toBe(
    'Leaf',
  );
});

test('what a frame that does not scroll leaves out is not shown', async () => {
  const inner =
    '<body style="margin:0;height:900px"><p>top</p><button style="position:absolute;top:600px">Far</button>';
  const snapshot = await open(
    '/fixed',
    `<iframe scrolling=no srcdoc='${inner}'></iframe><iframe srcdoc='${inner}'></iframe>`,
  );
  expect(renderOutline(sceneFrom(snapshot).scene).text.match(/Far/g)).toHaveLength(1);
});
