import type { Page } from 'playwright-core';
import type { Session } from '../../sightline/src/index.ts';
import { median } from './statistics.ts';

/** Medians in milliseconds. */
export interface Times {
  walk: number;
  /** The first part of `look`. */
  capture: number;
  /** The whole of a first look: capture, model, unfolded outline text. */
  look: number;
  /** A look at a page that did not change since. */
  again: number;
  aria: number;
  stages: Record<string, number>;
}

/**
 * Times every contender `repetitions` times on the page. Within a repetition each has its turn, and the one that begins
 * changes, so that a machine that slows down slows all of them.
 */
export async function measureTime(session: Session, page: Page, repetitions: number): Promise<Times> {
  const timings: Record<string, number>[] = [];
  const times = await takeTurns(
    {
      walk: () => page.evaluate(walk),
      look: async () => {
        await forceCapture(page);
        const { ms, result } = await timed(() => session.look({ full: true, timeoutMs: 120_000 }));
        timings.push(result.timing);
        return { ms };
      },
      again: () => session.look({ timeoutMs: 120_000 }),
      aria: () => page.ariaSnapshot({ mode: 'ai', timeout: 120_000 }),
    },
    repetitions,
    { warmUps: 1 },
  );
  const [, ...counted] = timings;
  const stages = Object.fromEntries(
    Object.keys(counted[0] ?? {}).map((stage) => [
      stage,
      median(counted.map((timing) => timing[stage] ?? 0)),
    ]),
  );
  return { ...times, capture: stages.capture ?? Number.NaN, stages };
}

/**
 * Medians of the milliseconds of each contender over `rounds` rounds. Each has its turn in every round. A contender that
 * prepares something times itself and returns `{ ms }`.
 * @param options.warmUps first rounds that are not counted: caches fill
 */
export async function takeTurns<Name extends string>(
  contenders: Record<Name, () => Promise<unknown>>,
  rounds: number,
  { warmUps }: { warmUps: number },
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const samples = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const { ms, result } = await timed(contenders[name]);
      if (round >= warmUps) samples.get(name)?.push((result as { ms?: number } | undefined)?.ms ?? ms);
    }
  }
  const medians = names.map((name) => [name, median(samples.get(name) ?? [])]);
  return Object.fromEntries(medians);
}

/** Changes one attribute, so that a look cannot answer with the capture before: it is timed in full. */
export const forceCapture = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.stir = String(Number(dataset.stir ?? 0) + 1);
  });

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** The yardstick: every element's rectangle and two of its computed styles, in one script. */
function walk(): number {
  let sum = 0;
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    sum += element.getBoundingClientRect().width + style.display.length + style.visibility.length;
  }
  return sum;
}
