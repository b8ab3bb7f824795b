import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Session, SightlineError } from '../../../../../sightline/src/internal.ts';
import { type LocalServer, serveFiles } from '../localServer.ts';

/** What the benchmark says of an episode. */
export interface MiniwobOutcome {
  done: boolean;
  /** -1 to 1. */
  reward: number;
  reason: string;
}

/** Long enough that no episode ends by its timeout, in milliseconds. */
const EPISODE_MS = 1_000_000;

/** The pages of a checkout of MiniWoB++, served: begins episodes and reads rewards, without Sightline. */
export class MiniwobPages {
  /** Names of all tasks, sorted. */
  readonly tasks: readonly string[];
  readonly #folder: string;
  readonly #server: LocalServer;

  private constructor(folder: string, server: LocalServer) {
    this.#folder = folder;
    this.#server = server;
    this.tasks = readdirSync(join(folder, 'miniwob'))
      .filter((name) => name.endsWith('.html'))
      .map((name) => name.replace(/\.html$/, ''))
      .sort();
  }

  /** @param path of the repository, or of its folder of pages @throws SightlineError `invalid_argument` */
  static async open(path: string): Promise<MiniwobPages> {
    const folder = findPagesFolder(path);
    return new MiniwobPages(folder, await serveFiles({ '/': folder }));
  }

  pathOf(task: string): string {
    return join(this.#folder, 'miniwob', `${task}.html`);
  }

  /** Begins an episode on a fresh page; returns the instruction. */
  async start(session: Session, task: string, seed: number): Promise<string> {
    await session.navigate(`${this.#server.origin}/miniwob/${task}.html`);
    return session.page.evaluate(beginInPage, { seed: String(seed), ms: EPISODE_MS });
  }

  /** Of the episode on the session's page. */
  outcome(session: Session): Promise<MiniwobOutcome> {
    return session.page.evaluate(readOutcomeInPage);
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

function findPagesFolder(path: string): string {
  const folders = [path, join(path, 'html'), join(path, 'miniwob/html')].map((folder) => resolve(folder));
  const found = folders.find(
    (folder) => existsSync(join(folder, 'miniwob')) && existsSync(join(folder, 'core')),
  );
  if (found) return found;
  throw new SightlineError('invalid_argument', `There are no pages of MiniWoB++ in ${path}.`, {
    hint: 'Name a checkout of Farama-Foundation/miniwob-plusplus.',
  });
}

/** Globals of the benchmark's pages. */
interface MiniwobGlobals {
  Math: { seedrandom(seed: string): void };
  core: {
    EPISODE_MAX_TIME: number;
    startEpisodeReal(): void;
    getUtterance(): string | { utterance: string };
  };
  WOB_DONE_GLOBAL: boolean;
  WOB_RAW_REWARD_GLOBAL: number;
  WOB_REWARD_REASON?: string;
}

function beginInPage({ seed, ms }: { seed: string; ms: number }): string {
  const { Math: random, core } = globalThis as unknown as MiniwobGlobals;
  random.seedrandom(seed);
  core.EPISODE_MAX_TIME = ms;
  core.startEpisodeReal();
  const utterance = core.getUtterance();
  return typeof utterance === 'string' ? utterance : utterance.utterance;
}

function readOutcomeInPage(): MiniwobOutcome {
  const globals = globalThis as unknown as MiniwobGlobals;
  return {
    done: globals.WOB_DONE_GLOBAL,
    reward: globals.WOB_RAW_REWARD_GLOBAL,
    reason: String(globals.WOB_REWARD_REASON ?? ''),
  };
}
