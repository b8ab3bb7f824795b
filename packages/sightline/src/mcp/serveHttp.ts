import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { SightlineError } from '../model/SightlineError.ts';
import { guardRequest, LARGEST_BODY, PATH, type Refusal } from './guardRequest.ts';
import type { McpHost } from './McpHost.ts';

export interface HttpConnection {
  url: string;
  token: string;
  close(): Promise<void>;
}

/** Milliseconds that a request may take to come in. */
const PATIENCE_MS = 30_000;
/** Characters that a token has at least. */
const SHORTEST_TOKEN = 16;

/** Serves on the loopback interface, to whoever has the token. `port` 0: any that is free. Throws `invalid_argument`. */
export async function serveHttp(
  host: McpHost,
  { port, token = randomBytes(24).toString('base64url') }: { port: number; token?: string },
): Promise<HttpConnection> {
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < SHORTEST_TOKEN) throw weakToken();
  const handler = createMcpHandler(() => host.server(), { maxRequestBodySize: LARGEST_BODY });
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: PATIENCE_MS });
  await listen(server, port);
  const gate = { port: (server.address() as AddressInfo).port, token };
  server.on('request', (request, response) => {
    const refusal = guardRequest(request, gate);
    if (refusal) return refuse(response, refusal);
    // Whoever hangs up has no use for what went wrong.
    answer(handler, request, response).catch(() => response.destroy());
  });
  const close = async (): Promise<void> => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${gate.port}${PATH}`, token, close };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new SightlineError('invalid_argument', `Port ${port} cannot be listened at: ${error.code}.`, {
          hint: 'Name another port, or 0 for any that is free.',
        }),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
}

function weakToken(): SightlineError {
  return new SightlineError(
    'invalid_argument',
    `The token has to have ${SHORTEST_TOKEN} characters or more, and no spaces.`,
    { hint: 'Set SIGHTLINE_MCP_TOKEN to a longer one, or unset it to have one made.' },
  );
}

function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close', ...headers });
  response.end(`${message}\n`);
}

async function answer(
  handler: McpHttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { status, headers, body } = await handler.fetch(requestOf(request, gone.signal));
  response.writeHead(status, Object.fromEntries(headers));
  if (!body) return void response.end();
  await pipeline(Readable.fromWeb(body as ReadableStream), response);
}

function requestOf(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(request.headers))
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {};
  const init = { method: request.method, headers, signal, ...body } as RequestInit;
  return new Request(`http://${request.headers.host}${request.url}`, init);
}
