import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Inspected, Session } from '../session/Session.ts';
import { joined } from './gather.ts';
import type { Assets } from './readAssets.ts';
import { assetsOf, policyFor, writeDocument } from './writeDocument.ts';

export interface LiveParts {
  session: Session;
  assets: Assets;
  /** Runs work while nothing else is done with the session. */
  between<T>(work: () => Promise<T>): Promise<T>;
}

/** Milliseconds between two looks at whether the page changed. */
const PAUSE = 1_000;

/**
 * Shows the page of a session in a browser of the user, anew whenever it changed. It listens on the loopback address
 * only, answers nothing but reads below a path that nobody can guess, and nobody who comes by another name or from
 * another page. While nobody watches, the session is left alone.
 */
export class LiveInspector {
  readonly #parts: LiveParts;
  readonly #server: Server;
  readonly #token = randomBytes(24).toString('base64url');
  readonly #watching = new Set<ServerResponse>();
  #shown: Inspected | undefined;
  #assets: Record<string, Buffer> = {};
  #timer: NodeJS.Timeout | undefined;

  private constructor(parts: LiveParts, server: Server) {
    this.#parts = parts;
    this.#server = server;
  }

  /** Photographs the page, and begins to serve it. Throws what `Session.inspect` throws. */
  static async open(parts: LiveParts): Promise<LiveInspector> {
    const server = createServer();
    const inspector = new LiveInspector(parts, server);
    inspector.#take(await parts.session.inspect({ fullPage: true }));
    server.on('request', (request, response) => inspector.#answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return inspector;
  }

  /** What the user opens; whoever knows it sees the page. */
  get url(): string {
    return `http://${this.#host}/${this.#token}/`;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #take(inspected: Inspected): void {
    this.#shown = inspected;
    const { inspection, pictures } = joined(new Date().toISOString(), [['session', inspected]]);
    const live = { inspection: { ...inspection, live: true as const }, pictures };
    this.#assets = assetsOf(live, this.#parts.assets.packed);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const name = this.#nameOf(request);
    for (const [header, value] of Object.entries(HEADERS)) response.setHeader(header, value);
    if (name === 'events') this.#watch(response);
    else if (name === '') this.#answerShell(response);
    else {
      const asset = name !== undefined && Object.hasOwn(this.#assets, name) ? this.#assets[name] : undefined;
      response.writeHead(asset ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(asset);
    }
  }

  #answerShell(response: ServerResponse): void {
    const { assets } = this.#parts;
    const policy = policyFor(assets, "'self'");
    response.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(writeDocument(assets, {}, policy));
  }

  /** What is asked for; undefined for whoever may not ask. Another name for this machine may be a page's (DNS rebinding). */
  #nameOf({ method, url = '', headers }: IncomingMessage): string | undefined {
    const { host, origin, 'sec-fetch-site': site = 'none' } = headers;
    const isOurs = host === this.#host && (origin === undefined || origin === `http://${this.#host}`);
    const isAsked = method === 'GET' && (site === 'none' || site === 'same-origin');
    const prefix = `/${this.#token}/`;
    return isOurs && isAsked && url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
  }

  #watch(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': watching\n\n');
    this.#watching.add(response);
    response.on('close', () => this.#watching.delete(response));
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#renew().finally(() => this.#watching.size > 0 && this.#wait()),
      PAUSE,
    );
  }

  /** A page that cannot be read just now is shown as it was. */
  async #renew(): Promise<void> {
    const { session, between } = this.#parts;
    const since = this.#shown;
    const now = await between(() => session.inspect({ fullPage: true, ...(since && { since }) })).catch(
      () => undefined,
    );
    if (!now || now === since) return;
    this.#take(now);
    for (const response of this.#watching) response.write('event: page\ndata: changed\n\n');
  }
}

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
