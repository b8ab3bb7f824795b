import { z } from 'zod';
import { defineTool, type Tool } from '../../tools/defineTool.ts';
import { loadLab } from './Lab.ts';

const input = z.object({
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
  views: z.boolean().default(false).describe('Also with the page told in other modes, views and styles'),
  baseUrl: z.string().min(1).optional().describe('OpenAI-compatible server of the models'),
  licence: z.string().default('').describe('What the data card says of the licence of the pages'),
});

export type DatasetInput = z.output<typeof input>;

const dataset = defineTool({
  name: 'dataset',
  title: 'Make training examples',
  description: 'Turn traces into verified examples for fine-tuning.',
  input,
  readOnly: false,
  cli: {
    command: 'dataset',
    positionals: ['traces'],
    values: {
      traces: 'TRACE|DIR',
      output: 'DIR',
      judge: 'MODEL',
      reword: 'MODEL',
      baseUrl: 'URL',
      licence: 'TEXT',
    },
    short: { output: 'o' },
    only: Object.keys(input.shape),
    place: 'here',
    notes:
      'Traces need their pages: write them with `sightline agent --trace FILE --snapshots` or\n' +
      '`sightline bench --snapshots`. Keys of models: see `sightline help agent`.',
  },
  async handler(context, given) {
    return (await loadLab()).makeDataset(context, given);
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
    values: { url: 'URL', output: 'TRACE', task: 'TEXT' },
    short: { output: 'o' },
    only: Object.keys(recordInput.shape),
    place: 'here',
    notes:
      'Ends when the window is closed, or with Ctrl-C. What is typed into secret fields is not written.\n' +
      'Heard is the first tab, with frames of the same site: clicks, typing, choices, keys, addresses, going back.',
  },
  async handler(context, given) {
    return (await loadLab()).recordPage(context, given);
  },
});

/** What teaching adds to the command line. */
export const datasetCommands: readonly Tool[] = [dataset, record];
