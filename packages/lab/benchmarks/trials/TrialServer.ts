import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type LocalServer, listenLocally } from '../../src/bench/suites/localServer.ts';
import { type StartedBrowser, startBrowser } from '../apps/startBrowser.ts';
import { judge } from './judge.ts';
import type { ServedApplications } from './serveApplications.ts';
import type { CheckRow, TrialFolder } from './TrialFolder.ts';
import { findTask } from './tasks/index.ts';

interface Asked {
  task: string;
  answer: string;
}

/** Serves one tool's trial: starts a browser a task, judges, and stops, as it is asked by HTTP on loopback. */
export class TrialServer {
  /** By task. */
  readonly #browsers = new Map<string, StartedBrowser>();
  readonly #applications: ServedApplications;
  readonly #folder: TrialFolder;

  constructor(applications: ServedApplications, folder: TrialFolder) {
    this.#applications = applications;
    this.#folder = folder;
    mkdirSync(this.#ports, { recursive: true });
  }

  /** Files with the debugging port of each task that was started. */
  get #ports(): string {
    return join(this.#folder.run, 'ports');
  }

  listen(): Promise<LocalServer> {
    return listenLocally(async (request, response) => {
      try {
        const text = await this.#answer(request.url ?? '/', await readBody(request));
        response.end(text, () => request.url === '/stop' && process.exit());
      } catch (error) {
        response.writeHead(400).end(error instanceof Error ? error.message : String(error));
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#browsers.keys()].map((id) => this.#closeBrowser(id)));
    await this.#applications.close();
  }

  async #answer(path: string, body: string): Promise<string> {
    if (path === '/start') return this.#start(parseAsked(body));
    if (path === '/done') return this.#done(parseAsked(body));
    if (path !== '/stop') throw new Error(`no ${path}`);
    await this.close();
    return 'stopped';
  }

  async #start({ task }: Asked): Promise<string> {
    const { id } = findTask(task);
    await this.#closeBrowser(id);
    const browser = await startBrowser('1280,960');
    this.#browsers.set(id, browser);
    const { port } = new URL(browser.endpoint);
    writeFileSync(join(this.#ports, id), port);
    return `ready: ${id} on port ${port}`;
  }

  async #done({ task, answer }: Asked): Promise<string> {
    const wanted = findTask(task);
    const browser = this.#browsers.get(task);
    const served = this.#applications.served.get(wanted.application);
    if (!browser || !served) throw new Error(`not started: _start w ${task}`);
    const verdict = await judge(wanted, served, browser.endpoint, answer);
    const row: CheckRow = { t: new Date().toISOString(), answer, ...verdict };
    appendFileSync(join(this.#folder.logs, `${task}.jsonl`), `${JSON.stringify(row)}\n`);
    await this.#closeBrowser(task);
    return 'recorded';
  }

  async #closeBrowser(id: string): Promise<void> {
    const browser = this.#browsers.get(id);
    this.#browsers.delete(id);
    rmSync(join(this.#ports, id), { force: true });
    await browser?.close();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const parseAsked = (body: string): Asked => JSON.parse(body);
