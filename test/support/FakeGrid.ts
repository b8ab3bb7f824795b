import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a fake grid answers to a request for a session. */
export type NewSessionAnswer = (response: ServerResponse, request: IncomingMessage) => void;

/** A hub of a Selenium Grid without nodes: it writes down what it is asked, and answers as a test says. */
export class FakeGrid {
  /** `METHOD PATH` of each request. */
  readonly requests: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** Slots by whether they are taken; undefined: no answer to who asks for them. */
  slots: boolean[] | undefined = [false];
  newSession: NewSessionAnswer;
  /** Where all else than requests for a session is sent on to. */
  redirectTo: string | undefined;
  readonly #server: Server;
  readonly #listeners = new Set<() => void>();

  private constructor(newSession: NewSessionAnswer) {
    this.newSession = newSession;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(newSession: NewSessionAnswer): Promise<FakeGrid> {
    const grid = new FakeGrid(newSession);
    await new Promise<void>((resolve) => grid.#server.listen(0, '127.0.0.1', resolve));
    return grid;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** Settles as soon as it was asked that. */
  async asked(request: string): Promise<void> {
    while (!this.requests.includes(request))
      await new Promise<void>((resolve) => {
        this.#listeners.add(resolve);
      });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const line = `${request.method} ${request.url}`;
    if (line === 'POST /session') this.newSession(response, request);
    else if (this.redirectTo !== undefined)
      response.writeHead(307, { location: `${this.redirectTo}${request.url}` }).end();
    else if (line !== 'GET /status') sendValue(response, 200, null);
    else if (this.slots) sendValue(response, 200, statusOf(this.slots));
    this.requests.push(line);
    this.headers.push(request.headers);
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

export function sendValue(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ value }));
}

/** A browser at that address, as a grid shows it. */
export const giveBrowser =
  (sessionId: string, cdpUrl?: string): NewSessionAnswer =>
  (response) =>
    sendValue(response, 200, {
      sessionId,
      capabilities: { browserName: 'chrome', ...(cdpUrl !== undefined && { 'se:cdp': cdpUrl }) },
    });

const statusOf = (slots: readonly boolean[]): object => ({
  ready: true,
  nodes: [{ slots: slots.map((taken) => ({ session: taken ? { sessionId: 'x' } : null })) }],
});
