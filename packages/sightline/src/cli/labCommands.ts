import { z } from 'zod';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../tools/defineTool.ts';

const benchInput = z.object({
  action: z
    .array(z.string())
    .optional()
    .describe(
      '"compare A B": compare two runs (folders, or FOLDER/VARIANT); "merge DIR...": put the parts of a run together; default: run the tasks',
    ),
  model: z
    .string()
    .min(1)
    .optional()
    .describe('A model as of `sightline agent`, or "oracle"; default: SIGHTLINE_MODEL, else oracle'),
  models: z.string().min(1).optional().describe('Several, with commas'),
  queryMode: z.string().default('hybrid').describe('off, hybrid or query; or several, with commas'),
  outline: z.boolean().default(false).describe('Show the page by landmark and heading'),
  style: z.enum(['compact', 'markup']).optional().describe('How elements are written'),
  tier: z
    .int()
    .min(1)
    .max(3)
    .optional()
    .describe(
      'A pair instead: 1 hybrid against off; 2 a small model in hybrid against a large one in off; 3 as 2, with the outline',
    ),
  suite: z.string().min(1).default('shipped').describe('shipped, miniwob, webarena, or a file'),
  path: z.string().min(1).optional().describe('Checkout of MiniWoB++'),
  tasks: z.string().min(1).optional().describe('Tasks of WebArena or WebArena-Verified'),
  sites: z.string().min(1).optional().describe('Where you host its sites: {"__SHOPPING__": "http://..."}'),
  trials: z.int().min(1).max(1000).default(1).describe('Tries of each task'),
  limit: z.int().min(1).optional().describe('Most tasks'),
  shard: z
    .string()
    .regex(/^\d+\/\d+$/, 'a part like 1/4')
    .optional()
    .describe('Do this part of the tasks only: 1/4'),
  jobs: z.int().min(1).max(200).default(1).describe('Tries side by side'),
  grid: z.string().min(1).optional().describe('Address of a Selenium Grid 4 that gives the browsers'),
  output: z
    .string()
    .min(1)
    .default('sightline-bench')
    .describe('Folder for trials, traces and report; a run that is there goes on'),
  prices: z
    .string()
    .min(1)
    .optional()
    .describe('Table of prices: {"date", "models": {NAME: {"input", "output"}}}, for a million tokens'),
  baseUrl: z.string().min(1).optional().describe('OpenAI-compatible server: Ollama, vLLM, llama.cpp, ...'),
  timeoutMs: z.int().min(1).optional().describe('Milliseconds that one try may take; default 300000'),
  maxTokens: z.int().min(1).optional().describe('Most tokens of one try'),
  snapshots: z.boolean().default(false).describe('Keep the pages beside the traces, for sightline dataset'),
});

export type BenchInput = z.output<typeof benchInput>;

const bench = defineTool({
  name: 'bench',
  title: 'Measure models and query modes',
  description:
    'Do the tasks of a suite, and report how often, how fast and with how many tokens they were done.',
  input: benchInput,
  readOnly: false,
  aliases: { outline_mode: 'outline' },
  cli: {
    command: 'bench',
    positionals: ['action'],
    flags: { timeoutMs: 'timeout' },
    valueNames: {
      timeoutMs: 'MS',
      output: 'DIR',
      path: 'DIR',
      tasks: 'FILE',
      sites: 'FILE',
      prices: 'FILE',
      baseUrl: 'URL',
      shard: 'I/N',
      grid: 'URL',
      models: 'A,B',
      queryMode: 'MODE',
    },
    short: { output: 'o' },
    cliOnly: Object.keys(benchInput.shape),
    runsIn: 'here',
    needsModelKeys: true,
    notes:
      'The oracle is no model but a policy: it may use only the tools, and searches in words that were\n' +
      'written down before. It shows what each mode costs, without a key. Keys: see `sightline help agent`.',
  },
  async handler(context, args) {
    const [subcommand, ...paths] = args.action ?? [];
    if (subcommand === undefined) return (await loadLab()).runBenchCommand(context, args);
    if (subcommand === 'compare' && paths.length === 2) return (await loadLab()).compareRuns(context, paths);
    if (subcommand === 'merge' && paths.length > 0)
      return (await loadLab()).mergeRunFolders(context, paths, args);
    throw benchUsageError(subcommand, paths.length);
  },
});

function benchUsageError(subcommand: string, count: number): SightlineError {
  const messages: Readonly<Record<string, string>> = {
    compare: `"bench compare" takes two runs, not ${count}.`,
    merge: '"bench merge" takes the folders of a run, and --output.',
  };
  return new SightlineError(
    'invalid_argument',
    messages[subcommand] ?? `There is no "bench ${subcommand}".`,
    {
      hint: 'Use `sightline bench compare A B`, each the folder of a run or FOLDER/VARIANT, `sightline bench merge DIR...`, or flags alone.',
    },
  );
}

const datasetInput = z.object({
  traces: z.array(z.string().min(1)).min(1).describe('Traces, or folders of them'),
  output: z
    .string()
    .min(1)
    .default('sightline-dataset')
    .describe('Folder for the data set; its files are replaced'),
  judge: z
    .string()
    .min(1)
    .optional()
    .describe('A model that says whether each step serves its task; default: none'),
  reword: z.string().min(1).optional().describe('A model that finds other words for queries'),
  shuffle: z.boolean().default(false).describe('Also with the numbers of elements dealt anew'),
  views: z.boolean().default(false).describe('Also with the page shown in other modes, views and styles'),
  baseUrl: z.string().min(1).optional().describe('OpenAI-compatible server of the models'),
  licence: z.string().default('').describe('What the data card says of the licence of the pages'),
});

export type DatasetInput = z.output<typeof datasetInput>;

const dataset = defineTool({
  name: 'dataset',
  title: 'Make training examples',
  description: 'Turn traces into verified examples for fine-tuning.',
  input: datasetInput,
  readOnly: false,
  cli: {
    command: 'dataset',
    positionals: ['traces'],
    valueNames: {
      traces: 'TRACE|DIR',
      output: 'DIR',
      judge: 'MODEL',
      reword: 'MODEL',
      baseUrl: 'URL',
      licence: 'TEXT',
    },
    short: { output: 'o' },
    cliOnly: Object.keys(datasetInput.shape),
    runsIn: 'here',
    needsModelKeys: true,
    notes:
      'Traces need their pages: write them with `sightline agent --trace FILE --snapshots` or\n' +
      '`sightline bench --snapshots`. Keys of models: see `sightline help agent`.',
  },
  async handler(context, args) {
    return (await loadLab()).makeDataset(context, args);
  },
});

const recordInput = z.object({
  url: z.string().min(1).describe('Where to begin'),
  output: z.string().min(1).describe('File to write the trace to; pages go into snapshots/ beside it'),
  task: z.string().max(20_000).default('').describe('What the person is about to do, in words'),
  headless: z.boolean().default(false).describe('Without a window, for a page that a program drives'),
});

export type RecordInput = z.output<typeof recordInput>;

const record = defineTool({
  name: 'record',
  title: 'Record a person',
  description: 'Watch a person use a page, and write the trace of it, for dataset and replay.',
  input: recordInput,
  readOnly: false,
  cli: {
    command: 'record',
    positionals: ['url'],
    valueNames: { url: 'URL', output: 'TRACE', task: 'TEXT' },
    short: { output: 'o' },
    cliOnly: Object.keys(recordInput.shape),
    runsIn: 'here',
    notes:
      'Ends when the window is closed, or with Ctrl-C. What is typed into secret fields is not written.\n' +
      'Recorded are, in the first tab and its frames of the same site: clicks, typing, choices, keys, addresses, going back.',
  },
  async handler(context, args) {
    return (await loadLab()).recordPage(context, args);
  },
});

/** The commands implemented by the package `sightline-lab`. */
export const labCommands: readonly Tool[] = [bench, dataset, record];

/** What the package `sightline-lab` exports for the commands `bench`, `dataset` and `record`. */
export interface Lab {
  runBenchCommand(context: ToolContext, input: BenchInput): Promise<ToolResult>;
  compareRuns(context: ToolContext, paths: string[]): Promise<ToolResult>;
  mergeRunFolders(context: ToolContext, paths: string[], input: BenchInput): Promise<ToolResult>;
  makeDataset(context: ToolContext, input: DatasetInput): Promise<ToolResult>;
  recordPage(context: ToolContext, input: RecordInput): Promise<ToolResult>;
}

/** Loads the package `sightline-lab`. Throws `invalid_argument` where it is not installed, with how to install it. */
async function loadLab(): Promise<Lab> {
  // A variable, so that neither the compiler nor the bundler asks for a package that may not be there.
  const name = 'sightline-lab';
  try {
    return (await import(name)) as Lab;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SightlineError('invalid_argument', 'This command is part of the package sightline-lab.', {
      hint: 'Install it beside sightline: `npm install sightline-lab`.',
    });
  }
}
