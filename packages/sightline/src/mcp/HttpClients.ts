import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { ClientSessions } from './ClientSessions.ts';
import { MAX_BODY_BYTES } from './guardRequest.ts';
import type { McpBackend } from './McpBackend.ts';
import { createRemoteClient, type McpClient } from './McpClient.ts';

interface ConnectedClient {
  client: McpClient;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Its open event streams. */
  streams: number;
}

/** Clients that are remembered; of more, the one without a session that has not called for longest is forgotten. */
const MAX_CLIENTS = 1_000;
const WARM_UP_PROTOCOL = '2025-11-25';

/**
 * The clients of a server over HTTP. One that initializes a connection has a browser session of its own, by the
 * session id of the protocol; a single request without one names the session that `open` answered.
 */
export class HttpClients {
  readonly #backend: McpBackend;
  readonly #sessions: ClientSessions;
  readonly #singleRequests;
  /** By the protocol's session id, the one that called last at the end. */
  readonly #clients = new Map<string, ConnectedClient>();
  readonly #maxClients: number;

  constructor(backend: McpBackend, sessions: ClientSessions, maxClients = MAX_CLIENTS) {
    this.#backend = backend;
    this.#sessions = sessions;
    this.#maxClients = maxClients;
    this.#singleRequests = createMcpHandler(
      () => backend.createServer(createRemoteClient({ keepsSession: false })),
      { maxRequestBodySize: MAX_BODY_BYTES },
    );
  }

  /**
   * Answers a request. `body`: parsed, where it is JSON. `closed` is aborted when the response is closed; the signal of
   * the request would be, but not once nothing else refers to the request.
   */
  async handle(request: Request, body: unknown, closed: AbortSignal): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null && isInitialize(body)) return this.#connect(request, body);
    if (id === null) return this.#singleRequests.fetch(request, { parsedBody: body });
    const connected = this.#clients.get(id);
    if (!connected) return unknownClient();
    this.#clients.delete(id);
    this.#clients.set(id, connected);
    if (request.method === 'GET') this.#watchStream(connected, closed);
    return connected.transport.handleRequest(request, { parsedBody: body });
  }

  /**
   * Does what a client does that connects, lists the tools and calls one without a page: what the first would wait for is loaded and
   * compiled by that.
   */
  async warmUp(): Promise<void> {
    const params = {
      protocolVersion: WARM_UP_PROTOCOL,
      capabilities: {},
      clientInfo: { name: 'sightline', version: '' },
    };
    const id = await this.#ask({ method: 'initialize', params });
    await this.#ask({ method: 'tools/list' }, id);
    await this.#ask({ method: 'tools/call', params: { name: 'look', arguments: {} } }, id);
    this.#forget(id);
  }

  /** Answers a message of our own; the protocol's session id. */
  async #ask(message: object, id?: string): Promise<string> {
    const body = { jsonrpc: '2.0', id: 1, ...message };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(id !== undefined && { 'mcp-session-id': id }),
    };
    const request = new Request('http://127.0.0.1', { method: 'POST', headers, body: JSON.stringify(body) });
    const response = await this.handle(request, body, request.signal);
    await response.text();
    return response.headers.get('mcp-session-id') ?? id ?? '';
  }

  async close(): Promise<void> {
    await this.#singleRequests.close();
    await Promise.all(Array.from(this.#clients.values(), ({ transport }) => transport.close()));
  }

  async #connect(request: Request, body: unknown): Promise<Response> {
    const client = createRemoteClient({ keepsSession: true });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => this.#remember(id, { client, transport, streams: 0 }),
      onsessionclosed: (id) => this.#forget(id),
      maxRequestBodySize: MAX_BODY_BYTES,
    });
    await this.#backend.createServer(client).connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  }

  #remember(id: string, connected: ConnectedClient): void {
    this.#clients.set(id, connected);
    if (this.#clients.size <= this.#maxClients) return;
    const clients = [...this.#clients];
    const oldest = clients.find(([, { client }]) => !this.#sessions.hasAnyOf(client.session)) ?? clients[0];
    if (oldest) this.#forget(oldest[0]);
  }

  #forget(id: string): void {
    const connected = this.#clients.get(id);
    if (!connected) return;
    this.#clients.delete(id);
    this.#sessions.leave(connected.client.session);
    void connected.transport.close();
  }

  /** A client whose last event stream ends has left, unless it calls again. */
  #watchStream(connected: ConnectedClient, closed: AbortSignal): void {
    const { session } = connected.client;
    connected.streams++;
    this.#sessions.stay(session);
    closed.addEventListener('abort', () => {
      if (--connected.streams === 0) this.#sessions.leave(session);
    });
  }
}

const isInitialize = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';

/** Says to the client, as the protocol has it, that it has to initialize again. */
function unknownClient(): Response {
  const error = { code: -32001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
