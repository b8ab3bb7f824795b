import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { madeBodies } from '../../packages/lab/benchmarks/pages/catalogue.ts';
import { servePages } from '../../packages/lab/benchmarks/pages/servePages.ts';
import { recallFolders } from '../../packages/lab/benchmarks/recall/pages.ts';
import type { LocalServer } from '../../packages/lab/src/bench/suites/localServer.ts';
import { extraFolders, isAll } from './oraclePages.ts';

const root = resolve(import.meta.dirname, '../..');

/** Pages of ours that need to know the other origin. */
const WITH_FRAMES = ['frames.html', 'framed.html'];

/** Serves all pages of the oracles on 127.0.0.1, on two ports: two origins of one site. */
export class Site {
  readonly #server: LocalServer;
  readonly #other: LocalServer;

  private constructor(server: LocalServer, other: LocalServer) {
    this.#server = server;
    this.#other = other;
  }

  static async start(): Promise<Site> {
    const pages = `${root}/test/pages`;
    const extra = Object.fromEntries(extraFolders.map((folder, i) => [`/extra/${i}/`, folder]));
    const folders = { '/pages/': pages, ...extra, ...(isAll && recallFolders()) };
    const other = await servePages({}, folders);
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

  async close(): Promise<void> {
    await Promise.all([this.#server.close(), this.#other.close()]);
  }
}
