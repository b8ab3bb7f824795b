import { z } from 'zod';
import { PAPER_NAMES } from '../../session/developer/printPage.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool } from '../defineTool.ts';
import { writablePath } from '../writablePath.ts';

export const pdf = defineTool({
  name: 'save_pdf',
  title: 'Save the page as a PDF',
  description:
    'Save the page as a PDF, as the browser prints it; a page that holds secrets as its picture, with these painted over.',
  input: z.object({
    output: z.string().min(1).describe('File to write, ending in .pdf'),
    paper: z.enum(PAPER_NAMES).default('a4').describe('Size of the paper'),
    landscape: z.boolean().default(false).describe('Broader than high'),
    timeoutMs: z.int().min(1).max(600_000).default(30_000).describe('Milliseconds that it may take'),
  }),
  readOnly: true,
  effects: { writesFile: true },
  structuredFields: ['path', 'pages', 'bytes', 'isPicture'],
  brief: { description: 'Save the page as a PDF.', fields: ['output'] },
  cli: {
    command: 'pdf',
    positionals: ['output'],
    flags: { timeoutMs: 'timeout' },
    valueNames: { output: 'FILE', timeoutMs: 'MS' },
    cliOnly: ['timeoutMs'],
  },
  handler(context, { output, ...options }) {
    if (!/\.pdf$/i.test(output))
      throw new SightlineError('invalid_argument', `A PDF is written: ${output} does not end in .pdf.`, {
        hint: 'Name a .pdf file.',
      });
    const path = writablePath(output, context);
    context.progress('printing the page');
    return context.session().pdf({ ...options, path, signal: context.signal });
  },
});
