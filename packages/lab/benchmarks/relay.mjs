// `npm run bench -- relay`: the way through the extension. Round trips of one question (each hop on its own, and the
// whole), 100 questions at once over 5 tabs, and 1,000 with a service worker that is stopped in between. Prints a report,
// and writes it to out/relay.json.

import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { WebSocketServer } from 'ws';
import { findBrowser } from '../../sightline/dist/browser/launch/findBrowser.js';
import { Session } from '../../sightline/dist/index.js';

const TABS = 5;
const ROUNDS = 300;
const WARM_UP = 20;
const out = fileURLToPath(new URL('./out', import.meta.url));
const extension = fileURLToPath(new URL('../../sightline/dist/extension', import.meta.url));
const popupUrl = `chrome-extension://cbipjbbopjbeehgoaikdddfihacapblg/popup.html`;

const folder = mkdtempSync(join(tmpdir(), 'bench-relay-'));
const server = createServer((request, response) =>
  response.setHeader('content-type', 'text/html').end(pageOf(Number(request.url?.slice(1)))),
);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const relay = await bundleRelay();
const pairing = await createPairing();
const chrome = await launch();
try {
  const machine = { cores: availableParallelism(), load: loadavg()[0] };
  const relayToWorker = await timeWorker();
  const session = await shareTabs();
  const results = {
    machine,
    hops: { clientToRelay: await timeRelay(), relayToWorker, workerToPage: await timePage() },
    ...(await measureTrips(session)),
    atOnce: await askAtOnce(session, 100),
    interrupted: await askInterrupted(session, 1_000, 10),
  };
  console.log(JSON.stringify(results, null, 1));
  writeFileSync(`${out}/relay.json`, `${JSON.stringify(results, null, 1)}\n`);
  await session.close();
} finally {
  await chrome.close();
  server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** 50 rows that a selector matches, in a page of some 600 elements. */
function pageOf(number) {
  const rows = Array.from(
    { length: 200 },
    (_, i) => `<tr${i < 50 ? ' class="hit"' : ''}><td>Row ${i}<td>${i * 7}`,
  );
  return `<!doctype html><title>Page ${number}</title><table>${rows.join('')}</table><button>Go</button>`;
}

function launch() {
  return puppeteer.launch({
    executablePath: findBrowser().path,
    userDataDir: join(folder, 'profile'),
    targetFilter: (target) => target.type() !== 'service_worker',
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
}

/** What the product keeps to itself: the parts that a hop is timed with. */
async function bundleRelay() {
  mkdirSync(out, { recursive: true });
  const outfile = `${out}/relayParts.mjs`;
  const contents = ['greetPeer', 'RelayClient', 'Wire']
    .map((name) => `export * from './${name}.ts';`)
    .join('');
  const resolveDir = fileURLToPath(new URL('../../sightline/src/relay', import.meta.url));
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external' };
  await build({ stdin: { contents, resolveDir }, outfile, logLevel: 'error', ...options });
  return import(outfile);
}

async function createPairing() {
  return {
    port: await freePort(),
    path: randomBytes(16).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
  };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function openPopup() {
  const popup = await chrome.newPage();
  await popup.goto(popupUrl);
  return popup;
}

async function pair(popup, { port, path, secret }) {
  await popup.locator('#code').fill(['sightline1', port, path, secret].join(':'));
  await popup.locator('#pair button').click();
  await popup.locator('#unpair').wait();
}

/** From a client to the relay and back: it refuses by itself what is not shared. */
async function timeRelay() {
  const client = await relay.RelayClient.connect(pairing, 'Hops');
  const refused = () => client.command({ tabId: -1, method: 'Runtime.evaluate' }).catch(() => undefined);
  const times = await time(refused);
  await client.close();
  return times;
}

/** From the relay, whose part this plays, to the service worker and back: that refuses by itself who shares nothing. */
async function timeWorker() {
  const apart = await createPairing();
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: apart.port });
  const popup = await openPopup();
  const connected = new Promise((resolve) => {
    sockets.once('connection', (socket) => resolve(new relay.Wire(socket)));
  });
  await pair(popup, apart);
  const wire = await connected;
  await relay.greetPeer(wire, 'extension', apart.secret);
  wire.send({ type: 'welcome', name: '' });
  let answered = () => undefined;
  wire.listen(({ type }) => type === 'answer' && answered());
  const times = await time(() => {
    const answer = new Promise((resolve) => {
      answered = resolve;
    });
    wire.send({ type: 'call', client: 'Nobody', call: { id: 1, call: 'openTab' } });
    return answer;
  });
  await popup.locator('#unpair').click();
  await popup.locator('#pair').wait();
  await popup.close();
  wire.terminate();
  sockets.close();
  return times;
}

/** From the extension through Chrome's debugger to the page and back, asked in the process that its worker runs in. */
async function timePage() {
  const popup = await openPopup();
  const times = await popup.evaluate(async (rounds) => {
    const targets = await chrome.debugger.getTargets();
    const { tabId } = targets.find(({ title }) => title === 'Page 1');
    const taken = [];
    for (let i = 0; i < rounds; i++) {
      const startedAt = performance.now();
      await chrome.debugger.sendCommand({ tabId }, 'Runtime.evaluate', { expression: '0' });
      taken.push(performance.now() - startedAt);
    }
    return taken;
  }, ROUNDS + WARM_UP);
  await popup.close();
  return percentiles(times.slice(WARM_UP));
}

/** As a person does it: by the buttons of the popup. */
async function shareTabs() {
  const popup = await openPopup();
  await pair(popup, pairing);
  const opening = Session.fromExtension({ name: 'Bench', pairing });
  for (let number = 1; number <= TABS; number++) {
    const page = await chrome.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/${number}`);
    await popup.bringToFront();
    if (number === 1) await popup.locator('#others > summary').click();
    await popup.locator(`aria/Share with Bench: Page ${number}`).click();
    await popup.locator(`aria/Stop sharing: Page ${number}`).wait();
  }
  const session = await opening;
  while ((await session.tabs()).length < TABS) await new Promise((resolve) => setTimeout(resolve, 50));
  await popup.close();
  return session;
}

async function measureTrips(session) {
  const cdp = await session.page.context().newCDPSession(session.page);
  const question = () => session.queryDom('.hit');
  await session.look();
  return {
    payloadBytes: JSON.stringify((await question()).data).length,
    trip: await time(() => cdp.send('Runtime.evaluate', { expression: '0' })),
    queryDom50: await time(question),
    lookUnchanged: await time(() => session.look()),
  };
}

async function time(work) {
  for (let i = 0; i < WARM_UP; i++) await work();
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return percentiles(times);
}

/** Milliseconds. */
function percentiles(times) {
  times.sort((a, b) => a - b);
  const at = (share) =>
    Number(times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2));
  return { p50: at(0.5), p99: at(0.99) };
}

/** Each answer names its tab and its question. */
async function ask(page, i) {
  const title = await page.title();
  const answer = await page
    .evaluate((number) => `${document.title}/${number}`, i)
    .catch((error) => error.message);
  return { isRight: answer === `${title}/${i}`, isLost: !/^Page \d+\/\d+$/.test(answer) };
}

function count(answers) {
  const lost = answers.filter(({ isLost }) => isLost).length;
  return { asked: answers.length, lost, crossed: answers.filter(({ isRight }) => !isRight).length - lost };
}

async function askAtOnce(session, number) {
  const pages = session.page.context().pages();
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: number }, (_, i) => ask(pages[i % pages.length], i)),
  );
  return { tabs: pages.length, ...count(answers), milliseconds: Math.round(performance.now() - startedAt) };
}

/** One after the other, with stops between them. */
async function askInterrupted(session, number, stops) {
  const pages = session.page.context().pages();
  const answers = [];
  const waits = [];
  for (let i = 0; i < number; i++) {
    const isStopped = i % (number / stops) === number / stops - 1;
    if (isStopped) await stopWorker();
    const startedAt = performance.now();
    answers.push(await ask(pages[i % pages.length], i));
    if (isStopped) waits.push(Math.round(performance.now() - startedAt));
  }
  return { stops, ...count(answers), longestWait: Math.max(...waits) };
}

async function stopWorker() {
  const [page] = await chrome.pages();
  const cdp = await page.createCDPSession();
  await cdp.send('ServiceWorker.enable');
  const stopped = new Promise((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    });
  });
  await cdp.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await cdp.detach();
}
