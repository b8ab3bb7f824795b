import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws';
import { isAllowedCommand } from '../../packages/sightline/src/relay/isAllowedCommand.ts';
import { JsonSocket, SocketClosedError } from '../../packages/sightline/src/relay/JsonSocket.ts';
import {
  formatPairingCode,
  type Pairing,
  parsePairingCode,
  relayUrl,
} from '../../packages/sightline/src/relay/Pairing.ts';
import { createNonce, createProof } from '../../packages/sightline/src/relay/proof.ts';
import type {
  CdpEvent,
  FromExtension,
  HandshakeMessage,
  PeerRole,
  SharedTab,
  ToExtension,
} from '../../packages/sightline/src/relay/protocol.ts';
import { EXTENSION_ID } from '../../packages/sightline/src/relay/protocol.ts';
import { Relay } from '../../packages/sightline/src/relay/Relay.ts';
import { RelayClient } from '../../packages/sightline/src/relay/RelayClient.ts';
import { freePort } from '../support/freePort.ts';

const ours = `chrome-extension://${EXTENSION_ID}`;
let pairing: Pairing;
let relay: Relay;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  pairing = { port: await freePort(), path: 'p'.repeat(22), secret: 's'.repeat(43) };
  relay = await Relay.start({ pairing, graceMs: 1_500 });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await expect.poll(() => relay.hasPeers).toBe(false);
});
afterAll(() => relay.close());

/** What comes of an attempt to connect: open, or the status of the refusal. */
function attempt(address: string, options: ClientOptions = {}): Promise<string> {
  const socket = new WebSocket(address, options);
  open.push(socket);
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', (error) => resolve(error.message));
  });
}

/** Greets the relay as a peer does; `secret` and `role` as they are claimed. Rejects with the close. */
async function greet(
  role: PeerRole,
  claim: { secret?: string; version?: number } = {},
): Promise<JsonSocket<unknown, unknown>> {
  const socket = new WebSocket(relayUrl(pairing, role), role === 'extension' ? { origin: ours } : {});
  open.push(socket);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const wire = new JsonSocket<HandshakeMessage, HandshakeMessage>(socket);
  const { secret = pairing.secret, version = 1 } = claim;
  const nonce = createNonce();
  wire.send({ type: 'hello', version, role, nonce, name: 'Agent' });
  const challenge = await wire.nextMessage(2_000);
  if (challenge.type !== 'challenge') throw new Error('no challenge');
  const nonces = { role, peerNonce: nonce, relayNonce: challenge.nonce };
  expect(challenge.proof).toBe(await createProof(pairing.secret, { from: 'relay', ...nonces }));
  const browser = { userAgent: 'Chrome/150.0.0.0', version: '1' };
  wire.send({ type: 'proof', proof: await createProof(secret, { from: role, ...nonces }), browser });
  expect(await wire.nextMessage(2_000)).toMatchObject({ type: 'welcome' });
  return wire as JsonSocket<unknown, unknown>;
}

const tab = (tabId: number, client: string, epoch = 'e'): SharedTab => ({
  ...{ tabId, client, epoch, targetId: `T${tabId}`, url: 'https://a.test/', title: 'A' },
});

/** An extension that shares tabs 1 and 2, and answers each command with what it was asked. */
async function extension(
  tabs: SharedTab[] = [tab(1, 'One'), tab(2, 'Two')],
): Promise<JsonSocket<ToExtension, FromExtension>> {
  const wire = (await greet('extension')) as JsonSocket<ToExtension, FromExtension>;
  wire.listen((message) => {
    if (message.type === 'clients') for (const one of tabs) wire.send({ type: 'tab', tab: one });
    if (message.type !== 'command') return;
    const { id, tabId, params } = message.command;
    wire.send({ type: 'answer', answer: { id, result: { tabId, params } } });
  });
  return wire;
}

async function client(name: string): Promise<RelayClient> {
  const made = await RelayClient.connect(pairing, name);
  open.push(made);
  return made;
}

/** A client with its tab. */
async function clientOf(name: string): Promise<RelayClient> {
  const made = await client(name);
  expect(await made.waitFor(() => made.tabs.size > 0, 2_000)).toBe(true);
  return made;
}

it.each<[string, (address: string) => string, ClientOptions]>([
  ['a page', (address) => address, { origin: 'https://evil.test' }],
  ['a sandboxed page', (address) => address, { origin: 'null' }],
  ['another extension', (address) => address, { origin: `chrome-extension://${'a'.repeat(32)}` }],
  ['an extension whose name begins like ours', (address) => address, { origin: `${ours}.evil.test` }],
  ['a program that names no origin', (address) => address, {}],
  [
    'a name that leads to this machine',
    (address) => address,
    { origin: ours, headers: { host: 'evil.test' } },
  ],
  ['localhost', (address) => address.replace('127.0.0.1', 'localhost'), { origin: ours, family: 4 }],
  ['another path', (address) => address.replace(/p+/, 'q'.repeat(22)), { origin: ours }],
  ['the path of the other role', (address) => address.replace('/extension', '/client'), { origin: ours }],
  ['a longer path', (address) => `${address}/`, { origin: ours }],
])('refuses %s without a word', async (_, change, options) => {
  expect(await attempt(change(relayUrl(pairing, 'extension')), options)).toBe(
    'Unexpected server response: 404',
  );
});

it('answers no request that is not of its own protocol', async () => {
  const status = (path: string) =>
    new Promise((resolve) => {
      const asked = request({ port: pairing.port, host: '127.0.0.1', path }, ({ statusCode, headers }) =>
        resolve([statusCode, Object.keys(headers).filter((name) => name.startsWith('access-control'))]),
      );
      asked.end();
    });
  expect(await status('/json/version')).toEqual([404, []]);
  expect(await status(`/${pairing.path}/extension`)).toEqual([404, []]);
});

it.each<PeerRole>(['extension', 'client'])(
  'refuses an %s with a wrong secret, and does not send its own',
  async (role) => {
    const refused = await greet(role, { secret: 'x'.repeat(43) }).catch((error) => error);
    expect(refused).toMatchObject({ code: 4001 });
  },
);

it('refuses a peer of another version, and one that says nothing it knows', async () => {
  expect(await greet('client', { version: 2 }).catch((error) => error)).toMatchObject({ code: 4003 });
  const socket = new WebSocket(relayUrl(pairing, 'client'));
  open.push(socket);
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new JsonSocket(socket).nextMessage(2_000);
  socket.send('{"type":"command","command":{"id":1,"tabId":1,"method":"Runtime.evaluate"}}');
  await expect(closed).rejects.toBeInstanceOf(SocketClosedError);
});

it('takes a megabyte of who has not proved itself, also of a message without an end, and then ends the connection', async () => {
  const socket = Object.assign(new EventEmitter(), { terminate: vi.fn() });
  const under = new EventEmitter();
  const wire = new JsonSocket(socket as unknown as WebSocket, under as Duplex);
  const half = Buffer.alloc(600_000);
  under.emit('data', half);
  expect(socket.terminate).not.toHaveBeenCalled();
  under.emit('data', half);
  expect(socket.terminate).toHaveBeenCalledTimes(1);
  wire.trust();
  under.emit('data', half);
  expect(socket.terminate).toHaveBeenCalledTimes(1);
});

it('neither reads on nor keeps what stands in the place of a relay and sends a message without an end', async () => {
  let sent = 0;
  let ended: Promise<unknown> = Promise.resolve();
  const endless = createServer((socket) => {
    ended = new Promise((resolve) => socket.once('close', resolve));
    socket
      .on('error', () => undefined)
      .once('data', (request) => {
        const [, key = ''] = /sec-websocket-key: (.*)\r\n/i.exec(String(request)) ?? [];
        const accepted = createHash('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64');
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
        );
        // The head of a text of a terabyte.
        socket.write(Buffer.from([0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0]));
        const part = Buffer.alloc(1 << 20, 'a');
        const send = (): void => {
          sent += part.length;
          if (!socket.destroyed && sent < 1e9) socket.write(part, send);
        };
        send();
      });
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = endless.address() as AddressInfo;
    const refused = RelayClient.connect({ ...pairing, port }, 'One');
    await expect(refused).rejects.toMatchObject({ code: 'extension_not_connected' });
    await ended;
    // What the sockets of both sides hold on their own included.
    expect(sent).toBeLessThan(100e6);
  } finally {
    endless.close();
  }
}, 60_000);

it('waits no longer than its time for what listens there and says nothing, and quotes nothing that steers a terminal', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const rude = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => rude.once('listening', resolve));
  rude.on('connection', (socket) => socket.close(4000, '\u001b]52;c;x\u0007\nnote: approved'));
  const failureAt = (server: { address(): unknown }): Promise<Error> =>
    RelayClient.connect({ ...pairing, port: (server.address() as AddressInfo).port }, 'One').then(
      () => new Error('connected'),
      (error) => error,
    );
  try {
    const [slow, steering] = await Promise.all([failureAt(silent), failureAt(rude)]);
    for (const error of [slow, steering]) expect(error).toMatchObject({ code: 'extension_not_connected' });
    expect(steering.message).toMatch(/\(\]52;c;x note: approved\)\.$/);
  } finally {
    silent.close();
    for (const socket of rude.clients) socket.terminate();
    rude.close();
  }
}, 60_000);

it('keeps a proof from being used twice, or by the other side', async () => {
  const nonces = { role: 'client' as const, peerNonce: 'a', relayNonce: 'b' };
  const proofs = await Promise.all([
    createProof('secret', { from: 'client', ...nonces }),
    createProof('secret', { from: 'relay', ...nonces }),
    createProof('secret', { from: 'client', ...nonces, relayNonce: 'c' }),
    createProof('secret', { from: 'client', ...nonces, role: 'extension' }),
    createProof('other', { from: 'client', ...nonces }),
  ]);
  expect(new Set(proofs).size).toBe(5);
});

it('refuses a second extension, and keeps the first', async () => {
  await extension();
  const second = await greet('extension').catch((error) => error);
  expect(second).toMatchObject({ code: 4002 });
  const one = await clientOf('One');
  expect(await one.command({ tabId: 1, method: 'Runtime.evaluate' })).toEqual({ tabId: 1 });
});

it.each([
  'Network.getCookies',
  'Storage.getCookies',
  'Browser.close',
  'Target.createTarget',
  'Debugger.enable',
  '__proto__',
])('lets no %s through', async (method) => {
  await extension();
  const one = await clientOf('One');
  await expect(one.command({ tabId: 1, method })).rejects.toThrow(`lets no ${method} through`);
});

it('sends tabs to web addresses only', () => {
  const to = (url: unknown) => isAllowedCommand('Page.navigate', { url } as object);
  expect(['https://a.test', 'HTTP://a.test', 'about:blank'].map(to)).toEqual([true, true, true]);
  const others = [
    'file:///etc/passwd',
    'chrome://settings',
    'javascript:alert(1)',
    'data:text/html,x',
    ' file:///',
    7,
  ];
  expect(others.map(to)).toEqual(others.map(() => false));
});

it('lets no client into the tab of another, and shows each its own tabs only', async () => {
  await extension();
  const [one, two] = await Promise.all([clientOf('One'), clientOf('Two')]);
  expect([[...one.tabs.keys()], [...two.tabs.keys()]]).toEqual([[1], [2]]);
  await expect(one.command({ tabId: 2, method: 'Runtime.evaluate' })).rejects.toThrow('not shared');
  await expect(one.call({ call: 'closeTab', tabId: 2 })).rejects.toThrow('not shared');
});

it('gives a second client of a name another name, and none of its tabs', async () => {
  await extension();
  const one = await clientOf('One');
  const again = await client('One');
  expect([one.name, again.name, again.tabs.size]).toEqual(['One', 'One (2)', 0]);
});

it('brings events to whom the tab belongs', async () => {
  const wire = await extension();
  const received: string[] = [];
  for (const name of ['One', 'Two']) {
    const made = await clientOf(name);
    made.listen({
      onTab: () => undefined,
      onTabGone: (tabId) => received.push(`${name} loses ${tabId}`),
      onEvent: ({ method }) => received.push(`${name} gets ${method}`),
      onClose: () => undefined,
    });
  }
  wire.send({ type: 'event', event: { tabId: 2, method: 'Page.loadEventFired' } });
  wire.send({ type: 'gone', tabId: 1 });
  await expect.poll(() => received).toEqual(['Two gets Page.loadEventFired', 'One loses 1']);
});

it.each([
  {},
  { type: 'command' },
  { type: 'command', command: { id: 1 } },
  { type: 'command', command: { id: 1, tabId: 1, method: 7 } },
  { type: 'call', call: { id: 1, call: 'constructor' } },
  { type: 'call', call: { id: {}, call: 'openTab' } },
])('hangs up on a client that sends %j, and serves the others', async (message) => {
  await extension();
  const one = await clientOf('One');
  const wire = await greet('client');
  const closed = new Promise((resolve) => {
    wire.onclose = resolve;
  });
  wire.send(message);
  await closed;
  expect(await one.command({ tabId: 1, method: 'Runtime.evaluate' })).toEqual({ tabId: 1 });
});

it('shows a client nothing of cookies, authorisations, and what is sent', async () => {
  const wire = await extension();
  const one = await clientOf('One');
  const received: CdpEvent[] = [];
  one.listen({
    onTab: () => undefined,
    onTabGone: () => undefined,
    onEvent: (event) => received.push(event),
    onClose: () => undefined,
  });
  const headers = { Cookie: 'sid=1', authorization: 'Bearer 1', 'Set-Cookie': 'sid=1', Accept: '*/*' };
  const request = { url: 'https://a.test/', headers, postData: 'password=1', hasPostData: true };
  const responseHeaders = [
    { name: 'set-cookie', value: 'sid=1' },
    { name: 'etag', value: '2' },
  ];
  const events: [string, object][] = [
    ['Network.requestWillBeSentExtraInfo', { headers }],
    ['Network.responseReceivedExtraInfo', { headers, headersText: 'Set-Cookie: sid=1' }],
    ['Network.webSocketFrameReceived', { response: { payloadData: 'sid=1' } }],
    ['Network.requestWillBeSent', { request, redirectHasExtraInfo: true, redirectResponse: { headers } }],
    ['Network.responseReceived', { response: { headers, requestHeaders: headers, headersText: 'sid=1' } }],
    ['Fetch.requestPaused', { request, responseHeaders }],
    ['Page.loadEventFired', { timestamp: 1 }],
  ];
  for (const [method, params] of events) wire.send({ type: 'event', event: { tabId: 1, method, params } });
  await expect.poll(() => received.at(-1)?.method).toBe('Page.loadEventFired');
  const rest = { headers: { Accept: '*/*' } };
  const sent = { url: 'https://a.test/', ...rest, hasPostData: true };
  expect(received.map(({ method, params }) => [method, params])).toEqual([
    ['Network.requestWillBeSent', { request: sent, redirectHasExtraInfo: false, redirectResponse: rest }],
    ['Network.responseReceived', { response: { ...rest, requestHeaders: rest.headers } }],
    ['Fetch.requestPaused', { request: sent, responseHeaders: [{ name: 'etag', value: '2' }] }],
    ['Page.loadEventFired', { timestamp: 1 }],
  ]);
});

it('loses and crosses no answer of several clients at once', async () => {
  await extension();
  const clients = [await clientOf('One'), await clientOf('Two')];
  const asked = Array.from({ length: 200 }, (_, i) => ({ tabId: (i % 2) + 1, params: { i } }));
  const answers = await Promise.all(
    asked.map((one, i) => clients[i % 2]?.command({ ...one, method: 'Runtime.evaluate' })),
  );
  expect(answers).toEqual(asked);
});

it('keeps what was not sent yet for an extension that comes back, and says what was cut off', async () => {
  const first = (await greet('extension')) as JsonSocket<ToExtension, FromExtension>;
  first.listen((message) => {
    if (message.type === 'clients') first.send({ type: 'tab', tab: tab(1, 'One') });
    if (message.type === 'command') first.terminate();
  });
  const one = await clientOf('One');
  const cut = one.command({ tabId: 1, method: 'Input.insertText' }).catch(({ message }) => message);
  const repeated = one.command({ tabId: 1, method: 'Page.getFrameTree' });
  expect(await cut).toContain(
    'extension_timeout: The Sightline extension was interrupted before it answered',
  );
  const second = (await greet('extension')) as JsonSocket<ToExtension, FromExtension>;
  second.listen((message) => {
    if (message.type === 'clients') {
      expect(message.epochs).toEqual(['e']);
      second.send({ type: 'tabs', tabs: [tab(1, 'One')] });
    }
    if (message.type === 'command') second.send({ type: 'answer', answer: { id: message.command.id } });
  });
  expect(await repeated).toEqual({});
  expect([...one.tabs.keys()]).toEqual([1]);
});

it('says so when the extension does not come back, and that there is none', async () => {
  const wire = await extension();
  const one = await clientOf('One');
  wire.terminate();
  expect(await one.waitFor(() => one.browser === undefined, 10_000)).toBe(true);
  expect(one.tabs.size).toBe(0);
  await expect(one.command({ tabId: 1, method: 'Runtime.evaluate' })).rejects.toThrow(
    'extension_not_connected',
  );
});

it('stays away once it is closed, though the relay has ended just before', async () => {
  const own = { ...pairing, port: await freePort() };
  const first = await RelayClient.connect(own, 'One');
  const others = await Promise.all(['Two', 'Three', 'Four'].map((name) => RelayClient.connect(own, name)));
  await first.close();
  // They have noticed, and are about to come back.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await Promise.all(others.map((one) => one.close()));
  // Whoever came back would have done so by then, and would have the port.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await (await Relay.start({ pairing: own })).close();
});

it('writes a pairing as a code that can be pasted, and reads nothing else', () => {
  const code = formatPairingCode(pairing);
  expect(parsePairingCode(`  ${code.slice(0, 30)}\n  ${code.slice(30)}\n`)).toEqual(pairing);
  for (const bad of ['', 'sightline1:0:x:y', code.slice(1), `${code}=`, code.replace('1:', '2:')])
    expect(parsePairingCode(bad)).toBeUndefined();
});
