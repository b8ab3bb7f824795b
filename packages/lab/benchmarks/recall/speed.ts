import type { Session, Snapshot } from '../../../sightline/src/index.ts';
import { quantile } from '../../src/bench/report/statistics.ts';
import { nodeHeap } from '../measureMemory.ts';
import { Random } from '../pages/Random.ts';
import { makePage } from '../pages/shapes.ts';
import { Words } from '../pages/words.ts';
import { median } from '../statistics.ts';
import type { Ranker } from './Ranker.ts';

/** Elements of the generated pages that search is timed on. */
const SIZES = [1000, 10_000, 100_000];
const QUERIES = 300;
/** Questions before them, which are not counted: until then the code of the search is not compiled. */
const WARM_UP = 100;
/** How often page and index are made anew. */
const BUILDS = 5;

export interface Speed {
  elements: number;
  /** Milliseconds a query, with index and code at hand. */
  p50: number;
  p99: number;
  /** Milliseconds for the page model, which a look makes; median. */
  page: number;
  /** Milliseconds for the index, which the first question makes; median. */
  index: number;
  /** What page and index keep in memory. */
  megabytes: number;
}

const pathOf = (size: number): string => `/made/query-${size}.html`;

/** What the server must make: body by path. */
export const speedBodies = (): Record<string, () => string> =>
  Object.fromEntries(SIZES.map((size) => [pathOf(size), () => makePage('mixed', size)]));

/**
 * Times Sightline's own search on seeded questions: words of the pages' own vocabulary, half of them with keywords too.
 */
export async function measureSpeed(session: Session, origin: string, ranker: Ranker): Promise<Speed[]> {
  const speeds: Speed[] = [];
  for (const size of SIZES) {
    await session.navigate(`${origin}${pathOf(size)}`);
    const { snapshot } = await session.look({ view: 'summary', timeoutMs: 120_000 });
    const elements = snapshot.documents.reduce((sum, { rows }) => sum + rows.id.filter(Boolean).length, 0);
    const builds = Array.from({ length: BUILDS }, () => timeBuild(structuredClone(snapshot), ranker));
    const page = median(builds.map((one) => one.page));
    const index = median(builds.map((one) => one.index));
    speeds.push({ elements, page, index, ...timeQueries(structuredClone(snapshot), ranker) });
  }
  return speeds;
}

/** @param snapshot that nothing was asked about yet */
function timeBuild(snapshot: Snapshot, ranker: Ranker): Pick<Speed, 'page' | 'index'> {
  const ask = (k: number) => () => ranker.rank(snapshot, { text: 'open settings' }, k);
  const page = timed(ask(0));
  const first = timed(ask(20));
  return { page, index: first - timed(ask(20)) };
}

/** @param snapshot that nothing was asked about yet */
function timeQueries(snapshot: Snapshot, ranker: Ranker): Pick<Speed, 'p50' | 'p99' | 'megabytes'> {
  const words = new Words(new Random(5));
  const before = nodeHeap();
  ranker.rank(snapshot, makeQuestion(words, 0), 20);
  const megabytes = (nodeHeap() - before) / 1e6;
  const times = Array.from({ length: WARM_UP + QUERIES }, (_, i) => {
    const question = makeQuestion(words, i);
    return timed(() => ranker.rank(snapshot, question, 20));
  }).slice(WARM_UP);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), megabytes };
}

function makeQuestion(words: Words, turn: number): Parameters<Ranker['rank']>[1] {
  const text = turn % 3 === 0 ? words.noun() : words.action();
  if (turn % 2 === 0) return { text };
  return { text, keywordWeights: { [words.noun()]: 40, [words.thing()]: 25, [words.verb()]: 15 } };
}

/** Milliseconds of the processor: what else a busy machine does meanwhile is not counted. */
function timed(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
