import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { parseJson } from '../snapshot/parseJson.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { ENDPOINT_PATH, guardRequest, MAX_BODY_BYTES, type RequestRejection } from './guardRequest.ts';
import type { HttpClients } from './HttpClients.ts';

export interface HttpConnection {
  url: string;
  token: string;
  close(): Promise<void>;
}

/** Timeout for receiving a request, milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Minimum length of a token. */
const MIN_TOKEN_LENGTH = 16;

/**
 * Serves to clients with the token, who have to call it by a name of this machine. `port` 0: any free port; `host`: the address
 * to listen at, default that of the loopback interface. @throws SightlineError `invalid_argument`
 */
export async function serveHttp(
  clients: HttpClients,
  {
    port,
    host = '127.0.0.1',
    token = randomBytes(24).toString('base64url'),
  }: { port: number; host?: string; token?: string },
): Promise<HttpConnection> {
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < MIN_TOKEN_LENGTH) throw weakToken();
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: REQUEST_TIMEOUT_MS });
  await listen(server, port, host);
  const access = { port: (server.address() as AddressInfo).port, token };
  server.on('request', (request, response) => {
    const rejection = guardRequest(request, access);
    if (rejection) return rejectRequest(response, rejection);
    // The client is gone: nobody to report the error to.
    respond(clients, request, response).catch(() => response.destroy());
  });
  const close = async (): Promise<void> => {
    await clients.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${access.port}${ENDPOINT_PATH}`, token, close };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new SightlineError('invalid_argument', `Port ${port} cannot be listened at: ${error.code}.`, {
          hint: 'Name another port, or 0 for any that is free.',
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
}

function weakToken(): SightlineError {
  return new SightlineError(
    'invalid_argument',
    `The token has to have ${MIN_TOKEN_LENGTH} characters or more, and no spaces.`,
    { hint: 'Set SIGHTLINE_MCP_TOKEN to a longer one, or unset it to have one made.' },
  );
}

function rejectRequest(response: ServerResponse, { status, message, headers }: RequestRejection): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close', ...headers });
  response.end(`${message}\n`);
}

async function respond(
  clients: HttpClients,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const body = await readBody(request);
  if (body === undefined) return rejectRequest(response, { status: 413, message: 'That is too large.' });
  const answer = await clients.handle(
    toFetchRequest(request, body, disconnected.signal),
    // Of what is no JSON nothing: the protocol's own reader refuses it.
    parseJson(body),
    disconnected.signal,
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
}

/** Undefined for one that is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toFetchRequest(request: IncomingMessage, body: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(request.headers))
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const { method = 'GET', url } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${headers.get('host')}${url}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body }),
  });
}
