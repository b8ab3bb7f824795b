import { z } from 'zod';
import { type Session, SightlineError } from '../../../../../sightline/src/internal.ts';
import type { Episode, Suite, Task } from '../../Suite.ts';
import { hashOf, readJson } from '../readJson.ts';
import { classicEval, judgeClassic, unsupportedIn } from './classic.ts';
import { listen } from './Traffic.ts';
import { FORM, judgeVerified, unsupportedOf, verifiedEval } from './verified.ts';

const common = {
  task_id: z.union([z.int(), z.string()]),
  intent: z.string().min(1),
};
/** As in `config_files/` of WebArena. */
const classic = z.looseObject({ ...common, start_url: z.string().min(1), eval: classicEval });
/** As in `webarena-verified.json`. */
const verified = z.looseObject({
  ...common,
  start_urls: z.array(z.string().min(1)).min(1),
  eval: z.array(verifiedEval).min(1),
});
const taskFile = z.union([z.array(z.union([verified, classic])).min(1), verified, classic]);

type Told = z.output<typeof classic> | z.output<typeof verified>;

/** `{"__SHOPPING__": "http://..."}`, or the configuration of WebArena-Verified. */
const siteFile = z.union([
  z.strictObject({
    environments: z.record(z.string(), z.looseObject({ urls: z.array(z.string()).min(1) })),
  }),
  z.record(z.string(), z.url()),
]);

export type Sites = Readonly<Record<string, string>>;

/** Steps of an agent in WebArena's own runs. */
const MAX_STEPS = 30;

/**
 * Tasks of WebArena or WebArena-Verified, on sites that the user hosts. What cannot be judged without a model that
 * judges, or reads what is not recorded here, is left out and said to be. @throws SightlineError `invalid_argument`
 */
export function readWebarena(tasksPath: string, sitesPath: string): Suite {
  const { value, text } = readJson(tasksPath, taskFile, 'file of tasks of WebArena');
  const sites = sitesOf(readJson(sitesPath, siteFile, 'file of sites').value);
  const tasks = [value].flat() as Told[];
  return { name: 'webarena', hash: hashOf(text), tasks: tasks.map((told) => taskOf(told, sites)) };
}

function sitesOf(value: z.output<typeof siteFile>): Sites {
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

function taskOf(given: Told, sites: Sites): Task {
  const told = JSON.parse(withSites(JSON.stringify(given), sites)) as Told;
  const unhosted = /__[A-Z_]+__/.exec(JSON.stringify([startsOf(told), told.eval]))?.[0];
  const unjudged = isVerified(told) ? unsupportedOf(told.eval) : unsupportedIn(told.eval);
  const unsupported =
    unhosted && unhosted !== '__last_url__' ? `no address of ${unhosted} is given` : unjudged;
  return {
    id: String(told.task_id),
    difficulty: 'unknown',
    maxSteps: MAX_STEPS,
    unsupported,
    begin: (session) => begin(session, told),
  };
}

/** Placeholders replaced, within JSON. */
const withSites = (json: string, sites: Sites): string =>
  Object.entries(sites).reduce(
    (text, [name, url]) => text.replaceAll(name, JSON.stringify(url).slice(1, -1)),
    json,
  );

const isVerified = (told: Told): told is z.output<typeof verified> => Array.isArray(told.eval);

const startsOf = (told: Told): string[] =>
  isVerified(told) ? told.start_urls : String(told.start_url).split(' |AND| ');

async function begin(session: Session, told: Told): Promise<Episode> {
  const [first, ...others] = startsOf(told);
  if (others.length > 0)
    throw new SightlineError('unsupported_page', 'A task that begins in several tabs is not supported.');
  await session.navigate(String(first));
  const traffic = listen(session);
  return {
    goal: isVerified(told) ? `${told.intent}\n${FORM}` : told.intent,
    judge: (answer) =>
      isVerified(told)
        ? judgeVerified(told.eval, answer, traffic.events())
        : judgeClassic(told.eval, answer, session),
    close: async () => traffic.stop(),
  };
}
