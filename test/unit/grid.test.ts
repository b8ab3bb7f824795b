import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SlotKeeper } from '../../packages/sightline/src/browser/grid/SlotKeeper.ts';
import { takeGridSlot } from '../../packages/sightline/src/browser/grid/takeGridSlot.ts';
import { SessionPool } from '../../packages/sightline/src/session/pool/SessionPool.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { FakeGrid, giveBrowser, type NewSessionAnswer, sendValue } from '../support/FakeGrid.ts';
import { freePort } from '../support/freePort.ts';
import { type Handler, startServer } from '../support/startServer.ts';

/** Holds nothing in a process of its own: what a slot asks of its keeper. */
class RecordingKeeper extends SlotKeeper {
  readonly requests: string[] = [];

  override hold(url: string): void {
    this.requests.push(`hold ${url}`);
  }

  override letGo(url: string): void {
    this.requests.push(`let go ${url}`);
  }
}

let grid: FakeGrid | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await grid?.close();
  grid = undefined;
});

const startGrid = async (newSession: NewSessionAnswer): Promise<FakeGrid> => {
  grid = await FakeGrid.start(newSession);
  return grid;
};

const failureOf = (taking: Promise<unknown>): Promise<SightlineError> =>
  taking.then(
    () => {
      throw new Error('a slot was taken');
    },
    (error) => error,
  );

describe('a slot', () => {
  test('is asked for by its capabilities, kept, and given back once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const bodies: string[] = [];
    const hub = await startGrid((response, request) => {
      request.on('data', (part) => bodies.push(String(part)));
      request.on('end', () => giveBrowser('s1', 'ws://10.1.2.3:5555/session/s1/se/cdp')(response, request));
    });
    const keeper = new RecordingKeeper();
    const url = `http://me:pass%40word@${hub.host}/`;
    const slot = await takeGridSlot({ url, capabilities: { browserVersion: '150' } }, keeper);
    expect(JSON.parse(bodies.join('')).capabilities.alwaysMatch).toEqual({
      browserName: 'chrome',
      browserVersion: '150',
    });
    // At the host that was asked, whatever the node is called behind it.
    expect(slot.cdpUrl).toBe(`ws://${hub.host}/session/s1/se/cdp`);
    const authorization = `Basic ${Buffer.from('me:pass@word').toString('base64')}`;
    expect([hub.headers[0]?.authorization, slot.headers.authorization]).toEqual([
      authorization,
      authorization,
    ]);
    vi.advanceTimersByTime(20_000);
    await hub.asked('GET /session/s1/timeouts');
    await Promise.all([slot.release(), slot.release()]);
    vi.advanceTimersByTime(60_000);
    expect(hub.requests).toEqual(['POST /session', 'GET /session/s1/timeouts', 'DELETE /session/s1']);
    expect(keeper.requests).toEqual([`hold ${hub.url}/session/s1`, `let go ${hub.url}/session/s1`]);
  });

  test('is asked for again where the grid sent the request to a node that has gone, and no longer than it may take', async () => {
    let gone = 2;
    const message = 'Could not start a new session. Connection error (POST http://10.1.2.3:5555/session)';
    const hub = await startGrid((response, request) =>
      gone-- > 0
        ? sendValue(response, 500, { error: 'session not created', message })
        : giveBrowser('s1', 'ws://10.1.2.3:5555/session/s1/se/cdp')(response, request),
    );
    const slot = await takeGridSlot({ url: hub.url }, new RecordingKeeper());
    await slot.release();
    expect(hub.requests).toEqual(['POST /session', 'POST /session', 'POST /session', 'DELETE /session/s1']);
    gone = 1;
    const failure = await failureOf(takeGridSlot({ url: hub.url, timeoutMs: 900 }, new RecordingKeeper()));
    expect(failure).toMatchObject({ code: 'browser_closed', retryable: true });
  });

  test('of another maker keeps its own address; one that cannot be driven is given back', async () => {
    const hub = await startGrid(giveBrowser('s1', 'wss://cdp.example.com/devtools?key=1'));
    const slot = await takeGridSlot({ url: hub.url }, new RecordingKeeper());
    expect(slot.cdpUrl).toBe('wss://cdp.example.com/devtools?key=1');
    await slot.release();
    hub.newSession = giveBrowser('s2');
    expect(await failureOf(takeGridSlot({ url: hub.url }, new RecordingKeeper()))).toMatchObject({
      code: 'unsupported_page',
      message: `The browser that ${hub.host} gave cannot be driven over CDP.`,
    });
    expect(hub.requests).toContain('DELETE /session/s2');
  });

  test('nothing of the login goes to another origin, neither by a redirect nor with the address of a browser', async () => {
    const other = await FakeGrid.start(giveBrowser('s1'));
    try {
      const hub = await startGrid(giveBrowser('s1', `ws://${other.host}/devtools`));
      const options = { url: `http://me:hunter2@${hub.host}`, headers: { 'x-key': 'k' } };
      const slot = await takeGridSlot(options, new RecordingKeeper());
      expect([slot.cdpUrl, slot.headers]).toEqual([`ws://${other.host}/devtools`, {}]);
      hub.redirectTo = other.url;
      await slot.release();
      expect(hub.requests.filter((one) => one.startsWith('DELETE'))).toHaveLength(2);
      hub.newSession = (response) => void response.writeHead(307, { location: `${other.url}/session` }).end();
      expect(await failureOf(takeGridSlot(options, new RecordingKeeper()))).toMatchObject({
        code: 'invalid_argument',
        message: `The grid at ${hub.host} redirects to another address (307), which is not followed.`,
      });
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('whose process is killed is given back by another', async () => {
    const hub = await startGrid(giveBrowser('s1'));
    const { outputFiles } = buildSync({
      stdin: {
        contents: `import { SlotKeeper } from './SlotKeeper.ts';
          new SlotKeeper().hold(${JSON.stringify(`${hub.url}/session/s1`)}, { authorization: 'Bearer t' });
          console.log('held');
          setInterval(() => undefined, 1000);`,
        resolveDir: resolve(import.meta.dirname, '../../packages/sightline/src/browser/grid'),
      },
      bundle: true,
      platform: 'node',
      write: false,
    });
    const program = spawn(process.execPath, ['-e', outputFiles[0]?.text ?? ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((held) => program.stdout.once('data', held));
    program.kill('SIGKILL');
    await hub.asked('DELETE /session/s1');
    expect(hub.headers.at(-1)?.authorization).toBe('Bearer t');
  });
});

describe('no slot', () => {
  const take = (url: string, timeoutMs = 60_000): Promise<SightlineError> =>
    failureOf(takeGridSlot({ url, timeoutMs }, new RecordingKeeper()));

  test('is free: reported, and given back if it comes late', async () => {
    let answerLate = (): void => undefined;
    const hub = await startGrid((response, request) => {
      answerLate = () => giveBrowser('late', 'ws://x/')(response, request);
    });
    hub.slots = [true, true, false];
    expect(await take(hub.url, 3_000)).toMatchObject({
      code: 'timeout',
      message: `The grid at ${hub.host} had no slot for this session: 2 of 3 are taken after 3000 ms.`,
      retryable: true,
    });
    answerLate();
    await hub.asked('DELETE /session/late');
  });

  test('is reported for a grid that hangs', async () => {
    const hub = await startGrid(() => undefined);
    hub.slots = undefined;
    expect(await take(hub.url, 50)).toMatchObject({
      code: 'timeout',
      message: `The grid at ${hub.host} did not answer within 50 ms.`,
    });
  });

  test.each<[what: string, answer: NewSessionAnswer, expected: object]>([
    [
      'its queue is over',
      (response) =>
        sendValue(response, 500, { error: 'session not created', message: 'New session request timed out' }),
      {
        code: 'timeout',
        message: expect.stringContaining('its own time for a request is over'),
        retryable: true,
      },
    ],
    [
      'no node has such a browser',
      (response) =>
        sendValue(response, 500, {
          error: 'session not created',
          message: 'No nodes support the capabilities in the request\nHost info: secret-host',
        }),
      {
        code: 'browser_not_found',
        message: expect.stringMatching(
          /has no such browser: No nodes support the capabilities in the request$/,
        ),
      },
    ],
    [
      'its browser does not start',
      (response) =>
        sendValue(response, 500, {
          error: 'session not created',
          message: 'Chrome failed to start: crashed.',
        }),
      {
        code: 'browser_closed',
        message: expect.stringContaining('started no browser: Chrome failed'),
        retryable: true,
      },
    ],
    [
      'its words steer a terminal',
      (response) => sendValue(response, 500, { error: 'x', message: '\u001b]52;c;x\u0007 crashed' }),
      { code: 'browser_closed', message: expect.stringMatching(/started no browser: \]52;c;x crashed$/) },
    ],
    [
      'its words are none',
      (response) => sendValue(response, 500, { error: 'x', message: { toString: 1 } }),
      { code: 'browser_closed' },
    ],
    [
      'the name of its session is none',
      (response) => void response.end('{"value":{"sessionId":"\\ud800","capabilities":{}}}'),
      { code: 'invalid_argument', message: expect.stringContaining('is no Selenium Grid') },
    ],
    [
      'it repeats the login',
      (response) => sendValue(response, 500, { error: 'x', message: `not Basic ${btoa('me:hunter2')}` }),
      { code: 'browser_closed', message: expect.stringMatching(/started no browser: not [^=]*filled[^=]*$/) },
    ],
    [
      'the login is refused',
      (response) => void response.writeHead(401).end('no'),
      { code: 'invalid_argument', message: expect.stringContaining('refuses the login (401)') },
    ],
    [
      'it is no grid',
      (response) => void response.writeHead(404).end('<title>A shop</title>'),
      { code: 'invalid_argument', message: expect.stringContaining('is no Selenium Grid (404)') },
    ],
    [
      'it breaks off',
      (response: ServerResponse) => void response.destroy(),
      {
        code: 'browser_closed',
        message: expect.stringContaining('broke the connection off'),
        retryable: true,
      },
    ],
  ])('%s', async (_, answer, expected) => {
    const hub = await startGrid(answer);
    const error = await take(`http://me:hunter2@${hub.host}/`);
    expect(error).toMatchObject(expected);
    expect(JSON.stringify(error)).not.toMatch(/hunter2|secret-host/);
  });

  test('nobody there, and no address', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    expect(await take(`http://${host}/?key=hunter2`)).toMatchObject({
      code: 'browser_closed',
      message: `No grid listens at ${host}.`,
    });
    expect(await take('localhost:4444')).toMatchObject({ code: 'invalid_argument' });
    expect(await take(`http://me%zz:hunter2@${host}`)).toMatchObject({ code: 'browser_closed' });
    expect(await failureOf(Session.connect({ grid: 'x', cdpUrl: 'y' }))).toMatchObject({
      message: 'A session is in one browser: cdpUrl and grid are two.',
    });
    expect(() => new SessionPool({ grid: `http://${host}`, locale: 'de-DE', args: ['--x'] })).toThrow(
      'A browser of a grid is not set up anew: args, locale.',
    );
  });
});

describe('a browser by its debugging port', () => {
  const headers = { authorization: 'Bearer hunter2', 'x-key': 'hunter2' };
  const failure = {
    code: 'invalid_argument',
    message: expect.stringContaining('is no Chromium browser'),
  };

  test('what was given for its address goes to no other, neither by a redirect nor with the address of its socket', async () => {
    const other = await FakeGrid.start(giveBrowser('s1'));
    const asked: IncomingMessage[] = [];
    let answer = (_: ServerResponse): void => undefined;
    const server = await startServer({
      '/json/version/': (request, response) => {
        asked.push(request);
        answer(response);
      },
      '/devtools': (request, response) => {
        asked.push(request);
        response.end();
      },
    });
    const connect = () => Session.connect({ cdpUrl: `${server.origin}/?key=1`, headers });
    try {
      answer = (response) => response.writeHead(302, { location: `${other.url}/json/version/` }).end();
      expect(await failureOf(connect())).toMatchObject(failure);
      expect(other.requests).toEqual([]);
      for (const origin of [other.url, server.origin]) {
        const webSocketDebuggerUrl = `${origin.replace('http', 'ws')}/devtools`;
        answer = (response) => response.end(JSON.stringify({ webSocketDebuggerUrl }));
        expect(await failureOf(connect())).toMatchObject(failure);
      }
      expect(other.requests).toEqual(['GET /devtools']);
      expect(JSON.stringify(other.headers)).not.toContain('hunter2');
      const own = asked.map(({ url, headers: sent }) => [url, sent.authorization, sent['x-key']]);
      expect([...new Set(own.map(String))]).toEqual([
        '/json/version/?key=1,Bearer hunter2,hunter2',
        '/devtools,Bearer hunter2,hunter2',
      ]);
    } finally {
      await server.close();
      await other.close();
    }
  });

  test('an answer without an end is broken off', async () => {
    let brokenOff = 0;
    const goOn: Handler = (_, response) => {
      const write = (): void => void response.write(' '.repeat(100_000));
      response.on('drain', write).on('close', () => brokenOff++);
      write();
    };
    const server = await startServer({ '/json/version/': goOn, '/session': goOn });
    try {
      expect(await failureOf(Session.connect({ cdpUrl: server.origin, headers }))).toMatchObject(failure);
      expect(await failureOf(takeGridSlot({ url: server.origin }, new RecordingKeeper()))).toMatchObject({
        code: 'invalid_argument',
      });
      await vi.waitFor(() => expect(brokenOff).toBe(2), 20_000);
    } finally {
      await server.close();
    }
  });
});
