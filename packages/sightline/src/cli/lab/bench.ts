import { z } from 'zod';
import { SightlineError } from '../../model/SightlineError.ts';
import { defineTool, type Tool } from '../../tools/defineTool.ts';
import { loadLab } from './Lab.ts';

const input = z.object({
  action: z
    .array(z.string())
    .optional()
    .describe(
      '"compare A B": hold two runs (folders, or FOLDER/VARIANT) against each other; else tasks are done',
    ),
  model: z
    .string()
    .min(1)
    .optional()
    .describe('A model as of `sightline agent`, or "oracle"; default: SIGHTLINE_MODEL, else oracle'),
  models: z.string().min(1).optional().describe('Several, with commas'),
  queryMode: z.string().default('hybrid').describe('off, hybrid or query; or several, with commas'),
  outline: z.boolean().default(false).describe('Tell the page by landmark and heading'),
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
    .regex(/^\d+\/\d+$/, 'is not like 1/4')
    .optional()
    .describe('Do this part of the tasks only: 1/4'),
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

export type BenchInput = z.output<typeof input>;

const bench = defineTool({
  name: 'bench',
  title: 'Measure models and query modes',
  description:
    'Do the tasks of a suite, and report how often, how fast and with how many tokens they were done.',
  input,
  readOnly: false,
  cli: {
    command: 'bench',
    positionals: ['action'],
    flags: { timeoutMs: 'timeout' },
    values: {
      timeoutMs: 'MS',
      output: 'DIR',
      path: 'DIR',
      tasks: 'FILE',
      sites: 'FILE',
      prices: 'FILE',
      baseUrl: 'URL',
      shard: 'I/N',
      models: 'A,B',
      queryMode: 'MODE',
    },
    short: { output: 'o' },
    only: Object.keys(input.shape),
    place: 'here',
    notes:
      'The oracle is no model but a policy: it may use only the tools, and searches in words that were\n' +
      'written down before. It shows what each mode costs, without a key. Keys: see `sightline help agent`.',
  },
  async handler(context, given) {
    const [word, ...paths] = given.action ?? [];
    if (word === undefined) return (await loadLab()).measure(context, given);
    if (word === 'compare' && paths.length === 2) return (await loadLab()).compareRuns(context, paths);
    const what =
      word === 'compare'
        ? `"bench compare" takes two runs, not ${paths.length}.`
        : `There is no "bench ${word}".`;
    throw new SightlineError('invalid_argument', what, {
      hint: 'Use `sightline bench compare A B`, each the folder of a run or FOLDER/VARIANT, or flags alone.',
    });
  },
});

/** What the bench adds to the command line. */
export const benchCommands: readonly Tool[] = [bench];
