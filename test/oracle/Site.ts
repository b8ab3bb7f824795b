import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const { servePages } = await import(
  pathToFileURL(`${root}/packages/lab/benchmarks/pages/servePages.mjs`).href
);
const { madeBodies } = await import(
  pathToFileURL(`${root}/packages/lab/benchmarks/pages/catalogue.mjs`).href
);

interface Server {
  origin: string;
  close(): void;
}

/** Pages of ours that need to know the other origin. */
const WITH_FRAMES = ['frames.html', 'framed.html'];

/** Serves all pages of the oracles on 127.0.0.1, on two ports: two origins of one site. */
export class Site {
  readonly #server: Server;
  readonly #other: Server;

  private constructor(server: Server, other: Server) {
    this.#server = server;
    this.#other = other;
  }

  /** `extra`: a folder served under `/extra/`. */
  static async start(extra?: string): Promise<Site> {
    const pages = `${root}/test/pages`;
    const folders = { '/pages/': pages, ...(extra && { '/extra/': resolve(extra) }) };
    const other: Server = await servePages({}, folders);
    const withFrames = WITH_FRAMES.map((name) => [
      `/pages/${name}`,
      () => readFileSync(`${pages}/${name}`, 'utf8').replaceAll('{{other origin}}', other.origin),
    ]);
    const made = { ...madeBodies(), ...Object.fromEntries(withFrames) };
    return new Site(await servePages(made, folders), other);
  }

  url(path: string): string {
    return `${this.#server.origin}${path}`;
  }

  close(): void {
    this.#server.close();
    this.#other.close();
  }
}
