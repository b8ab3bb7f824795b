import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Session, SightlineError } from '../../../../sightline/src/internal.ts';
import { checkSchema, evaluateChecks } from '../checks.ts';
import { type OracleStep, oracleFileSchema } from '../oracle/OracleStep.ts';
import type { Episode, Suite, Task } from '../Suite.ts';
import { readJson, sha256Of } from './readJson.ts';
import { serveSite } from './serveSite.ts';
import { visibleText } from './visibleText.ts';

const taskSchema = z.object({
  id: z.string().min(1),
  /** Name of a folder beside the suite, or an address. */
  site: z.string().min(1),
  options: z.record(z.string(), z.unknown()).default({}),
  start: z.string().default('/'),
  goal: z.string().min(1),
  difficulty: z.enum(['easy', 'medium', 'hard', 'unknown']).default('unknown'),
  elements: z.number().optional(),
  maxSteps: z.int().min(1).default(20),
  checks: z.array(checkSchema).min(1),
});

const suiteFileSchema = z.object({
  name: z.string().min(1),
  version: z.number().optional(),
  tasks: z.array(taskSchema).min(1),
});

/** A task of suites/README.md. */
export type SiteTask = z.output<typeof taskSchema>;

/**
 * A suite of the form of suites/README.md; what the oracle knows of it stands beside it, in `NAME.oracle.json`.
 * @throws SightlineError `invalid_argument`
 */
export function readSiteSuite(path: string): Suite {
  const { value, text } = readJson(path, suiteFileSchema, 'suite');
  const oraclePath = path.replace(/(\.json)?$/, '.oracle.json');
  const oracle = existsSync(oraclePath)
    ? readJson(oraclePath, oracleFileSchema, 'file of the oracle')
    : undefined;
  const ids = value.tasks.map(({ id }) => id);
  const duplicateId = ids.find((id, i) => ids.indexOf(id) !== i);
  if (duplicateId !== undefined)
    throw new SightlineError('invalid_argument', `${path} is no suite: two tasks are called ${duplicateId}.`);
  return {
    name: value.name,
    hash: sha256Of(text),
    oracleHash: oracle && sha256Of(oracle.text),
    tasks: value.tasks.map((one) => toTask(one, join(dirname(path), 'sites'), oracle?.value[one.id])),
  };
}

function toTask(siteTask: SiteTask, sites: string, oracle: readonly OracleStep[] | undefined): Task {
  const { id, difficulty, elements, maxSteps } = siteTask;
  const isRemote = /^https?:\/\//.test(siteTask.site);
  const checksState = isRemote && siteTask.checks.some((one) => 'state' in one);
  return {
    id,
    difficulty,
    elements,
    maxSteps,
    ...(checksState && { unsupported: 'it checks the state of a site that only has an address' }),
    startEpisode: (session) =>
      isRemote
        ? startOnAddress(session, siteTask, oracle)
        : startOnLocalSite(session, siteTask, sites, oracle),
  };
}

async function startOnLocalSite(
  session: Session,
  siteTask: SiteTask,
  sites: string,
  oracle: readonly OracleStep[] | undefined,
): Promise<Episode> {
  const site = await serveSite(join(sites, siteTask.site, 'site.mjs'), siteTask.options);
  const siteHandle = { state: () => site.state(), close: () => site.close() };
  return openEpisode(session, siteTask, site.origin, oracle, siteHandle).catch(async (error) => {
    await site.close();
    throw error;
  });
}

const startOnAddress = (
  session: Session,
  siteTask: SiteTask,
  oracle: readonly OracleStep[] | undefined,
): Promise<Episode> =>
  openEpisode(session, siteTask, siteTask.site, oracle, {
    state: () => undefined,
    close: async () => undefined,
  });

async function openEpisode(
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
    check: async (answer) =>
      evaluateChecks(checks, {
        state: JSON.parse(JSON.stringify(state() ?? null)),
        url: session.page.url(),
        text: await visibleText(session),
        answer,
      }),
    close,
  };
}
