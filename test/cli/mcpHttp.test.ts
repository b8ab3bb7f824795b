import type { ChildProcess } from 'node:child_process';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli, finish, until } from './Cli.ts';

let web: TestServer;
let cli: Cli;
let child: ChildProcess;
let url: URL;
let token: string;
beforeAll(async () => {
  web = await startServer({ '/': '<title>Own</title><button>Press me</button>' });
  cli = new Cli();
  child = cli.start(['mcp', '--http', '0']);
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  await until(() => said.includes('\n'));
  const [, place = '', secret = ''] = /serving at (\S+) to whoever has the token (\S+)\n/.exec(said) ?? [];
  url = new URL(place);
  token = secret;
});
afterAll(async () => {
  child.kill('SIGTERM');
  const { code } = await finish(child);
  await cli.close();
  await web.close();
  expect(code).toBe(130);
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/** A request with exactly these headers, as no client would send it. */
function ask(
  headers: Record<string, string>,
  { path = '/mcp', method = 'POST', body = listing } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const base = {
      host: url.host,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const options = { host: url.hostname, port: url.port, path, method, headers: { ...base, ...headers } };
    const sent = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : body);
  });
}

const bearer = (secret: string): Record<string, string> => ({ authorization: `Bearer ${secret}` });

describe('sightline mcp --http', () => {
  it('has a token of 32 characters, and listens on the loopback interface', () => {
    expect(url.hostname).toBe('127.0.0.1');
    expect(token).toMatch(/^[\w-]{32}$/);
  });

  it.each([
    ['a wrong Host', { host: 'evil.test' }, 403],
    ['a name that resolves to this machine', { host: 'evil.test:PORT' }, 403],
    ['another port', { host: '127.0.0.1:1' }, 403],
    ['a foreign Origin', { origin: 'https://evil.test' }, 403],
    ['an Origin without a name', { origin: 'null' }, 403],
    ['another server of this machine', { origin: 'http://localhost:3000' }, 403],
  ])('refuses %s, token or not', async (_, headers, status) => {
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', url.port)]),
    );
    const { status: got, text, headers: sent } = await ask({ ...bearer(token), ...given });
    expect([got, text]).toEqual([status, expect.stringMatching(/^Wrong (Host|Origin)\.\n$/)]);
    expect(sent).not.toHaveProperty('access-control-allow-origin');
  });

  it('refuses a missing and a wrong token, and says no more', async () => {
    const wrong = [{}, bearer(''), bearer('x'.repeat(32)), bearer(token.slice(1)), bearer(`${token}x`)];
    for (const headers of [...wrong, { authorization: token }, { authorization: `Basic ${token}` }]) {
      const { status, text, headers: sent } = await ask(headers);
      expect([status, text, sent['www-authenticate']]).toEqual([401, 'A token is needed.\n', 'Bearer']);
    }
    expect((await ask({}, { path: `/mcp?token=${token}` })).status).toBe(401);
  });

  it('answers no page that asks whether it may ask', async () => {
    const asked = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
    expect((await ask(asked, { method: 'OPTIONS' })).status).toBe(403);
  });

  it('answers at one path, and takes no more than a megabyte', async () => {
    expect((await ask(bearer(token), { path: '/' })).status).toBe(404);
    expect((await ask(bearer(token), { body: 'x'.repeat(1_100_000) })).status).toBe(413);
    const chunked = { ...bearer(token), 'transfer-encoding': 'chunked' };
    expect((await ask(chunked, { body: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('serves a request of its own Origin', async () => {
    expect((await ask({ ...bearer(token), origin: url.origin })).status).toBe(200);
  });

  it('gives each client a session of its own, which another connection has to name', async () => {
    const requestInit = { headers: bearer(token) };
    const connect = async (): Promise<LegacyClient> => {
      const client = new LegacyClient({ name: 'test', version: '1' });
      await client.connect(new LegacyTransport(url, { requestInit }));
      return client;
    };
    const [first, second] = [await connect(), await connect()];
    const modern = new ModernClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await modern.connect(new ModernTransport(url, { requestInit }));
    const messages: unknown[] = [];
    const onprogress = ({ message }: { message?: string }): void => void messages.push(message);
    const call = async (
      client: Pick<LegacyClient, 'callTool'>,
      name: string,
      args: Record<string, unknown> = {},
    ): Promise<string> => JSON.stringify(await client.callTool({ name, arguments: args }));
    const single = modern as unknown as Pick<LegacyClient, 'callTool'>;

    const opened = await Promise.all([
      call(first, 'open', { url: `${web.origin}/?first` }),
      call(second, 'open', { url: `${web.origin}/?second` }),
      modern
        .callTool({ name: 'open', arguments: { url: `${web.origin}/?third` } }, { onprogress })
        .then((result) => JSON.stringify(result)),
    ]);
    expect(messages).toContain('starting the browser');
    const names = opened.map((answer) => /session ([a-z2-9]{12}): calls over/.exec(answer)?.[1] ?? '');
    expect(new Set(names).size).toBe(3);

    // Each sees its own page, however the calls are mixed; a file of one is nothing to another.
    const looks: [expected: string, look: Promise<string>][] = Array.from({ length: 4 }).flatMap(() => [
      ['first', call(first, 'look')],
      ['second', call(second, 'look')],
      ['third', call(single, 'look', { session: names[2] })],
    ]);
    for (const [expected, look] of looks) expect(await look).toContain(`/?${expected}`);
    expect(await call(single, 'look', { session: names[0] })).toContain('/?first');
    expect(await call(single, 'look')).toContain('no_session: No page is open');
    expect(await call(single, 'look', { session: 'shop' })).toContain('no_session: No page is open');
    await call(first, 'screenshot');
    const [file] = (await first.listResources()).resources;
    expect(file?.uri).toMatch(new RegExp(`^sightline://files/${names[0]}/`));
    expect((await second.listResources()).resources).toEqual([]);

    // One that has left has its session for another minute; an unknown client is asked to begin anew.
    await Promise.all([first.close(), second.close(), modern.close()]);
    const later = await connect();
    expect(await call(later, 'look', { session: names[1] })).toContain('/?second');
    const old = await ask({ ...bearer(token), 'mcp-session-id': 'none' });
    expect([old.status, old.text]).toEqual([404, expect.stringContaining('Session not found')]);
    await later.close();
  });

  it.each([
    [
      'there is no browser',
      '/nowhere/chrome',
      'SIGHTLINE_BROWSER is /nowhere/chrome, which cannot be run. Set ',
    ],
    ['its browser does not start', process.execPath, `The browser ${process.execPath} did not start. `],
  ])('says at its start that %s, and serves all the same', async (_, browser, reason) => {
    const bare = cli.start(['mcp', '--http', '0'], { env: { SIGHTLINE_BROWSER: browser } });
    let said = '';
    bare.stderr?.on('data', (text) => {
      said += text;
    });
    await until(() => said.split('\n').length > 2);
    const [, place = ''] = /serving at (\S+)/.exec(said) ?? [];
    expect((await fetch(place)).status).toBe(401);
    bare.kill('SIGTERM');
    await finish(bare);
    expect(said.split('\n')[1]).toContain(`sightline mcp: ${reason}`);
  });

  it('takes a token that is long enough from the environment, and shows it to nobody', async () => {
    const weak = await cli.run(['mcp', '--http', '0'], { env: { SIGHTLINE_MCP_TOKEN: 'short' } });
    expect([weak.code, weak.stderr]).toEqual([1, expect.stringContaining('16 characters or more')]);
    const own = cli.start(['mcp', '--http', '0'], { env: { SIGHTLINE_MCP_TOKEN: 'a-token-of-my-own' } });
    let said = '';
    own.stderr?.on('data', (text) => {
      said += text;
    });
    await until(() => said.includes('\n'));
    own.kill('SIGTERM');
    await finish(own);
    expect(said).not.toContain('a-token-of-my-own');
  });
});
