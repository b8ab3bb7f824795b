import { isDeepStrictEqual } from 'node:util';
import type { Box } from '../../src/model/Page.ts';
import type { Session } from '../../src/session/Session.ts';
import { startSite } from '../../suites/sites/startSite.mjs';

/** A task of suites/README.md. */
export interface SuiteTask {
  id: string;
  site: string;
  options: { size?: number };
  start: string;
  goal: string;
  difficulty: 'easy' | 'medium' | 'hard';
  elements: number;
  maxSteps: number;
  checks: Check[];
}

interface Check {
  state?: string;
  equals?: unknown;
  matches?: string;
  length?: number;
  url?: string;
  text?: string;
  answer?: string;
}

/** A step of the oracle's file. */
export interface SuiteStep {
  say?: string[];
  role?: string;
  want?: { name?: string; near?: string; nth?: number };
  do: 'click' | 'fill' | 'select' | 'check' | 'uncheck' | 'press' | 'back' | 'answer';
  value?: string;
  pattern?: string;
}

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
export async function playTask(session: Session, task: SuiteTask, steps: SuiteStep[]): Promise<Played> {
  const site = await startSite(task.site, task.options);
  const judge = async (answer: string): Promise<string[]> => {
    const text = await session.page.evaluate(() => document.body.innerText);
    const end = { state: site.state(), url: session.page.url(), text, answer };
    return task.checks.filter((check) => !holds(check, end)).map((check) => JSON.stringify(check));
  };
  try {
    await session.navigate(site.url + task.start);
    const elements = (await see(session)).length;
    const failedBefore = await judge('');
    let answer = '';
    for (const step of steps) answer = (await take(session, step)) ?? answer;
    return { elements, failedBefore, failed: await judge(answer) };
  } finally {
    await site.close();
  }
}

async function see(session: Session): Promise<Seen[]> {
  const { data } = await session.look({ view: 'json' });
  return data.elements as Seen[];
}

/** What was answered, where the step is to answer. */
async function take(session: Session, { role, want, do: act, value = '', pattern = '' }: SuiteStep) {
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

async function findSoon(session: Session, role: SuiteStep['role'], want: SuiteStep['want']): Promise<number> {
  for (const end = performance.now() + PATIENCE; ; ) {
    const seen = await see(session);
    try {
      return find(seen, role, want);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** The element that a step means. What stands `near` it is told with it, or is the name of one in the same line. */
function find(
  seen: Seen[],
  role: string | undefined,
  { name = '', near = '', nth = 1 }: SuiteStep['want'] = {},
) {
  const fitting = seen.filter(
    (one) => (!role || one.role === role) && new RegExp(name).test(one.accessibleName),
  );
  const told = fitting.filter((one) =>
    [one.item, one.heading, one.region].some((text) => text?.includes(near)),
  );
  const named = seen.filter((one) => one.accessibleName.includes(near));
  const beside = fitting.filter((one) => named.some((other) => isBeside(one.bbox, other.bbox)));
  const found = (told.length > 0 ? told : beside)[nth - 1];
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

interface End {
  state: unknown;
  url: string;
  text: string;
  answer: string;
}

function holds(check: Check, end: End): boolean {
  for (const kind of ['url', 'text', 'answer'] as const)
    if (check[kind] !== undefined) return new RegExp(check[kind]).test(end[kind]);
  const value = at(end.state, check.state ?? '');
  if ('equals' in check) return isDeepStrictEqual(value, check.equals);
  if (check.matches !== undefined)
    return value !== undefined && new RegExp(check.matches).test(String(value));
  return (value as { length?: number } | undefined)?.length === check.length;
}

const at = (state: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], state);
