import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Session, SightlineError } from '../../../../sightline/src/internal.ts';
import { check, judge } from '../checks.ts';
import { type OracleStep, oracleFile } from '../oracle/OracleStep.ts';
import type { Episode, Suite, Task } from '../Suite.ts';
import { hashOf, readJson } from './readJson.ts';
import { serveSite } from './serveSite.ts';
import { visibleText } from './visibleText.ts';

const task = z.object({
  id: z.string().min(1),
  /** Name of a folder beside the suite, or an address. */
  site: z.string().min(1),
  options: z.record(z.string(), z.unknown()).default({}),
  start: z.string().default('/'),
  goal: z.string().min(1),
  difficulty: z.enum(['easy', 'medium', 'hard', 'unknown']).default('unknown'),
  elements: z.number().optional(),
  maxSteps: z.int().min(1).default(20),
  checks: z.array(check).min(1),
});

const suiteFile = z.object({
  name: z.string().min(1),
  version: z.number().optional(),
  tasks: z.array(task).min(1),
});

/** A task of suites/README.md. */
export type SiteTask = z.output<typeof task>;

/**
 * A suite of the form of suites/README.md; what the oracle knows of it stands beside it, in `NAME.oracle.json`.
 * @throws SightlineError `invalid_argument`
 */
export function readSiteSuite(path: string): Suite {
  const { value, text } = readJson(path, suiteFile, 'suite');
  const beside = path.replace(/(\.json)?$/, '.oracle.json');
  const oracle = existsSync(beside) ? readJson(beside, oracleFile, 'file of the oracle') : undefined;
  const ids = value.tasks.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined)
    throw new SightlineError('invalid_argument', `${path} is no suite: two tasks are called ${twice}.`);
  return {
    name: value.name,
    hash: hashOf(text),
    oracleHash: oracle && hashOf(oracle.text),
    tasks: value.tasks.map((one) => taskOf(one, join(dirname(path), 'sites'), oracle?.value[one.id])),
  };
}

function taskOf(told: SiteTask, sites: string, oracle: readonly OracleStep[] | undefined): Task {
  const { id, difficulty, elements, maxSteps } = told;
  const isAddress = /^https?:\/\//.test(told.site);
  const asksState = isAddress && told.checks.some((one) => 'state' in one);
  return {
    id,
    difficulty,
    elements,
    maxSteps,
    ...(asksState && { unsupported: 'it checks the state of a site that only has an address' }),
    begin: (session) => (isAddress ? visit(session, told, oracle) : play(session, told, sites, oracle)),
  };
}

async function play(
  session: Session,
  told: SiteTask,
  sites: string,
  oracle: readonly OracleStep[] | undefined,
): Promise<Episode> {
  const site = await serveSite(join(sites, told.site, 'site.mjs'), told.options);
  const end = { state: () => site.state(), close: () => site.close() };
  return begin(session, told, site.origin, oracle, end).catch(async (error) => {
    await site.close();
    throw error;
  });
}

const visit = (
  session: Session,
  told: SiteTask,
  oracle: readonly OracleStep[] | undefined,
): Promise<Episode> =>
  begin(session, told, told.site, oracle, { state: () => undefined, close: async () => undefined });

async function begin(
  session: Session,
  { goal, start, checks }: SiteTask,
  origin: string,
  oracle: readonly OracleStep[] | undefined,
  { state, close }: { state(): unknown; close(): Promise<void> },
): Promise<Episode> {
  await session.navigate(new URL(start, origin).href);
  return {
    goal,
    oracle,
    judge: async (answer) =>
      judge(checks, {
        state: JSON.parse(JSON.stringify(state() ?? null)),
        url: session.page.url(),
        text: await visibleText(session),
        answer,
      }),
    close,
  };
}
