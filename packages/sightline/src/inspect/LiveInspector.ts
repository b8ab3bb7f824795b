import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InspectResult, Session } from '../session/Session.ts';
import { toInspection } from './collectInspection.ts';
import type { InspectorAssets } from './readAssets.ts';
import { contentSecurityPolicy, namedAssets, renderDocument } from './renderDocument.ts';
import { readWatcherCommand, runWatcherCommand } from './watcherCommands.ts';

export interface LiveInspectorOptions {
  session: Session;
  assets: InspectorAssets;
}

/** Milliseconds between checks for changes of the page. */
const POLL_INTERVAL_MS = 1_000;
/** Milliseconds without anybody who watches, after which actions are held back no longer. */
const ABANDONED_MS = 10_000;

/**
 * Serves the inspection of a session's page to the user's browser, updated when the page changes, and takes commands of whoever
 * watches. Listens on the loopback address only and answers only requests below a secret path, with the right Host and without
 * foreign Origin. Does nothing while nobody watches.
 */
export class LiveInspector {
  readonly #options: LiveInspectorOptions;
  readonly #server: Server;
  readonly #token = randomBytes(24).toString('base64url');
  readonly #watchers = new Set<ServerResponse>();
  #inspected: InspectResult | undefined;
  #assets: Record<string, Buffer> = {};
  /** All that is shown has the numbers of the session. */
  #isNumbered = false;
  #timer: NodeJS.Timeout | undefined;
  #abandonedTimer: NodeJS.Timeout | undefined;
  readonly #stopReporting: () => void;

  private constructor(options: LiveInspectorOptions, server: Server) {
    this.#options = options;
    this.#server = server;
    this.#stopReporting = options.session.gate.onChange(() => this.#reportGate());
  }

  /** Captures the page and starts the server. Throws as `Session.inspect` does. */
  static async open(options: LiveInspectorOptions): Promise<LiveInspector> {
    const server = createServer();
    const inspector = new LiveInspector(options, server);
    inspector.#update(await options.session.inspect({ fullPage: true }));
    server.on('request', (request, response) => inspector.#respond(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return inspector;
  }

  /** URL with the secret path; it gives access to the page. */
  get url(): string {
    return `http://${this.#host}/${this.#token}/`;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#abandonedTimer);
    this.#stopReporting();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #update(inspected: InspectResult): void {
    this.#inspected = inspected;
    const { inspection, pictures } = toInspection(new Date().toISOString(), [['session', inspected]]);
    const numbered = this.#isNumbered ? { isNumbered: true as const } : {};
    const live = { inspection: { ...inspection, live: true as const, ...numbered }, pictures };
    this.#assets = namedAssets(live, this.#options.assets.packed);
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const name = this.#assetNameOf(request);
    for (const [header, value] of Object.entries(HEADERS)) response.setHeader(header, value);
    if (request.method === 'POST') void this.#obey(name, request, response);
    else if (name === 'events') this.#addWatcher(response);
    else if (name === '') this.#respondDocument(response);
    else {
      const asset = name !== undefined && Object.hasOwn(this.#assets, name) ? this.#assets[name] : undefined;
      response.writeHead(asset ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(asset);
    }
  }

  #respondDocument(response: ServerResponse): void {
    const { assets } = this.#options;
    const policy = contentSecurityPolicy(assets, "'self'");
    response.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(renderDocument(assets, {}, policy));
  }

  /** The requested asset; undefined for a request that is rejected. Another Host may be a page's (DNS rebinding). */
  #assetNameOf({ method, url = '', headers }: IncomingMessage): string | undefined {
    const { host, origin, 'sec-fetch-site': site = 'none' } = headers;
    const isOwnHost = host === this.#host && (origin === undefined || origin === `http://${this.#host}`);
    const isGet = method === 'GET' && (site === 'none' || site === 'same-origin');
    const isOwnPost = method === 'POST' && origin !== undefined && site === 'same-origin';
    const prefix = `/${this.#token}/`;
    return isOwnHost && (isGet || isOwnPost) && url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
  }

  /** A command of whoever watches; what the page shows then is sent at once. */
  async #obey(name: string | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const command = name === 'control' ? await readWatcherCommand(request).catch(() => undefined) : undefined;
    if (!command) return void response.writeHead(404).end();
    const answer = await runWatcherCommand(command, this.#options.session);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    this.#resumeUnlessWatched();
    await this.#poll();
  }

  #addWatcher(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': watching\n\n');
    this.#watchers.add(response);
    this.#resumeUnlessWatched();
    response.on('close', () => this.#removeWatcher(response));
    this.#reportGate();
    this.#schedulePoll();
  }

  #removeWatcher(response: ServerResponse): void {
    this.#watchers.delete(response);
    this.#resumeUnlessWatched();
  }

  /** Whoever holds actions back has to watch. */
  #resumeUnlessWatched(): void {
    clearTimeout(this.#abandonedTimer);
    if (this.#watchers.size > 0) return;
    const { gate } = this.#options.session;
    this.#abandonedTimer = setTimeout(() => gate.resume(), ABANDONED_MS).unref();
  }

  #reportGate(): void {
    const state = JSON.stringify(this.#options.session.gate.state);
    for (const response of this.#watchers) response.write(`event: gate\ndata: ${state}\n\n`);
  }

  #schedulePoll(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#poll().finally(() => this.#watchers.size > 0 && this.#schedulePoll()),
      POLL_INTERVAL_MS,
    );
  }

  /** While the page cannot be read, its last state is shown. */
  async #poll(): Promise<void> {
    const { session } = this.#options;
    const { gate } = session;
    const previous = this.#inspected;
    // Whoever is about to act in place of the session means its numbers.
    const numberAll = gate.state.paused;
    const since = numberAll && !this.#isNumbered ? undefined : previous;
    const current = await gate
      .between(() => session.inspect({ fullPage: true, numberAll, ...(since && { since }) }))
      .catch(() => undefined);
    if (!current || current === previous) return;
    this.#isNumbered = numberAll;
    this.#update(current);
    for (const response of this.#watchers) response.write('event: page\ndata: changed\n\n');
  }
}

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
