import { Session, SessionPool } from '../../../sightline/src/index.ts';
import { nodeHeap } from '../measureMemory.ts';
import { timed } from '../measureTime.ts';
import { processMemory } from './processMemory.ts';

/** Many sessions in one process, each used by a caller of its own, all at once. */
export interface SideBySideResult {
  sessions: number;
  /** A context each in the browsers of a pool, or a browser each. */
  place: 'pool' | 'browser each';
  browsers: number;
  calls: number;
  /** Answers that showed the page of another session. */
  crossed: number;
  /** Messages of calls that failed. */
  failures: string[];
  callsPerSecond: number;
  /** Megabytes of all browsers, for each session, with its page open. */
  browserMb: number;
  /** Megabytes of this process's heap after a collection, for each session. */
  heapMb: number;
  /** Megabytes of this process, whole. */
  nodeMb: number;
}

/** Sessions that are opened at once, so that a small machine can. */
const OPENED_AT_ONCE = 5;
const TIMEOUT_MS = 120_000;

/** @param origin of a page that shows its search parameter, and counts the presses of its button */
export async function measureSideBySide(
  place: SideBySideResult['place'],
  count: number,
  { origin, rounds }: { origin: string; rounds: number },
): Promise<SideBySideResult> {
  const pool = new SessionPool({ sessions: count });
  const heapBefore = nodeHeap();
  const sessions: Session[] = [];
  try {
    while (sessions.length < count) {
      const next = Array.from({ length: Math.min(OPENED_AT_ONCE, count - sessions.length) }, () =>
        place === 'pool' ? pool.open() : Session.launch(),
      );
      sessions.push(...(await Promise.all(next)));
      console.error(`bench: ${place}, ${sessions.length} of ${count} sessions`);
    }
    const answers: string[][] = [];
    const failures: string[] = [];
    const useOne = async (session: Session, i: number): Promise<void> => {
      answers[i] = await use(session, `${origin}/?session-${i}`, rounds, failures);
    };
    const { ms } = await timed(() => Promise.all(sessions.map(useOne)));
    const calls = answers.flat().length;
    return {
      sessions: count,
      place,
      browsers: place === 'pool' ? pool.health.browsers : count,
      calls: calls + failures.length,
      crossed: answers
        .map((own, i) => own.filter((text) => !isOf(i, text)).length)
        .reduce((a, b) => a + b, 0),
      failures,
      callsPerSecond: calls / (ms / 1000),
      browserMb: processMemory(process.pid, { started: true }) / count,
      heapMb: (nodeHeap() - heapBefore) / 1e6 / count,
      nodeMb: process.memoryUsage().rss / 1e6,
    };
  } finally {
    await Promise.allSettled(sessions.map((session) => session.close()));
    await pool.close();
  }
}

/** Texts of the answers; what fails is added to `failures`. */
async function use(session: Session, url: string, rounds: number, failures: string[]): Promise<string[]> {
  const options = { timeoutMs: TIMEOUT_MS };
  const calls = [
    () => session.look({ ...options, full: true }),
    () => session.click('Count', options),
    () => session.searchText('pressed'),
    () => session.region('MAIN'),
  ];
  const texts: string[] = [];
  await session.navigate(url, options);
  for (let i = 0; i < rounds * calls.length; i++) {
    try {
      texts.push((await calls[i % calls.length]?.())?.text ?? '');
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return texts;
}

/** It shows the page of that session, and of no other. */
export function isOf(session: number, text: string): boolean {
  const shown = [...text.matchAll(/session-(\d+)/g)].map(([, number]) => Number(number));
  return shown.length > 0 && shown.every((number) => number === session);
}
