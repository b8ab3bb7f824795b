import { z } from 'zod';
import { findJsonObject } from '../../../../../sightline/src/internal.ts';
import type { CheckResult } from '../../checks.ts';
import { valueAt } from '../../checks.ts';
import { toCheckResult } from './checkClassic.ts';
import type { NetworkEvent } from './recordResponses.ts';

const responseEvalSchema = z.looseObject({
  evaluator: z.literal('AgentResponseEvaluator'),
  ordered: z.boolean().default(false),
  results_schema: z.unknown().optional(),
  expected: z.looseObject({
    task_type: z.string(),
    status: z.string(),
    retrieved_data: z.array(z.unknown()).nullish(),
  }),
});
const networkEvalSchema = z.looseObject({
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
export const verifiedEvalSchema = z.discriminatedUnion('evaluator', [responseEvalSchema, networkEvalSchema]);

type VerifiedEval = z.output<typeof verifiedEvalSchema>;

/** What the benchmark wants as an answer. */
export const ANSWER_FORMAT =
  'End with done; its text is this JSON: {"task_type": "retrieve", "navigate" or "mutate", "status": "SUCCESS", or NOT_FOUND_ERROR, ACTION_NOT_ALLOWED_ERROR, PERMISSION_DENIED_ERROR, DATA_VALIDATION_ERROR, UNKNOWN_ERROR, "retrieved_data": a list of what was asked for, or null}';

/** Of requests, these are not recorded or not understood here. */
const UNSUPPORTED_EXPECTATIONS = ['headers', 'response_content', 'response_cookies'];
const UNSUPPORTED_SETTINGS = [
  'decode_base64_query',
  'post_data_schema',
  'query_params_schema',
  'ignored_post_data_params_patterns',
];

export function unsupportedVerified(evals: readonly VerifiedEval[]): string | undefined {
  for (const evaluation of evals) {
    if (evaluation.evaluator === 'NetworkEventEvaluator') {
      const unsupported = [
        ...UNSUPPORTED_EXPECTATIONS.filter((key) => evaluation.expected[key] != null),
        ...UNSUPPORTED_SETTINGS.filter((key) => key in evaluation),
      ];
      if (unsupported.length > 0) return `nothing judges ${unsupported.join(', ')} of requests`;
    } else if (/"format"/.test(JSON.stringify(evaluation.results_schema ?? null)))
      return 'its answer has a format of its own (dates, amounts, places)';
  }
  return undefined;
}

export async function checkVerified(
  evals: readonly VerifiedEval[],
  answer: string,
  events: readonly NetworkEvent[],
): Promise<CheckResult[]> {
  return evals.flatMap((evaluation) =>
    evaluation.evaluator === 'AgentResponseEvaluator'
      ? checkResponse(evaluation, answer)
      : [checkNetwork(evaluation, events)],
  );
}

function checkResponse(
  { expected, ordered }: z.output<typeof responseEvalSchema>,
  answer: string,
): CheckResult[] {
  const answerObject = findJsonObject(answer) ?? {};
  const type = String(answerObject.task_type ?? answerObject.action ?? '');
  const retrieved = answerObject.retrieved_data ?? answerObject.results ?? null;
  const { task_type, status, retrieved_data } = expected;
  return [
    toCheckResult(`task_type is ${task_type}`, type.toLowerCase() === task_type.toLowerCase(), answer),
    toCheckResult(`status is ${status}`, String(answerObject.status ?? '') === status, answer),
    toCheckResult(
      `retrieved_data is ${JSON.stringify(retrieved_data ?? null)}`,
      isSameData(retrieved_data ?? [], retrieved === null ? [] : [retrieved].flat(), ordered),
      answer,
    ),
  ];
}

/** A list in the place of a value names all that it may be. */
function isSameData(reference: readonly unknown[], actual: readonly unknown[], ordered: boolean): boolean {
  if (reference.length !== actual.length) return false;
  if (ordered) return reference.every((one, i) => isSame(one, actual[i]));
  return canPair(reference, actual);
}

/** Whether each of one list can be paired with another one of the other. */
function canPair([first, ...rest]: readonly unknown[], actual: readonly unknown[]): boolean {
  if (actual.length === 0) return true;
  return actual.some((one, i) => isSame(first, one) && canPair(rest, actual.toSpliced(i, 1)));
}

function isSame(reference: unknown, actual: unknown): boolean {
  if (Array.isArray(reference)) return reference.some((one) => isSame(one, actual));
  if (typeof reference === 'object' && reference !== null)
    return (
      typeof actual === 'object' &&
      actual !== null &&
      Object.entries(reference).every(([key, one]) => isSame(one, (actual as Record<string, unknown>)[key]))
    );
  return normalize(reference) === normalize(actual);
}

const normalize = (value: unknown): string => {
  const text = String(value).trim().toLowerCase().replace(/\s+/g, ' ');
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
};

function checkNetwork(
  evaluation: z.output<typeof networkEvalSchema>,
  events: readonly NetworkEvent[],
): CheckResult {
  const { expected, should_not_exist: isUnwanted } = evaluation;
  const found = events.some((event) => isExpected(event, evaluation));
  const name = `${isUnwanted ? 'no ' : ''}${expected.http_method} ${[expected.url].flat().join(' or ')}`;
  const last = events.findLast(({ method }) => method === expected.http_method);
  return toCheckResult(
    name,
    found !== isUnwanted,
    last ? `${last.method} ${last.url} (${last.status})` : 'no such request',
  );
}

function isExpected(event: NetworkEvent, evaluation: z.output<typeof networkEvalSchema>): boolean {
  const { url, http_method, response_status, query_params, post_data } = evaluation.expected;
  if (event.method !== http_method) return false;
  if (response_status !== undefined && event.status !== response_status) return false;
  const actualUrl = new URL(event.url);
  const isIgnored = (key: string): boolean =>
    evaluation.ignored_query_params.includes(key) ||
    evaluation.ignored_query_params_patterns.some((one) => new RegExp(one).test(key));
  const isAt = [url]
    .flat()
    .some((one) => isSameUrl(new URL(one), actualUrl, isIgnored, query_params != null));
  return isAt && hasParams(actualUrl, query_params ?? {}) && hasPostData(event.body, post_data ?? {});
}

/** `extra`: parameters are compared apart from the address. */
function isSameUrl(
  reference: URL,
  actual: URL,
  isIgnored: (key: string) => boolean,
  ignoresQuery: boolean,
): boolean {
  const path = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/$/, '')}`;
  const params = ({ searchParams }: URL): string =>
    [...searchParams]
      .filter(([key]) => !isIgnored(key))
      .map((pair) => pair.join('='))
      .sort()
      .join('&');
  return path(reference) === path(actual) && (ignoresQuery || params(reference) === params(actual));
}

const hasParams = ({ searchParams }: URL, reference: Readonly<Record<string, readonly string[]>>): boolean =>
  Object.entries(reference).every(([key, values]) =>
    values.every((value) => searchParams.getAll(key).includes(value)),
  );

/** Of a form by name, of JSON by `$.a.b`. */
function hasPostData(body: string, reference: Readonly<Record<string, unknown>>): boolean {
  const json = findJsonObject(body);
  const form = new URLSearchParams(body);
  return Object.entries(reference).every(([key, value]) => {
    const actual = json ? valueAt(json, `/${key.replace(/^\$\./, '').replaceAll('.', '/')}`) : form.get(key);
    return isSame(value, actual);
  });
}
