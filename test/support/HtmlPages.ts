import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LookOptions, LookResult, Session } from '../../packages/sightline/src/session/Session.ts';
import { shareSession } from './sharedBrowser.ts';

/** Shows inline HTML: one server, one session in the browser that the worker shares. */
export class HtmlPages {
  readonly session: Session;
  readonly #server: Server;
  readonly #pages = new Map<string, string>();
  #count = 0;

  private constructor(session: Session, server: Server) {
    this.session = session;
    this.#server = server;
  }

  static async start(): Promise<HtmlPages> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const pages = new HtmlPages(await shareSession(), server);
    server.on('request', (request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(pages.#pages.get(request.url ?? '') ?? 'nothing here');
    });
    return pages;
  }

  /** Where the HTML is served from now on. `doctype` and an empty icon are added. */
  url(html: string, path = `/${++this.#count}`): string {
    this.#pages.set(path, `<!doctype html><link rel="icon" href="data:,"><title>Test</title>${html}`);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  async open(html: string): Promise<void> {
    await this.session.navigate(this.url(html));
  }

  /** Opens the HTML and shows it. */
  async look(html: string, options?: LookOptions): Promise<LookResult> {
    await this.open(html);
    return this.session.look(options);
  }

  /** The lines of a look below the page line. */
  async lines(html: string, options?: LookOptions): Promise<string[]> {
    return linesOf(await this.look(html, options));
  }

  async close(): Promise<void> {
    await this.session.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export function linesOf({ text }: LookResult): string[] {
  return text.split('\n').filter((line) => !line.startsWith('Page: '));
}
