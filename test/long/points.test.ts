import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackages } from '../../packages/lab/benchmarks/installPackages.ts';
import { benchmarkPath } from '../../packages/lab/benchmarks/paths.ts';
import { type LocalServer, listenLocally } from '../../packages/lab/src/bench/suites/localServer.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';

/** What is drawn, and used by its places: a map of another maker. */
const MAP = `<!doctype html><title>Map</title><link rel=stylesheet href=/leaflet/dist/leaflet.css><script src=/leaflet/dist/leaflet.js></script>
<div id=map tabindex=0 role=application aria-label=Map style="width:600px;height:400px"></div>
<script>const map = L.map('map', { zoomAnimation: false }).setView([10, 20], 3); map.on('click', ({ latlng }) => { window.clicked = [latlng.lng, map.getCenter().lng]; });</script>`;

let server: LocalServer;
let session: Session;
beforeAll(async () => {
  installPackages({ peers: false });
  server = await listenLocally(({ url = '/' }, response) => {
    if (url === '/map.html') return void response.setHeader('content-type', 'text/html').end(MAP);
    if (!url.startsWith('/leaflet/dist/')) return void response.writeHead(404).end();
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/css');
    response.end(readFileSync(benchmarkPath('node_modules', url)));
  });
  session = await Session.launch();
});
afterAll(() => Promise.all([session?.close(), server?.close()]));

test('a map is used by points of a screenshot: wheel, drag and click', async () => {
  await session.navigate(`${server.origin}/map.html`);
  const zoom = (): Promise<unknown> => session.page.evaluate('map.getZoom()');
  const { places } = await session.screenshot({ numbers: true });
  const map = await session.numberOf('Map');
  expect(places).toContainEqual({ number: map, x: 8, y: 8, width: 600, height: 400 });
  const turned = await session.scroll({ target: map, direction: 'up', position: { x: 300, y: 200 } });
  expect(turned.text).toMatch(/^turned the wheel up over \[\d+\].*; by 300 px at 300,200 in it/);
  await expect.poll(zoom).toBeGreaterThan(3);
  const longitude = (): Promise<unknown> => session.page.evaluate('map.getCenter().lng');
  const before = await longitude();
  await session.drag(map, map, { sourcePosition: { x: 400, y: 200 }, targetPosition: { x: 200, y: 200 } });
  await expect.poll(longitude).toBeGreaterThan(Number(before));
  await session.click(map, { position: { x: 300, y: 200 } });
  const clicked = await session.page.evaluate('window.clicked');
  const [at, center] = clicked as [number, number];
  expect(Math.abs(at - center)).toBeLessThan(0.5);
  await expect(session.scroll({ position: { x: 1, y: 1 } })).rejects.toMatchObject({
    code: 'invalid_argument',
  });
});
