import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { sessionToRead } from '../readPage.ts';

export const explain = defineTool({
  name: 'explain',
  title: 'Explain why something is shown or not',
  description:
    'Why something is shown or not: what each rule says of it, on what evidence, and how to bring it out.',
  input: z.object({
    target: z
      .string()
      .min(1)
      .describe('Number, CSS selector, or words of the page; css=... or text=... says which'),
  }),
  readOnly: true,
  brief: { description: 'Why something is shown or not, and how to bring it out.', fields: ['target'] },
  cli: { command: 'why', positionals: ['target'], valueNames: { target: 'NUMBER|SELECTOR|TEXT' } },
  handler(context, { target }) {
    return sessionToRead(context).explain(target);
  },
});
