import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from '../../../sightline/dist/index.js';
import { servePages } from '../pages/servePages.mjs';

/**
 * Where the tasks of MiniWoB++ are played. It alone meets the page behind Sightline's back: it sets the seed, starts
 * an episode, and reads the reward. No solver is handed it.
 */
export class Arena {
  /** @type {Session} */ session;
  #server;

  constructor(session, server) {
    this.session = session;
    this.#server = server;
  }

  /** @param {string} path of the repository, or of its folder of pages */
  static async open(path) {
    const folder = pagesIn(path);
    return new Arena(await Session.launch(), await servePages({}, { '/': folder }));
  }

  /** Begins an episode on a page of its own; answers the instruction. */
  async start(task, seed) {
    await this.session.navigate(`${this.#server.origin}/miniwob/${task}.html`);
    return this.session.page.evaluate(begin, { seed: String(seed), episodeMs: EPISODE_MS });
  }

  /** What the benchmark says of the episode. @returns {Promise<{ done: boolean, reward: number, reason: string }>} */
  async outcome() {
    return this.session.page.evaluate(judge);
  }

  async close() {
    await this.session.close();
    this.#server.close();
  }
}

/** The names of the tasks that are there. @param {string} path @returns {string[]} */
export function listTasks(path) {
  const names = readdirSync(join(pagesIn(path), 'miniwob')).filter((name) => name.endsWith('.html'));
  return names.map((name) => name.replace(/\.html$/, '')).sort();
}

/** Long enough for none to end on its own. */
const EPISODE_MS = 1_000_000;

function pagesIn(path) {
  const folders = [path, join(path, 'html'), join(path, 'miniwob/html')];
  const found = folders.find(
    (folder) => existsSync(join(folder, 'miniwob')) && existsSync(join(folder, 'core')),
  );
  if (found) return found;
  throw new Error(
    `no pages of MiniWoB++ in ${path}: it wants a checkout of Farama-Foundation/miniwob-plusplus`,
  );
}

/* global core, WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, WOB_REWARD_REASON: of the benchmark's pages */

function begin({ seed, episodeMs }) {
  Math.seedrandom(seed);
  core.EPISODE_MAX_TIME = episodeMs;
  core.startEpisodeReal();
  const told = core.getUtterance();
  return typeof told === 'string' ? told : told.utterance;
}

function judge() {
  return {
    done: WOB_DONE_GLOBAL,
    reward: WOB_RAW_REWARD_GLOBAL,
    reason: String(WOB_REWARD_REASON ?? ''),
  };
}
