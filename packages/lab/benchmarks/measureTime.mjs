import { median } from './statistics.mjs';

/**
 * Medians in milliseconds. `look` is the whole of a first look: capture, model, unfolded outline text;
 * `capture` is its first part; `again` a look at a page that did not change since.
 * @typedef {{ walk: number, capture: number, look: number, again: number, aria: number, stages: Record<string, number> }} Times
 */

/**
 * Times every contender `repetitions` times on the page as it stands. Within a repetition each has its turn,
 * and the one that begins changes, so that a machine that slows down slows all of them.
 * @param {import('../../sightline/dist/index.js').Session} session @param {import('playwright-core').Page} page
 * @returns {Promise<Times>}
 */
export async function measureTime(session, page, repetitions) {
  const samples = { walk: [], look: [], again: [], aria: [], capture: [] };
  const stages = {};
  const contenders = {
    walk: () => page.evaluate(walk),
    look: () => session.look({ full: true, timeoutMs: 120_000 }),
    again: () => session.look({ timeoutMs: 120_000 }),
    aria: () => page.ariaSnapshot({ mode: 'ai', timeout: 120_000 }),
  };
  const names = Object.keys(contenders);
  // Turn 0 warms everything up and is not counted.
  for (let turn = 0; turn <= repetitions; turn++) {
    for (const name of rotate(names, turn)) {
      if (name === 'look') await stir(page, turn);
      const { ms, result } = await timed(contenders[name]);
      if (turn === 0) continue;
      samples[name].push(ms);
      if (name === 'look') addStages(stages, samples, result.timing);
    }
  }
  const medians = Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));
  const stageMedians = Object.fromEntries(
    Object.entries(stages).map(([name, values]) => [name, median(values)]),
  );
  return { ...medians, stages: stageMedians };
}

/** Changes one attribute, so that a look cannot answer with the capture before: it is timed in full. */
const stir = (page, turn) =>
  page.evaluate((value) => document.documentElement.setAttribute('data-stir', value), String(turn));

function addStages(stages, samples, timing) {
  samples.capture.push(timing.capture);
  for (const [stage, ms] of Object.entries(timing)) {
    stages[stage] ??= [];
    stages[stage].push(ms);
  }
}

const rotate = (names, turn) => names.map((_, index) => names[(index + turn) % names.length]);

/** @template T @param {() => Promise<T>} work */
export async function timed(work) {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** The yardstick: every element's rectangle and two of its computed styles, in one script. */
function walk() {
  let sum = 0;
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    sum += element.getBoundingClientRect().width + style.display.length + style.visibility.length;
  }
  return sum;
}
