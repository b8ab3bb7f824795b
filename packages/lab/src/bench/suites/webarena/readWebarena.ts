import { z } from 'zod';
import { type Session, SightlineError } from '../../../../../sightline/src/internal.ts';
import type { Episode, Suite, Task } from '../../Suite.ts';
import { readJson, sha256Of } from '../readJson.ts';
import { checkClassic, classicEvalSchema, unsupportedClassic } from './checkClassic.ts';
import { ANSWER_FORMAT, checkVerified, unsupportedVerified, verifiedEvalSchema } from './checkVerified.ts';
import { recordResponses } from './recordResponses.ts';

const commonFields = {
  task_id: z.union([z.int(), z.string()]),
  intent: z.string().min(1),
};
/** As in `config_files/` of WebArena. */
const classicTaskSchema = z.looseObject({
  ...commonFields,
  start_url: z.string().min(1),
  eval: classicEvalSchema,
});
/** As in `webarena-verified.json`. */
const verifiedTaskSchema = z.looseObject({
  ...commonFields,
  start_urls: z.array(z.string().min(1)).min(1),
  eval: z.array(verifiedEvalSchema).min(1),
});
const taskFileSchema = z.union([
  z.array(z.union([verifiedTaskSchema, classicTaskSchema])).min(1),
  verifiedTaskSchema,
  classicTaskSchema,
]);

type WebarenaTask = z.output<typeof classicTaskSchema> | z.output<typeof verifiedTaskSchema>;

/** `{"__SHOPPING__": "http://..."}`, or the configuration of WebArena-Verified. */
const siteFileSchema = z.union([
  z.strictObject({
    environments: z.record(z.string(), z.looseObject({ urls: z.array(z.string()).min(1) })),
  }),
  z.record(z.string(), z.url()),
]);

export type SiteUrls = Readonly<Record<string, string>>;

/** Steps of an agent in WebArena's own runs. */
const MAX_STEPS = 30;

/**
 * Tasks of WebArena or WebArena-Verified, on sites that the user hosts. What cannot be judged without a model that
 * judges, or reads what is not recorded here, is left out and said to be. @throws SightlineError `invalid_argument`
 */
export function readWebarena(tasksPath: string, sitesPath: string): Suite {
  const { value, text } = readJson(tasksPath, taskFileSchema, 'file of tasks of WebArena');
  const sites = sitesOf(readJson(sitesPath, siteFileSchema, 'file of sites').value);
  const tasks = [value].flat() as WebarenaTask[];
  return { name: 'webarena', hash: sha256Of(text), tasks: tasks.map((task) => toTask(task, sites)) };
}

function sitesOf(value: z.output<typeof siteFileSchema>): SiteUrls {
  const entries = Object.entries(
    'environments' in value && typeof value.environments === 'object' ? value.environments : value,
  );
  return Object.fromEntries(
    entries.map(([name, site]) => [
      name,
      (typeof site === 'string' ? site : String(site.urls[0])).replace(/\/$/, ''),
    ]),
  );
}

function toTask(rawTask: WebarenaTask, sites: SiteUrls): Task {
  const task = JSON.parse(withSites(JSON.stringify(rawTask), sites)) as WebarenaTask;
  const unhosted = /__[A-Z_]+__/.exec(JSON.stringify([startUrls(task), task.eval]))?.[0];
  const uncheckable = isVerified(task) ? unsupportedVerified(task.eval) : unsupportedClassic(task.eval);
  const unsupported =
    unhosted && unhosted !== '__last_url__' ? `no address of ${unhosted} is given` : uncheckable;
  return {
    id: String(task.task_id),
    difficulty: 'unknown',
    maxSteps: MAX_STEPS,
    unsupported,
    startEpisode: (session) => openEpisode(session, task),
  };
}

/** Placeholders replaced, within JSON. */
const withSites = (json: string, sites: SiteUrls): string =>
  Object.entries(sites).reduce(
    (text, [name, url]) => text.replaceAll(name, JSON.stringify(url).slice(1, -1)),
    json,
  );

const isVerified = (task: WebarenaTask): task is z.output<typeof verifiedTaskSchema> =>
  Array.isArray(task.eval);

const startUrls = (task: WebarenaTask): string[] =>
  isVerified(task) ? task.start_urls : String(task.start_url).split(' |AND| ');

async function openEpisode(session: Session, task: WebarenaTask): Promise<Episode> {
  const [first, ...others] = startUrls(task);
  if (others.length > 0)
    throw new SightlineError('unsupported_page', 'A task that begins in several tabs is not supported.');
  await session.navigate(String(first));
  const recorder = recordResponses(session);
  return {
    goal: isVerified(task) ? `${task.intent}\n${ANSWER_FORMAT}` : task.intent,
    check: (answer) =>
      isVerified(task)
        ? checkVerified(task.eval, answer, recorder.events())
        : checkClassic(task.eval, answer, session),
    close: async () => recorder.stop(),
  };
}
