// `npm run bench -- relay`: the way through the extension. Round trips of one question (each hop on its own, and the
// whole), 100 questions at once over 5 tabs, and 1,000 with a service worker that is stopped in between. Prints a report,
// and writes it to benchmarks/out/relay.json.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import puppeteer, { type Browser, type Page as ChromePage } from 'puppeteer-core';
import { type WebSocket, WebSocketServer } from 'ws';
import { Session } from '../../sightline/src/index.ts';
import {
  EXTENSION_ID,
  findBrowser,
  formatPairingCode,
  type HandshakeMessage,
  handshakeAsRelay,
  JsonSocket,
  type Pairing,
  RelayClient,
} from '../../sightline/src/internal.ts';
import { quantile } from '../src/bench/report/statistics.ts';
import { type LocalServer, listenLocally } from '../src/bench/suites/localServer.ts';
import { repositoryPath } from './paths.ts';
import { stopWorker } from './stopWorker.ts';
import { writeOut } from './writeFigures.ts';

const TABS = 5;
const ROUNDS = 300;
const WARM_UPS = 20;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-relay-'));
  const server = await listenLocally((request, response) => {
    response.setHeader('content-type', 'text/html').end(pageOf(Number(request.url?.slice(1))));
  });
  const chrome = await launch(folder);
  try {
    const machine = { cores: availableParallelism(), load: loadavg()[0] };
    const pairing = await createPairing();
    const relayToWorker = await timeWorker(chrome);
    const session = await shareTabs(chrome, server, pairing);
    const results = {
      machine,
      hops: {
        clientToRelay: await timeRelay(pairing),
        relayToWorker,
        workerToPage: await timePage(chrome),
      },
      ...(await measureRoundTrips(session)),
      atOnce: await askAtOnce(session, 100),
      interrupted: await askInterrupted(session, chrome, { questions: 1_000, stops: 10 }),
    };
    const report = JSON.stringify(results, null, 1);
    console.log(report);
    writeOut('relay', results, [report]);
    await session.close();
  } finally {
    await chrome.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** 50 rows that a selector matches, in a page of some 600 elements. */
function pageOf(number: number): string {
  const rows = Array.from(
    { length: 200 },
    (_, i) => `<tr${i < 50 ? ' class="hit"' : ''}><td>Row ${i}<td>${i * 7}`,
  );
  return `<!doctype html><title>Page ${number}</title><table>${rows.join('')}</table><button>Go</button>`;
}

function launch(folder: string): Promise<Browser> {
  const extension = repositoryPath('packages/sightline/dist/extension');
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

async function createPairing(): Promise<Pairing> {
  const { origin, close } = await listenLocally(() => undefined);
  await close();
  return {
    port: Number(new URL(origin).port),
    path: randomBytes(16).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
  };
}

async function openPopup(chrome: Browser): Promise<ChromePage> {
  const popup = await chrome.newPage();
  await popup.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
  return popup;
}

async function pair(popup: ChromePage, pairing: Pairing): Promise<void> {
  await popup.locator('#code').fill(formatPairingCode(pairing));
  await popup.locator('#pair button').click();
  await popup.locator('#unpair').wait();
}

/** From a client to the relay and back: it refuses what is not shared without asking the extension. */
async function timeRelay(pairing: Pairing): Promise<Percentiles> {
  const client = await RelayClient.connect(pairing, 'Hops');
  const times = await time(() =>
    client.command({ tabId: -1, method: 'Runtime.evaluate' }).catch(() => undefined),
  );
  await client.close();
  return times;
}

/** Answers of the extension, as far as they are used. */
type WorkerMessage = HandshakeMessage | { type: 'answer' };
type RelayMessage = HandshakeMessage | { type: 'call'; client: string; call: object };

/**
 * From the relay, whose part this plays, to the service worker and back: it refuses a client that nothing is shared with
 * without asking the page.
 */
async function timeWorker(chrome: Browser): Promise<Percentiles> {
  const apart = await createPairing();
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: apart.port });
  const connected = new Promise<WebSocket>((resolve) => {
    sockets.once('connection', resolve);
  });
  const popup = await openPopup(chrome);
  await pair(popup, apart);
  const webSocket = await connected;
  await handshakeAsRelay(
    new JsonSocket<HandshakeMessage, HandshakeMessage>(webSocket),
    'extension',
    apart.secret,
  );
  const socket = new JsonSocket<WorkerMessage, RelayMessage>(webSocket);
  socket.send({ type: 'welcome', name: '' });
  let answered = (): void => undefined;
  socket.listen(({ type }) => {
    if (type === 'answer') answered();
  });
  const times = await time(() => {
    const answer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    socket.send({ type: 'call', client: 'Nobody', call: { id: 1, call: 'openTab' } });
    return answer;
  });
  await popup.locator('#unpair').click();
  await popup.locator('#pair').wait();
  await popup.close();
  socket.terminate();
  sockets.close();
  return times;
}

/** From the extension through Chrome's debugger to the page and back, asked in the process that its worker runs in. */
async function timePage(browser: Browser): Promise<Percentiles> {
  const popup = await openPopup(browser);
  const times = await popup.evaluate(async (rounds) => {
    const targets = await chrome.debugger.getTargets();
    const tabId = targets.find(({ title }) => title === 'Page 1')?.tabId;
    const taken: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const startedAt = performance.now();
      await chrome.debugger.sendCommand({ tabId }, 'Runtime.evaluate', { expression: '0' });
      taken.push(performance.now() - startedAt);
    }
    return taken;
  }, ROUNDS + WARM_UPS);
  await popup.close();
  return percentiles(times.slice(WARM_UPS));
}

/** As a person does it: by the buttons of the popup. */
async function shareTabs(chrome: Browser, server: LocalServer, pairing: Pairing): Promise<Session> {
  const popup = await openPopup(chrome);
  await pair(popup, pairing);
  const opening = Session.fromExtension({ name: 'Bench', pairing });
  for (let number = 1; number <= TABS; number++) {
    const page = await chrome.newPage();
    await page.goto(`${server.origin}/${number}`);
    await popup.bringToFront();
    if (number === 1) await popup.locator('#others > summary').click();
    await popup.locator(`aria/Share with Bench: Page ${number}`).click();
    await popup.locator(`aria/Stop sharing: Page ${number}`).wait();
  }
  const session = await opening;
  while ((await session.tabs()).length < TABS) await setTimeout(50);
  await popup.close();
  return session;
}

async function measureRoundTrips(session: Session): Promise<Record<string, unknown>> {
  const cdp = await session.page.context().newCDPSession(session.page);
  await session.look();
  return {
    payloadBytes: JSON.stringify((await session.queryDom('.hit')).data).length,
    trip: await time(() => cdp.send('Runtime.evaluate', { expression: '0' })),
    queryDom50: await time(() => session.queryDom('.hit')),
    lookUnchanged: await time(() => session.look()),
  };
}

/** Milliseconds. */
interface Percentiles {
  p50: number;
  p99: number;
}

async function time(work: () => Promise<unknown>): Promise<Percentiles> {
  const times: number[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return percentiles(times);
}

function percentiles(times: readonly number[]): Percentiles {
  const at = (share: number): number => Number(quantile(times, share).toFixed(2));
  return { p50: at(0.5), p99: at(0.99) };
}

interface AskedPage {
  isRight: boolean;
  isLost: boolean;
}

/** Each answer names its tab and its question. */
async function ask(page: Page, i: number): Promise<AskedPage> {
  const title = await page.title();
  const answer = await page
    .evaluate((number) => `${document.title}/${number}`, i)
    .catch((error: Error) => error.message);
  return { isRight: answer === `${title}/${i}`, isLost: !/^Page \d+\/\d+$/.test(answer) };
}

function count(answers: readonly AskedPage[]): Record<'asked' | 'lost' | 'crossed', number> {
  const lost = answers.filter(({ isLost }) => isLost).length;
  return { asked: answers.length, lost, crossed: answers.filter(({ isRight }) => !isRight).length - lost };
}

async function askAtOnce(session: Session, questions: number): Promise<Record<string, number>> {
  const pages = session.page.context().pages();
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: questions }, (_, i) => ask(pageAt(pages, i), i)));
  return { tabs: pages.length, ...count(answers), milliseconds: Math.round(performance.now() - startedAt) };
}

/** One after the other, with stops of the service worker between them. */
async function askInterrupted(
  session: Session,
  chrome: Browser,
  { questions, stops }: { questions: number; stops: number },
): Promise<Record<string, number>> {
  const pages = session.page.context().pages();
  const answers: AskedPage[] = [];
  const waits: number[] = [];
  for (let i = 1; i <= questions; i++) {
    const isStopped = i % (questions / stops) === 0;
    if (isStopped) await stopWorker(chrome);
    const startedAt = performance.now();
    answers.push(await ask(pageAt(pages, i), i));
    if (isStopped) waits.push(Math.round(performance.now() - startedAt));
  }
  return { stops, ...count(answers), longestWait: Math.max(...waits) };
}

function pageAt(pages: readonly Page[], i: number): Page {
  const page = pages[i % pages.length];
  if (page) return page;
  throw new Error('no tab is shared');
}
