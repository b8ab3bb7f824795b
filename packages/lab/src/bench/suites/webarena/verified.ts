import { z } from 'zod';
import { parseObject } from '../../../../../sightline/src/internal.ts';
import type { Verdict } from '../../checks.ts';
import { valueAt } from '../../checks.ts';
import { verdict } from './classic.ts';
import type { TrafficEvent } from './Traffic.ts';

const response = z.looseObject({
  evaluator: z.literal('AgentResponseEvaluator'),
  ordered: z.boolean().default(false),
  results_schema: z.unknown().optional(),
  expected: z.looseObject({
    task_type: z.string(),
    status: z.string(),
    retrieved_data: z.array(z.unknown()).nullish(),
  }),
});
const network = z.looseObject({
  evaluator: z.literal('NetworkEventEvaluator'),
  ignored_query_params: z.array(z.string()).default([]),
  ignored_query_params_patterns: z.array(z.string()).default([]),
  should_not_exist: z.boolean().default(false),
  expected: z.looseObject({
    url: z.union([z.string(), z.array(z.string())]),
    http_method: z.string().default('GET'),
    response_status: z.int().optional(),
    query_params: z.record(z.string(), z.array(z.string())).nullish(),
    post_data: z.record(z.string(), z.unknown()).nullish(),
  }),
});

/** How a task of WebArena-Verified is judged. */
export const verifiedEval = z.discriminatedUnion('evaluator', [response, network]);

type Eval = z.output<typeof verifiedEval>;

/** What the benchmark wants as an answer. */
export const FORM =
  'End with done; its text is this JSON: {"task_type": "retrieve", "navigate" or "mutate", "status": "SUCCESS", or NOT_FOUND_ERROR, ACTION_NOT_ALLOWED_ERROR, PERMISSION_DENIED_ERROR, DATA_VALIDATION_ERROR, UNKNOWN_ERROR, "retrieved_data": a list of what was asked for, or null}';

/** Of requests, these are not recorded or not understood here. */
const UNREAD = ['headers', 'response_content', 'response_cookies'];
const UNREAD_SETTINGS = [
  'decode_base64_query',
  'post_data_schema',
  'query_params_schema',
  'ignored_post_data_params_patterns',
];

export function unsupportedOf(evals: readonly Eval[]): string | undefined {
  for (const one of evals) {
    if (one.evaluator === 'NetworkEventEvaluator') {
      const unread = [
        ...UNREAD.filter((key) => one.expected[key] != null),
        ...UNREAD_SETTINGS.filter((key) => key in one),
      ];
      if (unread.length > 0) return `nothing judges ${unread.join(', ')} of requests`;
    } else if (/"format"/.test(JSON.stringify(one.results_schema ?? null)))
      return 'its answer has a format of its own (dates, amounts, places)';
  }
  return undefined;
}

export async function judgeVerified(
  evals: readonly Eval[],
  answer: string,
  events: readonly TrafficEvent[],
): Promise<Verdict[]> {
  return evals.flatMap((one) =>
    one.evaluator === 'AgentResponseEvaluator' ? judgeResponse(one, answer) : [judgeTraffic(one, events)],
  );
}

function judgeResponse({ expected, ordered }: z.output<typeof response>, answer: string): Verdict[] {
  const said = parseObject(answer) ?? {};
  const type = String(said.task_type ?? said.action ?? '');
  const given = said.retrieved_data ?? said.results ?? null;
  const { task_type, status, retrieved_data } = expected;
  return [
    verdict(`task_type is ${task_type}`, type.toLowerCase() === task_type.toLowerCase(), answer),
    verdict(`status is ${status}`, String(said.status ?? '') === status, answer),
    verdict(
      `retrieved_data is ${JSON.stringify(retrieved_data ?? null)}`,
      isSameData(retrieved_data ?? [], given === null ? [] : [given].flat(), ordered),
      answer,
    ),
  ];
}

/** A list in the place of a value names all that it may be. */
function isSameData(wanted: readonly unknown[], given: readonly unknown[], ordered: boolean): boolean {
  if (wanted.length !== given.length) return false;
  if (ordered) return wanted.every((one, i) => isSame(one, given[i]));
  return matches(wanted, given);
}

/** Whether each of one list can be paired with another one of the other. */
function matches([first, ...rest]: readonly unknown[], given: readonly unknown[]): boolean {
  if (given.length === 0) return true;
  return given.some((one, i) => isSame(first, one) && matches(rest, given.toSpliced(i, 1)));
}

function isSame(wanted: unknown, given: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => isSame(one, given));
  if (typeof wanted === 'object' && wanted !== null)
    return (
      typeof given === 'object' &&
      given !== null &&
      Object.entries(wanted).every(([key, one]) => isSame(one, (given as Record<string, unknown>)[key]))
    );
  return plain(wanted) === plain(given);
}

const plain = (value: unknown): string => {
  const text = String(value).trim().toLowerCase().replace(/\s+/g, ' ');
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
};

function judgeTraffic(told: z.output<typeof network>, events: readonly TrafficEvent[]): Verdict {
  const { expected, should_not_exist: isUnwanted } = told;
  const found = events.some((event) => isExpected(event, told));
  const name = `${isUnwanted ? 'no ' : ''}${expected.http_method} ${[expected.url].flat().join(' or ')}`;
  const last = events.findLast(({ method }) => method === expected.http_method);
  return verdict(
    name,
    found !== isUnwanted,
    last ? `${last.method} ${last.url} (${last.status})` : 'no such request',
  );
}

function isExpected(event: TrafficEvent, told: z.output<typeof network>): boolean {
  const { url, http_method, response_status, query_params, post_data } = told.expected;
  if (event.method !== http_method) return false;
  if (response_status !== undefined && event.status !== response_status) return false;
  const is = new URL(event.url);
  const isIgnored = (key: string): boolean =>
    told.ignored_query_params.includes(key) ||
    told.ignored_query_params_patterns.some((one) => new RegExp(one).test(key));
  const isAt = [url].flat().some((one) => isSameUrl(new URL(one), is, isIgnored, query_params != null));
  return isAt && hasParams(is, query_params ?? {}) && hasData(event.body, post_data ?? {});
}

/** `extra`: parameters are told apart from the address. */
function isSameUrl(wanted: URL, is: URL, isIgnored: (key: string) => boolean, extra: boolean): boolean {
  const path = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/$/, '')}`;
  const params = ({ searchParams }: URL): string =>
    [...searchParams]
      .filter(([key]) => !isIgnored(key))
      .map((pair) => pair.join('='))
      .sort()
      .join('&');
  return path(wanted) === path(is) && (extra || params(wanted) === params(is));
}

const hasParams = ({ searchParams }: URL, wanted: Readonly<Record<string, readonly string[]>>): boolean =>
  Object.entries(wanted).every(([key, values]) =>
    values.every((value) => searchParams.getAll(key).includes(value)),
  );

/** Of a form by name, of JSON by `$.a.b`. */
function hasData(body: string, wanted: Readonly<Record<string, unknown>>): boolean {
  const json = parseObject(body);
  const form = new URLSearchParams(body);
  return Object.entries(wanted).every(([key, value]) => {
    const given = json ? valueAt(json, `/${key.replace(/^\$\./, '').replaceAll('.', '/')}`) : form.get(key);
    return isSame(value, given);
  });
}
