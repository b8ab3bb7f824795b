import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ReadTrace, readTrace, SightlineError, vocabularyOf } from '../../../sightline/src/internal.ts';
import { EXAMPLE_VERSION, type Example, type ExampleCall, type ExampleElement } from './Example.ts';
import { Rejection } from './Rejection.ts';

/** What may become an example, or why it cannot. */
export type Gathered = { example: Example } | { rejection: Rejection; trace: string; step: number };

/** Of every tool: what has which default. */
const vocabulary = vocabularyOf('all');

const numbered = z.looseObject({ number: z.int(), document: z.string(), id: z.int() });
const told = z.looseObject({ role: z.string(), name: z.string() });
const outcome = z.looseObject({
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  kind: z.enum(['ask', 'act', 'own']),
  text: z.string(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  left: z.boolean(),
  target: told.optional(),
  toTarget: told.optional(),
  node: numbered.optional(),
  toNode: numbered.optional(),
  located: z.record(z.string(), z.string()).optional(),
  isSecret: z.boolean().optional(),
});
const step = z.looseObject({
  n: z.int(),
  url: z.string(),
  state: z.string(),
  thinking: z.string(),
  snapshot: z.looseObject({ document: z.string(), file: z.string().optional() }).optional(),
  numbers: z.record(z.string(), z.array(z.tuple([z.int(), z.int()]))).optional(),
  outcomes: z.array(outcome),
});

type Step = z.output<typeof step>;
type Outcome = z.output<typeof outcome>;

/** The steps of a trace as examples. Nothing is thrown: what cannot be read is told as a rejection, and the rest goes on. */
export function gather(path: string): Gathered[] {
  const trace = basename(path);
  const run = tryRead(path);
  if (run instanceof Rejection) return [{ rejection: run, trace, step: 0 }];
  const steps = run.steps.map((one) => step.safeParse(one));
  return steps.map((one, at) => {
    const number = one.success ? one.data.n : at + 1;
    try {
      if (!one.success) throw new Rejection('source', 'bad_step', issueOf(one.error));
      const later = steps.slice(at + 1).flatMap(({ data }) => data ?? []);
      return { example: exampleOf(run, trace, one.data, later) };
    } catch (thrown) {
      if (thrown instanceof Rejection) return { rejection: thrown, trace, step: number };
      throw thrown;
    }
  });
}

function tryRead(path: string): ReadTrace | Rejection {
  try {
    return readTrace(path);
  } catch (thrown) {
    if (thrown instanceof SightlineError) return new Rejection('source', 'bad_trace', thrown.message);
    throw thrown;
  }
}

function exampleOf({ task, run, end }: ReadTrace, trace: string, now: Step, later: readonly Step[]): Example {
  if (!end) throw new Rejection('source', 'unfinished', 'The trace was cut off: how it ended is not known.');
  if (!end.success)
    throw new Rejection('source', 'run_failed', `The run did not reach its goal (${end.reason}).`);
  if (now.outcomes.length === 0)
    throw new Rejection('source', 'no_calls', 'Nothing was called in this step.');
  if (now.outcomes.some(({ isSecret }) => isSecret))
    throw new Rejection('source', 'secret', 'A secret was typed, which the trace does not hold.');
  const { queryMode = 'hybrid' } = (run.settings ?? {}) as { queryMode?: Example['mode'] };
  return identified({
    version: EXAMPLE_VERSION,
    id: '',
    source: { trace, step: now.n, by: String(run.model), change: '' },
    task,
    mode: queryMode,
    url: now.url,
    snapshot: now.snapshot?.file ?? '',
    numbers: now.numbers ?? {},
    state: now.state,
    rationale: now.thinking,
    calls: now.outcomes.map(callOf),
    meant: now.outcomes.some(isAsk) ? meantBy([now, ...later]) : [],
    ...afterOf(now, later),
  });
}

/** With an id of its own: that of what it says. */
export function identified(one: Example): Example {
  const { id: _, verified: __, ...said } = one;
  return { ...one, id: createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16) };
}

function callOf({
  tool,
  input,
  kind,
  text,
  error,
  target,
  node,
  toTarget,
  toNode,
  located,
}: Outcome): ExampleCall {
  const element = node && target && elementOf(node, target, located);
  const to = toNode && toTarget && elementOf(toNode, toTarget);
  return {
    tool,
    input: withoutDefaults(tool, input),
    kind,
    result: text,
    ...(error && { error: `${error.code}: ${error.message}` }),
    ...(element && { element }),
    ...(to && { to }),
  };
}

/** As a model would call it: without what has its default, and without bounds that the agent's host sets. */
function withoutDefaults(name: string, input: Record<string, unknown>): Record<string, unknown> {
  const fields = vocabulary.byTool(name)?.fields ?? [];
  const isUsual = ([key, value]: [string, unknown]): boolean => {
    const field = fields.find((one) => one.key === key);
    return field !== undefined && (field.cliOnly || isDeepStrictEqual(field.default, value));
  };
  return Object.fromEntries(Object.entries(input).filter((entry) => !isUsual(entry)));
}

function elementOf(
  { number, document, id }: z.output<typeof numbered>,
  target: z.output<typeof told>,
  locators?: Record<string, string>,
): ExampleElement {
  const { role, name, tag, landmark, heading, item, nth } = target as unknown as ExampleElement;
  const where = { tag, landmark, heading, item, nth };
  const known = Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined));
  return { number, document, id, role, name, ...known, ...(locators && { locators }) };
}

const isAsk = ({ kind }: Outcome): boolean => kind === 'ask';

/** The page of the next step, where something was asked of it already. */
function afterOf({ outcomes }: Step, later: readonly Step[]): Pick<Example, 'after'> {
  const [next] = later;
  const actedAt = outcomes.findIndex(({ kind }) => kind === 'act');
  if (!next || actedAt < 0 || !outcomes.slice(actedAt).some(isAsk)) return {};
  const { snapshot, numbers = {} } = next;
  return { after: { snapshot: snapshot?.file ?? '', numbers, meant: meantBy(later) } };
}

/** What is asked is asked for what is done next: the elements of the next step that acts, if the page is still the same. */
function meantBy(steps: readonly Step[]): Example['meant'] {
  for (const next of steps) {
    if (next.snapshot?.document !== steps[0]?.snapshot?.document) return [];
    const acts = next.outcomes.filter(({ kind }) => kind === 'act');
    if (acts.length > 0)
      return acts.flatMap(({ node, error }) =>
        node && !error ? [{ document: node.document, id: node.id }] : [],
      );
  }
  return [];
}

const issueOf = ({ issues: [issue] }: z.ZodError): string =>
  `The step is not as traces write it: ${issue?.path.join('.')}: ${issue?.message}.`;
