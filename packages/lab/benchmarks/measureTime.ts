import type { Page } from 'playwright-core';
import type { Session } from '../../sightline/src/index.ts';
import { median } from './statistics.ts';

/** Medians in milliseconds. */
export interface Times {
  walk: number;
  /** The first part of `look`. */
  capture: number;
  /** A look at a page of which one word has changed: capture, model, the whole unfolded outline. */
  look: number;
  /** A look at a page that did not change since. */
  again: number;
  /** Playwright's AI snapshot, after such a change too. */
  aria: number;
  stages: Record<string, number>;
}

/**
 * Times every contender `repetitions` times on the page. Within a repetition each has its turn, and the one that begins
 * changes, so that a machine that slows down slows all of them.
 */
export async function measureTime(session: Session, page: Page, repetitions: number): Promise<Times> {
  const timings: Record<string, number>[] = [];
  let last: unknown;
  const times = await takeTurns(
    {
      walk: () => walkPage(page),
      look: async () => {
        await changeShownText(page);
        const { ms, result } = await timed(() => session.look({ full: true, timeoutMs: 120_000 }));
        if (result.snapshot === last) throw new Error('the changed word was not captured');
        last = result.snapshot;
        timings.push(result.timing);
        return { ms };
      },
      again: async () => {
        last = (await session.look({ timeoutMs: 120_000 })).snapshot;
        return timed(() => session.look({ timeoutMs: 120_000 }));
      },
      aria: async () => {
        await changeShownText(page);
        return timed(() => page.ariaSnapshot({ mode: 'ai', timeout: 120_000 }));
      },
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
  const timedOnes = mapValues(contenders, (contender) => async (): Promise<number> => {
    const { ms, result } = await timed(contender);
    return (result as { ms?: number } | undefined)?.ms ?? ms;
  });
  return mapValues(await collectTurns(timedOnes, rounds, { warmUps }), median);
}

/** What each contender answers in each of `rounds` rounds; in every round each has its turn, and another one begins. */
export async function collectTurns<Name extends string, T>(
  contenders: Record<Name, () => Promise<T>>,
  rounds: number,
  { warmUps }: { warmUps: number },
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[];
  const answers = mapValues(contenders, (): T[] => []);
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const answer = await contenders[name]();
      if (round >= warmUps) answers[name].push(answer);
    }
  }
  return answers;
}

export const mapValues = <Name extends string, T, U>(
  values: Record<Name, T>,
  map: (value: T) => U,
): Record<Name, U> =>
  Object.fromEntries(Object.entries<T>(values).map(([name, value]) => [name, map(value)])) as Record<Name, U>;

/**
 * Changes a word that is shown, so that neither a look nor a snapshot can be answered from the one before: the number at
 * the end of the first text within the viewport is counted up.
 */
export const changeShownText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      range.selectNodeContents(text);
      const { width, top, bottom } = range.getBoundingClientRect();
      const isShown = width > 0 && bottom > top && top >= 0 && bottom <= innerHeight;
      if (!/\w{3}/.test(text.data) || !isShown) continue;
      const changed = text as ChangedText;
      changed.benchText ??= text.data;
      changed.benchCount = (changed.benchCount ?? 0) + 1;
      text.data = `${changed.benchText.trimEnd()} ${changed.benchCount}`;
      return;
    }
    throw new Error('no text within the viewport');
  });

/** The text as it was before `changeShownText`. */
export const restoreShownText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (
      let text = texts.nextNode() as ChangedText | null;
      text;
      text = texts.nextNode() as ChangedText | null
    )
      if (text.benchText !== undefined) text.data = text.benchText;
  });

/** A text that the bench has changed: as it was, and how often. */
interface ChangedText extends Text {
  benchText?: string;
  benchCount?: number;
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** The yardstick: every element's rectangle and two of its computed styles, in one script. */
export const walkPage = (page: Page): Promise<number> => page.evaluate(walk);

function walk(): number {
  let sum = 0;
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    sum += element.getBoundingClientRect().width + style.display.length + style.visibility.length;
  }
  return sum;
}
