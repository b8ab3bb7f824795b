import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type RunTrace, readTrace, SightlineError, vocabularyOf } from '../../../sightline/src/internal.ts';
import { ExampleRejection } from './ExampleRejection.ts';
import {
  EXAMPLE_VERSION,
  type ExampleCall,
  type ExampleElement,
  type TrainingExample,
} from './TrainingExample.ts';

/** What may become an example, or why it cannot. */
export type ExampleCandidate =
  | { example: TrainingExample }
  | { rejection: ExampleRejection; trace: string; step: number };

/** Of every tool: what has which default. */
const vocabulary = vocabularyOf('all');

const numberedSchema = z.looseObject({ number: z.int(), document: z.string(), id: z.int() });
const targetSchema = z.looseObject({ role: z.string(), name: z.string() });
const outcomeSchema = z.looseObject({
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  kind: z.enum(['ask', 'act', 'own']),
  text: z.string(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  left: z.boolean(),
  target: targetSchema.optional(),
  toTarget: targetSchema.optional(),
  node: numberedSchema.optional(),
  toNode: numberedSchema.optional(),
  located: z.record(z.string(), z.string()).optional(),
  isSecret: z.boolean().optional(),
});
const modeSchema = z.enum(['off', 'hybrid', 'query']).default('hybrid');
const stepSchema = z.looseObject({
  n: z.int(),
  url: z.string(),
  state: z.string(),
  thinking: z.string(),
  snapshot: z.looseObject({ document: z.string(), file: z.string().optional() }).optional(),
  numbers: z.record(z.string(), z.array(z.tuple([z.int(), z.int()]))).optional(),
  outcomes: z.array(outcomeSchema),
});

type TraceStepData = z.output<typeof stepSchema>;
type TraceOutcomeData = z.output<typeof outcomeSchema>;

/** The steps of a trace as examples. Nothing is thrown: what cannot be read becomes a rejection, and the rest goes on. */
export function extractExamples(path: string): ExampleCandidate[] {
  const trace = basename(path);
  const run = tryReadTrace(path);
  if (run instanceof ExampleRejection) return [{ rejection: run, trace, step: 0 }];
  const steps = run.steps.map((one) => stepSchema.safeParse(one));
  return steps.map((one, at) => {
    const number = one.success ? one.data.n : at + 1;
    try {
      if (!one.success) throw new ExampleRejection('source', 'bad_step', describeIssue(one.error));
      const laterSteps = steps.slice(at + 1).flatMap(({ data }) => data ?? []);
      return { example: toExample(run, trace, one.data, laterSteps) };
    } catch (thrown) {
      if (thrown instanceof ExampleRejection) return { rejection: thrown, trace, step: number };
      throw thrown;
    }
  });
}

function tryReadTrace(path: string): RunTrace | ExampleRejection {
  try {
    return readTrace(path);
  } catch (thrown) {
    if (thrown instanceof SightlineError) return new ExampleRejection('source', 'bad_trace', thrown.message);
    throw thrown;
  }
}

function toExample(
  { task, run, end }: RunTrace,
  trace: string,
  current: TraceStepData,
  laterSteps: readonly TraceStepData[],
): TrainingExample {
  if (!end)
    throw new ExampleRejection('source', 'unfinished', 'The trace was cut off: how it ended is not known.');
  if (!end.success)
    throw new ExampleRejection('source', 'run_failed', `The run did not reach its goal (${end.reason}).`);
  if (current.outcomes.length === 0)
    throw new ExampleRejection('source', 'no_calls', 'Nothing was called in this step.');
  if (current.outcomes.some(({ isSecret }) => isSecret))
    throw new ExampleRejection('source', 'secret', 'A secret was typed, which the trace does not hold.');
  const mode = modeSchema.safeParse((run.settings as { queryMode?: unknown } | undefined)?.queryMode);
  if (!mode.success) throw new ExampleRejection('source', 'bad_step', describeIssue(mode.error));
  return withId({
    version: EXAMPLE_VERSION,
    id: '',
    source: { trace, step: current.n, by: typeof run.model === 'string' ? run.model : '', change: '' },
    task,
    mode: mode.data,
    url: current.url,
    snapshot: current.snapshot?.file ?? '',
    numbers: current.numbers ?? {},
    state: current.state,
    rationale: current.thinking,
    calls: current.outcomes.map(toExampleCall),
    meant: current.outcomes.some(isQuery) ? meantElements([current, ...laterSteps]) : [],
    ...pageAfterActions(current, laterSteps),
  });
}

/** With an id of its own: that of what it says. */
export function withId(example: TrainingExample): TrainingExample {
  const { id: _, verified: __, ...content } = example;
  return { ...example, id: createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16) };
}

function toExampleCall({
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
}: TraceOutcomeData): ExampleCall {
  const element = node && target && toExampleElement(node, target, located);
  const to = toNode && toTarget && toExampleElement(toNode, toTarget);
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
  const isDefault = ([key, value]: [string, unknown]): boolean => {
    const field = fields.find((one) => one.key === key);
    return field !== undefined && (field.cliOnly || isDeepStrictEqual(field.default, value));
  };
  return Object.fromEntries(Object.entries(input).filter((entry) => !isDefault(entry)));
}

function toExampleElement(
  { number, document, id }: z.output<typeof numberedSchema>,
  target: z.output<typeof targetSchema>,
  locators?: Record<string, string>,
): ExampleElement {
  const { role, name, tag, landmark, heading, item, nth } = target as unknown as ExampleElement;
  const elementContext = { tag, landmark, heading, item, nth };
  const known = Object.fromEntries(Object.entries(elementContext).filter(([, value]) => value !== undefined));
  return { number, document, id, role, name, ...known, ...(locators && { locators }) };
}

const isQuery = ({ kind }: TraceOutcomeData): boolean => kind === 'ask';

/** The page of the next step, where something was asked of it already. */
function pageAfterActions(
  { outcomes }: TraceStepData,
  laterSteps: readonly TraceStepData[],
): Pick<TrainingExample, 'after'> {
  const [next] = laterSteps;
  const actedAt = outcomes.findIndex(({ kind }) => kind === 'act');
  if (!next || actedAt < 0 || !outcomes.slice(actedAt).some(isQuery)) return {};
  const { snapshot, numbers = {} } = next;
  return { after: { snapshot: snapshot?.file ?? '', numbers, meant: meantElements(laterSteps) } };
}

/** What is asked is asked for what is done next: the elements of the next step that acts, if the page is still the same. */
function meantElements(steps: readonly TraceStepData[]): TrainingExample['meant'] {
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

const describeIssue = ({ issues: [issue] }: z.ZodError): string =>
  `The step is not as traces write it: ${issue?.path.join('.')}: ${issue?.message}.`;
