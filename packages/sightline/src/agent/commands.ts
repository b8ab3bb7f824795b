import { resolve } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../session/files/writePrivateFile.ts';
import type { Session } from '../session/Session.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../tools/defineTool.ts';
import { openPage } from '../tools/definitions/open.ts';
import { QUERY_MODE_ALIASES, QUERY_MODES } from './AgentSettings.ts';
import type { Model } from './models/Model.ts';
import type { AgentOptions, AgentRun } from './runAgent.ts';
import type { HealedBy } from './trace/findTracedElement.ts';
import type { RunTrace } from './trace/readTrace.ts';
import type { Replay } from './trace/replay.ts';

const input = z.object({
  task: z.string().min(1).max(20_000).describe('What is to be done, in words'),
  url: z.string().min(1).optional().describe('Where to begin; default: the page that is open'),
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      'openai/..., anthropic/..., google/..., ollama/..., or a name of the server at --base-url; default: SIGHTLINE_MODEL',
    ),
  baseUrl: z.string().min(1).optional().describe('OpenAI-compatible server: Ollama, vLLM, llama.cpp, ...'),
  queryMode: z
    .enum(QUERY_MODES)
    .default('hybrid')
    .describe(
      'off: the whole page in every step; hybrid: a summary, and tools; query: hardly anything, and tools',
    ),
  outline: z.boolean().default(false).describe('Show the page by landmark and heading'),
  flat: z.boolean().default(false).describe('Show the page as a list'),
  style: z.enum(['compact', 'markup']).optional().describe('How elements are written'),
  contextTokens: z.int().min(1).optional().describe('Tokens that one call of the model may take'),
  planner: z.string().min(1).optional().describe('A model that plans sub-goals, and never sees the page'),
  maxSteps: z.int().min(1).default(30).describe('Most steps'),
  maxTokens: z.int().min(1).optional().describe('Most tokens of all calls together'),
  timeoutMs: z.int().min(1).optional().describe('Milliseconds that the task may take'),
  form: z
    .enum(['native', 'step', 'functional'])
    .optional()
    .describe(
      'native: tools called by the model; step: JSON; functional: special tokens, for models trained on them; default: by the model',
    ),
  replan: z.boolean().default(false).describe('Ask again within a step, once a query is answered'),
  clickQueryResult: z.boolean().default(false).describe('Let a step click what its own query finds'),
  vision: z.boolean().default(false).describe('Show the model a picture of the page too'),
  trace: z.string().min(1).optional().describe('File to write the run to, as JSON lines'),
  snapshots: z
    .boolean()
    .default(false)
    .describe('With --trace: keep the pages beside it, for sightline dataset'),
});

type Input = z.output<typeof input>;

const agent = defineTool({
  name: 'agent',
  title: 'Have a model do a task',
  description: 'A language model does a task in the open page, step by step.',
  input,
  readOnly: false,
  aliases: { outline_mode: 'outline' },
  valueAliases: { queryMode: QUERY_MODE_ALIASES },
  cli: {
    command: 'agent',
    positionals: ['task'],
    flags: { timeoutMs: 'timeout', form: 'protocol' },
    valueNames: { timeoutMs: 'MS', trace: 'FILE', baseUrl: 'URL' },
    cliOnly: Object.keys(input.shape),
    runsIn: 'start',
    needsModelKeys: true,
    notes:
      'Keys are read from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY,\n' +
      'GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY; SIGHTLINE_API_KEY for --base-url.\n' +
      'They are sent to that provider only, and written nowhere.',
  },
  async handler(context, args) {
    const models = await openModels(args, context);
    const session = await sessionFor(context, args.url);
    context.progress('asking the model');
    const { runAgent } = await import('./runAgent.ts');
    const { renderStepLine } = await import('./trace/StepLog.ts');
    const onStep: AgentOptions['onStep'] = (step) => {
      context.print?.(renderStepLine(step));
      context.progress('asking the model');
    };
    return toAnswer(
      await runAgent(session, args.task, { ...toAgentOptions(args, context), ...models, onStep }),
    );
  },
});

async function openModels(
  { model, planner, baseUrl, form: callFormat }: Input,
  { env = {} }: ToolContext,
): Promise<{ model: Model; planner?: Model }> {
  const name = model ?? env.SIGHTLINE_MODEL;
  if (!name)
    throw new SightlineError('invalid_argument', 'No model is named.', {
      hint: 'Name one with --model, such as anthropic/claude-sonnet-4-5 or ollama/qwen3, or set SIGHTLINE_MODEL.',
    });
  const { openModel } = await import('./models/openModel.ts');
  const opened = await openModel(name, { baseUrl, env, callFormat });
  return {
    model: opened,
    ...(planner && { planner: await openModel(planner, { baseUrl, env, callFormat }) }),
  };
}

async function sessionFor(context: ToolContext, url: string | undefined): Promise<Session> {
  if (url === undefined) return context.openSession();
  await openPage(context, url, { headed: false });
  return context.session();
}

function toAgentOptions(
  { outline, flat, trace, snapshots, ...args }: Input,
  { cwd, signal }: ToolContext,
): Omit<AgentOptions, 'model'> {
  if (outline && flat) throw new SightlineError('invalid_argument', 'Use --outline or --flat, not both.');
  if (snapshots && trace === undefined)
    throw new SightlineError('invalid_argument', '--snapshots are kept beside a trace.', {
      hint: 'Name it with --trace FILE.',
    });
  const { task: _, url: __, model: ___, planner: ____, baseUrl: _____, form: ______, ...settings } = args;
  return {
    ...settings,
    ...(outline && { view: 'outline' }),
    ...(trace !== undefined && { trace: resolve(cwd, trace), snapshots }),
    signal,
  };
}

function toAnswer(run: AgentRun): ToolResult {
  const { success, reason, text, steps, modelCalls, tokens, ms } = run;
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
  const spent = `${count(steps.length, 'step')}, ${count(modelCalls, 'model call')}, ${tokens.input} + ${tokens.output} tokens, ${(ms / 1000).toFixed(1)} s`;
  const failure = success
    ? undefined
    : new SightlineError('task_failed', `The task was not done (${reason}): ${text}`);
  return {
    text: `${success ? `done: ${text}\n` : ''}(${spent})`,
    data: { ...run },
    ...(failure && { failure }),
  };
}

const replayTrace = defineTool({
  name: 'replay',
  title: 'Replay a trace',
  description:
    'Do the actions of a trace again, without a model; with --model, one is asked for elements that are found in no other way.',
  input: z.object({
    trace: z.string().min(1).describe('A trace that agent has written'),
    url: z.string().min(1).optional().describe('Where to begin; default: where the trace began'),
    model: input.shape.model.describe('Ask it for elements that are found in no other way; default: none is'),
    baseUrl: input.shape.baseUrl,
  }),
  readOnly: false,
  cli: {
    command: 'replay',
    positionals: ['trace'],
    valueNames: { trace: 'TRACE', baseUrl: 'URL' },
    runsIn: 'start',
    needsModelKeys: true,
  },
  async handler(context, { trace, url, model, baseUrl }) {
    const { replay } = await import('./trace/replay.ts');
    const { readTrace } = await import('./trace/readTrace.ts');
    const path = resolve(context.cwd, trace);
    // An invalid trace fails before a browser is started.
    readTrace(path);
    const { openModel } = await import('./models/openModel.ts');
    const openedModel = model && (await openModel(model, { baseUrl, env: context.env ?? {} }));
    const session = await sessionFor(context, url);
    const { signal, print } = context;
    return replayAnswer(
      await replay(session, path, { signal, onAction: print, ...(openedModel && { model: openedModel }) }),
    );
  },
});

function replayAnswer(replayed: Replay): ToolResult {
  const { same, actions, divergences, healed, stopped } = replayed;
  const lines = divergences.map(
    ({ step, action, what }) => `step ${step}: ${action && `${action}: `}${what}`,
  );
  const found = healed.map(
    ({ step, action, by, now }) => `step ${step}: ${action}: ${now} now, ${FOUND_BY[by]}`,
  );
  const head = `${actions} ${actions === 1 ? 'action' : 'actions'} replayed${same ? ', all as in the trace' : stopped ? ', then stopped' : ''}`;
  const failure = same
    ? undefined
    : new SightlineError('task_failed', 'The replay went otherwise than the trace.');
  return { text: [head, ...found, ...lines].join('\n'), data: { ...replayed }, ...(failure && { failure }) };
}

const FOUND_BY: Readonly<Record<HealedBy, string>> = {
  role: 'found by its name',
  words: 'found by its words',
  model: 'chosen by the model',
};

const exportTrace = defineTool({
  name: 'export',
  title: 'Export a trace as a test or a script',
  description:
    'Write the actions of a trace as a test for Playwright: elements by role and name, and an expectation for each change. Or as a script that takes as arguments what was typed and chosen.',
  input: z.object({
    trace: z.string().min(1).describe('A trace that agent has written'),
    playwright: z.string().min(1).optional().describe('File to write the test to; default: print it'),
    skill: z
      .string()
      .min(1)
      .optional()
      .describe('File to write the script to (.js), for sightline run FILE --arg NAME=VALUE'),
  }),
  readOnly: true,
  effects: { local: true },
  cli: {
    command: 'export',
    positionals: ['trace'],
    valueNames: { trace: 'TRACE', playwright: 'FILE', skill: 'FILE' },
    runsIn: 'here',
    notes:
      'In the test, TEST_BASE_URL stands for the origin where the trace began, and TEST_SECRET for what was\n' +
      'typed into a field for secrets, which no trace holds.',
  },
  async handler({ cwd }, { trace, playwright, skill }) {
    const { exportPlaywright } = await import('./trace/exportPlaywright.ts');
    const { readTrace } = await import('./trace/readTrace.ts');
    if (skill !== undefined && playwright !== undefined)
      throw new SightlineError('invalid_argument', 'Give --playwright or --skill, not both.');
    if (skill !== undefined) return saveSkill(readTrace(resolve(cwd, trace)), resolve(cwd, skill));
    const { text, ...exported } = exportPlaywright(readTrace(resolve(cwd, trace)));
    if (playwright === undefined) return { text, data: { ...exported, text } };
    const path = resolve(cwd, playwright);
    writePrivateFile(path, text, { errorPrefix: 'The test cannot be saved' });
    const { actions, assertions, omitted } = exported;
    const head = `saved ${path} (${actions} actions, ${assertions} expectations)`;
    return { text: withOmitted(head, omitted), data: { ...exported, path } };
  },
});

async function saveSkill(trace: RunTrace, path: string): Promise<ToolResult> {
  const { exportSkill } = await import('./trace/exportSkill.ts');
  const { text, ...exported } = exportSkill(trace);
  writePrivateFile(path, text, { errorPrefix: 'The script cannot be saved' });
  const { actions, parameters, omitted } = exported;
  const names = parameters.map(({ name }) => name).join(', ') || 'none';
  const head = `saved ${path} (${actions} actions; arguments: ${names})`;
  return { text: withOmitted(head, omitted), data: { ...exported, path } };
}

const withOmitted = (head: string, omitted: readonly string[]): string =>
  [head, ...omitted.map((one) => `left out: ${one}`)].join('\n');

const grammar = defineTool({
  name: 'grammar',
  title: 'Print the compact call language',
  description:
    'Print the grammar or the special tokens of the calls that agent --protocol functional understands.',
  input: z.object({
    what: z
      .enum(['gbnf', 'schema', 'tokens'])
      .default('gbnf')
      .describe(
        'gbnf: for llama.cpp; schema: a pattern in JSON Schema; tokens: what a trainer adds, with weights',
      ),
    queryMode: z.enum(QUERY_MODES).default('hybrid').describe('The tools of this mode'),
  }),
  readOnly: true,
  valueAliases: { queryMode: QUERY_MODE_ALIASES },
  cli: { command: 'grammar', positionals: ['what'], runsIn: 'here' },
  async handler(_, { what, queryMode }) {
    const { gbnfOf, patternSchemaOf, specialTokens, vocabularyOf } = await import(
      './functionalTokens/grammar.ts'
    );
    const vocabulary = vocabularyOf(queryMode);
    if (what === 'gbnf') return { text: gbnfOf(vocabulary).trimEnd(), data: { gbnf: gbnfOf(vocabulary) } };
    const data = what === 'schema' ? patternSchemaOf(vocabulary) : { tokens: specialTokens(vocabulary) };
    return { text: JSON.stringify(data, null, 1), data };
  },
});

/** The agent's commands. */
export const commands: readonly Tool[] = [agent, replayTrace, exportTrace, grammar];
