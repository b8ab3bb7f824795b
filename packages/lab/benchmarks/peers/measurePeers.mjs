import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { compareText } from '../measureCoverage.mjs';
import { timed } from '../measureTime.mjs';
import { median } from '../statistics.mjs';
import { visibleRuns } from '../visibleRuns.mjs';
import { compare, missedByAny } from './compare.mjs';
import { peers } from './contenders.mjs';
import { isSeen, judgePage, markPage } from './judgePage.mjs';
import { leakedFrom } from './secrets.mjs';

/**
 * What one contender made of one page.
 * @typedef {object} PeerResult
 * @property {string} page @property {number} elements of the page @property {string} contender
 * @property {boolean} controlsOnly @property {number} ms median @property {number} tokens o200k
 * @property {number} refs numbers that it gave @property {string[]} leaked fields whose secret it told
 * @property {import('./compare.mjs').Verdict} verdict
 * @property {{ words: number, wordsMissing: number }} text of what a person can read; meaningless for controls only
 */

/**
 * Every peer on one page as it is loaded now: one tab, one peer attached at a time.
 * @param {import('./contenders.mjs').Place} place
 * @param {{ name: string, repetitions: number, prepare?: (page: import('playwright-core').Page) => Promise<void>,
 *   covers?: boolean }} benchPage `covers`: text lies under other things, which the oracle of text does not know
 * @param {string} url @param {Map<string, string>} absent peers that cannot run here, and why: filled on the way
 * @returns {Promise<PeerResult[]>}
 */
export async function measurePeers(place, { name, repetitions, prepare, covers = false }, url, absent) {
  const { page } = place;
  await page.goto(url, { timeout: 120_000 });
  await prepare?.(page);
  await markPage(page);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const runs = covers ? [] : await page.evaluate(visibleRuns);
  const truths = await judgePage(page);
  const results = [];
  for (const [peer, open] of Object.entries(peers)) {
    if (absent.has(peer)) continue;
    try {
      const { contenders, close } = await open(place);
      try {
        for (const contender of contenders) {
          const told = await measure(contender, { page, repetitions, runs });
          results.push({ page: name, elements, contender: contender.name, ...told });
        }
      } finally {
        await close();
      }
    } catch (error) {
      const why = String(error.stderr || error.message || error)
        .trim()
        .split('\n')[0];
      console.error(`bench: ${peer}: ${why}`);
      absent.set(peer, `${name}: ${why}`);
    }
  }
  // What nobody sees is no loss, whatever the pointer says.
  for (const mark of missedByAny(
    results.map(({ refs }) => refs),
    truths,
  ).slice(0, MOST_LOOKED_AT))
    truths.get(mark).usable = await isSeen(page, mark);
  return results.map(({ refs, ...rest }) => ({ ...rest, refs: refs.length, verdict: compare(refs, truths) }));
}

/** Elements of a page that are hidden one by one. */
const MOST_LOOKED_AT = 60;

/** Turns that are not counted. */
const WARM_UPS = 3;

async function measure({ read, refs, controlsOnly = false }, { page, repetitions, runs }) {
  const times = [];
  let text = '';
  for (let turn = -WARM_UPS; turn < repetitions; turn++) {
    await stir(page, turn);
    const { ms, result } = await timed(read);
    if (turn >= 0) times.push(ms);
    text = result;
  }
  return {
    controlsOnly,
    ms: median(times),
    tokens: countTokens(text),
    refs: await refs(text),
    leaked: leakedFrom(text),
    text: compareText(runs, text),
  };
}

/** Changes one attribute, so that nobody can answer with the capture before. */
const stir = (page, turn) =>
  page.evaluate((value) => document.documentElement.setAttribute('data-stir', value), String(turn));
