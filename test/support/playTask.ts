import type { OracleStep } from '../../packages/lab/src/bench/oracle/OracleStep.ts';
import type { Task } from '../../packages/lab/src/bench/Suite.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import type { Box } from '../../packages/sightline/src/snapshot/geometry.ts';

export interface Played {
  /** How many elements can be used on the page that the task starts at. */
  elements: number;
  /** The checks that do not hold: before anything was done, and at the end. */
  failedBefore: string[];
  failed: string[];
}

interface Seen {
  index: number;
  role: string;
  accessibleName: string;
  item?: string;
  region?: string;
  heading?: string;
  bbox: Box;
}

/** Does a task by the oracle's steps, with each element looked up in all that there is. Throws where one is missing. */
export async function playTask(session: Session, task: Task): Promise<Played> {
  const episode = await task.startEpisode(session, 1);
  const failing = async (answer: string): Promise<string[]> =>
    (await episode.check(answer)).filter(({ ok }) => !ok).map(({ check }) => check);
  try {
    const elements = (await see(session)).length;
    const failedBefore = await failing('');
    let answer = '';
    for (const step of episode.oracle ?? []) answer = (await take(session, step)) ?? answer;
    return { elements, failedBefore, failed: await failing(answer) };
  } finally {
    await episode.close();
  }
}

async function see(session: Session): Promise<Seen[]> {
  const { data } = await session.look({ view: 'json' });
  return data.elements as Seen[];
}

/** What was answered, where the step is to answer. */
async function take(session: Session, { role, want, do: act, value = '', pattern = '' }: OracleStep) {
  if (act === 'back') await session.back();
  else if (act === 'answer') return read(session, pattern);
  else if (act === 'press' && !want) await session.press(value);
  else {
    const number = await findSoon(session, role, want);
    if (act === 'click') await session.click(number);
    else if (act === 'fill') await session.fill(number, value);
    else if (act === 'select') await session.selectOption(number, [value]);
    else if (act === 'press') await session.press(value, number);
    else await session[act](number);
  }
  return undefined;
}

/** Milliseconds for what a page is still fetching on a busy machine. */
const PATIENCE = 10_000;

async function findSoon(
  session: Session,
  role: OracleStep['role'],
  want: OracleStep['want'],
): Promise<number> {
  for (const end = performance.now() + PATIENCE; ; ) {
    const seen = await see(session);
    try {
      return find(seen, role, want);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** The element that a step means. What stands `near` it is shown with it, or is the name of one in the same line. */
function find(
  seen: Seen[],
  role: string | undefined,
  { name = '', near = '', nth = 1 }: OracleStep['want'] = {},
) {
  const fitting = seen.filter(
    (one) => (!role || one.role === role) && new RegExp(name).test(one.accessibleName),
  );
  const placed = fitting.filter((one) =>
    [one.item, one.heading, one.region].some((text) => text?.includes(near)),
  );
  const named = seen.filter((one) => one.accessibleName.includes(near));
  const beside = fitting.filter((one) => named.some((other) => isBeside(one.bbox, other.bbox)));
  const found = (placed.length > 0 ? placed : beside)[nth - 1];
  if (!found) throw new Error(`no ${role} "${name}" near "${near}" among ${seen.length} elements`);
  return found.index;
}

const isBeside = (one: Box, other: Box): boolean =>
  Math.abs(one.y + one.height / 2 - other.y - other.height / 2) < Math.min(one.height, other.height) / 2;

async function read(session: Session, pattern: string): Promise<string> {
  const { text } = await session.look({ full: true });
  const match = new RegExp(pattern).exec(text);
  if (!match?.[1]) throw new Error(`nothing like ${pattern} in:\n${text}`);
  return match[1];
}
