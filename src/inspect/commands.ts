import { z } from 'zod';
import { defineTool, type Tool } from '../tools/defineTool.ts';
import { headedField } from '../tools/open.ts';
import { isSnapshotFile } from '../tools/snapshotFile.ts';
import { timeoutField, timeoutFlag } from '../tools/viewFields.ts';
import { isTrace } from './isTrace.ts';

const inspect = defineTool({
  name: 'inspect',
  title: 'See what a model sees',
  description:
    'Write one HTML file, for people: the picture of the page with its boxes beside the text that models see.',
  input: z.object({
    targets: z
      .array(z.string().min(1))
      .max(2)
      .default([])
      .describe('URL, HTML file, saved snapshot (.json) or trace (.jsonl); two pages are compared'),
    output: z.string().min(1).optional().describe('File to write; default: a new temporary file'),
    ...timeoutField,
    ...headedField,
  }),
  readOnly: true,
  cli: {
    command: 'inspect',
    positionals: ['targets'],
    flags: timeoutFlag,
    short: { output: 'o' },
    values: { targets: 'URL|FILE', output: 'FILE', timeoutMs: 'MS' },
    place: ({ targets }, { cwd, named }) => {
      const given = targets as string[];
      if (given.length === 0) return 'session';
      if (given.every((target) => isSnapshotFile(target, cwd) || isTrace(target))) return 'anywhere';
      return named ? 'start' : 'here';
    },
    notes:
      'Without URL or FILE: the page that is open in the session.\n' +
      'The file opens in any browser, needs no network, and runs nothing of the page.\n' +
      'In its pictures every secret is painted over.',
  },
  async handler(context, input) {
    const { gather } = await import('./gather.ts');
    const { writeInspection } = await import('./writeInspection.ts');
    const gathered = await gather(context, input);
    context.progress('writing the file');
    return writeInspection(gathered, input.output, context.cwd);
  },
});

/** What inspecting adds to the command line. */
export const commands: readonly Tool[] = [inspect];
