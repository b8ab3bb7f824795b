import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Session } from '../../../sightline/src/index.ts';
import { toSightlineError } from '../../../sightline/src/internal.ts';
import { makePage, type TaskPage } from './pages/makePage.ts';
import { HELD_OUT_SITES, type SiteName, TRAINING_SITES } from './pages/sites.ts';
import { modeOf, type PlayedEpisode, playEpisode } from './playEpisode.ts';
import { redealEpisode } from './redeal.ts';
import { servePages } from './servePages.ts';

/** One episode in this many of a training site is kept for checks. */
const CHECKED_EVERY = 12;

/**
 * `data -o DIR [--episodes 400] [--redeal 4] [--from 1]`: has the oracle do tasks on generated pages, each in the real loop, and
 * writes what a small model is to learn: `train.jsonl`, `check.jsonl` (pages of the same sites that are not trained on) and
 * `held-out.jsonl` (the sites that are never trained on). Episodes that are there are not played again.
 */
export async function makeExamples(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      output: { type: 'string', short: 'o', default: 'benchmarks/out/teach' },
      episodes: { type: 'string', default: '400' },
      redeal: { type: 'string', default: '4' },
      from: { type: 'string', default: '1' },
    },
  });
  const folder = resolve(options.output);
  mkdirSync(folder, { recursive: true });
  const server = await servePages();
  const session = await Session.launch();
  try {
    const player = new ExamplePlayer(session, server.origin, folder, Number(options.redeal));
    const first = Number(options.from);
    for (let seed = first; seed < first + Number(options.episodes); seed++) await player.play(seed);
    console.log(player.summary());
  } finally {
    await session.close();
    await server.close();
  }
}

class ExamplePlayer {
  readonly #session: Session;
  readonly #origin: string;
  readonly #folder: string;
  readonly #redeals: number;
  readonly #played: Set<number>;
  readonly #counts = { passed: 0, failed: 0, examples: 0 };

  constructor(session: Session, origin: string, folder: string, redeals: number) {
    this.#session = session;
    this.#origin = origin;
    this.#folder = folder;
    this.#redeals = redeals;
    const journal = join(folder, 'episodes.jsonl');
    const lines = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : [];
    this.#played = new Set(lines.filter(Boolean).map((line) => (JSON.parse(line) as { seed: number }).seed));
  }

  async play(seed: number): Promise<void> {
    if (this.#played.has(seed)) return;
    const site = siteOf(seed);
    const page = makePage(site, seed);
    const { examples, passed, problem } = await this.#playPage(page, `${site}/${seed}`, seed);
    const file = fileOf(site, seed);
    this.#counts[passed ? 'passed' : 'failed']++;
    const dealt = passed ? [examples] : [];
    const redeals = file === 'train' && passed ? this.#redeals : 0;
    for (let deal = 1; deal <= redeals; deal++)
      dealt.push(redealEpisode(examples, page, seed * 1_000 + deal));
    for (const [deal, one] of dealt.entries())
      for (const example of one) this.#append(file, { site, seed, mode: modeOf(seed), deal, ...example });
    this.#append('episodes', { seed, site, passed, examples: examples.length, ...(problem && { problem }) });
    if (seed % 20 === 0) console.error(`lab: seed ${seed}: ${this.summary()}`);
  }

  /** A page that does not load in time is an episode that failed. */
  async #playPage(page: TaskPage, path: string, seed: number): Promise<PlayedEpisode> {
    try {
      await this.#session.navigate(`${this.#origin}/${path}`);
    } catch (error) {
      const { code, message } = toSightlineError(error);
      if (code === 'browser_closed') throw error;
      return { examples: [], passed: false, problem: message };
    }
    return playEpisode(this.#session, page, seed);
  }

  #append(file: string, line: object): void {
    appendFileSync(join(this.#folder, `${file}.jsonl`), `${JSON.stringify(line)}\n`);
    if (file !== 'episodes') this.#counts.examples++;
  }

  summary(): string {
    const { passed, failed, examples } = this.#counts;
    return `${passed} episodes passed, ${failed} failed, ${examples} examples`;
  }
}

const TRAINED = Object.keys(TRAINING_SITES) as SiteName[];
const HELD_OUT = Object.keys(HELD_OUT_SITES) as SiteName[];

/** One episode in ten is of a site that is held out. */
function siteOf(seed: number): SiteName {
  const sites = seed % 10 === 0 ? HELD_OUT : TRAINED;
  return sites[Math.floor(seed / 10 + seed) % sites.length] ?? 'shop';
}

function fileOf(site: SiteName, seed: number): string {
  if (HELD_OUT.includes(site)) return 'held-out';
  return seed % CHECKED_EVERY === 5 ? 'check' : 'train';
}
