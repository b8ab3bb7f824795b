import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/model/Snapshot.ts';
import { byId, decode, type Row } from '../support/decode.ts';
import { Doors } from '../support/doors.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

let doors: Doors;
let here: TestServer;
let there: TestServer;
const routes: Record<string, string | Handler> = {};

beforeAll(async () => {
  [doors, here, there] = await Promise.all([Doors.open(), startServer(routes), startServer(routes)]);
});
afterAll(async () => {
  await Promise.all([doors.close(), here.close(), there.close()]);
});

function serve(path: string, html: string, headers: Record<string, string> = {}): void {
  routes[path] = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><title>t</title>${html}`);
  };
}

async function open(path: string, html: string): Promise<Snapshot> {
  serve(path, html);
  await doors.page.goto(here.origin + path);
  return doors.door.capture();
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
async function clickAll(snapshot: Snapshot): Promise<void> {
  for (const { box } of buttons(snapshot)) {
    const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
    await doors.page.mouse.click(x + width / 2, y + height / 2);
  }
}

/** Which buttons say that they were hit: a click reaches a frame of another process when it does. */
async function hitButtons(): Promise<(string | undefined)[]> {
  return buttons(await doors.door.capture()).map(({ attributes }) => attributes['data-state']);
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
    await doors.page.waitForLoadState();
    await doors.page.evaluate('scrollTo(0, 3)');
    await doors.page.setViewportSize({ width: 1280, height: 1200 });
    await clickAll(await doors.door.capture());
    await expect.poll(hitButtons).toEqual(Array(8).fill('1'));
    await doors.page.setViewportSize({ width: 1280, height: 720 });
  });
});
