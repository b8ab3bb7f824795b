import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Random } from '../pages/Random.mjs';
import { makePage } from '../pages/shapes.mjs';
import { Words } from '../pages/words.mjs';
import { median } from '../statistics.mjs';

/** Elements of the generated pages that search is timed on. */
const sizes = [1000, 10_000, 100_000];
const queries = 300;
/** How often page and index are made anew. */
const builds = 5;

/**
 * @typedef {object} Speed
 * @property {number} elements @property {number} p50 milliseconds a query, the index at hand @property {number} p99
 * @property {number} page milliseconds for the page model, which a look makes @property {number} index for the index,
 *   which the first question makes: both the median of several times
 * @property {number} megabytes what page and index keep in memory
 */

/** What the server must make: body by path. */
export const speedBodies = Object.fromEntries(
  sizes.map((size) => [pathOf(size), () => makePage('mixed', size)]),
);

function pathOf(size) {
  return `/made/query-${size}.html`;
}

/**
 * Times Sightline's own search on seeded questions: words of the pages' own vocabulary, half of them with
 * keywords too.
 * @param {import('../../../sightline/dist/index.js').Session} session @param {string} origin
 * @param {NonNullable<typeof import('./ours.mjs').rank>} rank @returns {Promise<Speed[]>}
 */
export async function measureSpeed(session, origin, rank) {
  const speeds = [];
  for (const size of sizes) {
    await session.navigate(`${origin}${pathOf(size)}`);
    const { snapshot } = await session.look({ view: 'summary', timeoutMs: 120_000 });
    const elements = snapshot.documents.reduce((sum, { rows }) => sum + rows.id.filter(Boolean).length, 0);
    const built = [];
    for (let i = 0; i < builds; i++) built.push(timeBuild(structuredClone(snapshot), rank));
    const page = median(built.map((one) => one.page));
    const index = median(built.map((one) => one.index));
    speeds.push({ elements, page, index, ...timeQueries(structuredClone(snapshot), rank) });
  }
  return speeds;
}

/** @param {import('../../../sightline/dist/index.js').Snapshot} snapshot that nothing was asked about yet */
function timeBuild(snapshot, rank) {
  const ask = (k) => () => rank(snapshot, { text: 'open settings' }, k);
  const page = timed(ask(0));
  const first = timed(ask(20));
  return { page, index: first - timed(ask(20)) };
}

/** @param {import('../../../sightline/dist/index.js').Snapshot} snapshot that nothing was asked about yet */
function timeQueries(snapshot, rank) {
  const words = new Words(new Random(5));
  const before = heldBytes();
  rank(snapshot, makeQuestion(words, 0), 20);
  const megabytes = (heldBytes() - before) / 1e6;
  const times = Array.from({ length: queries }, (_, i) => {
    const question = makeQuestion(words, i);
    return timed(() => rank(snapshot, question, 20));
  }).sort((a, b) => a - b);
  return { p50: times[queries >> 1], p99: times[Math.floor(queries * 0.99)], megabytes };
}

function makeQuestion(words, turn) {
  const text = turn % 3 === 0 ? words.noun() : words.action();
  if (turn % 2 === 0) return { text };
  return { text, keywordWeights: { [words.noun()]: 40, [words.thing()]: 25, [words.verb()]: 15 } };
}

function timed(work) {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function heldBytes() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
