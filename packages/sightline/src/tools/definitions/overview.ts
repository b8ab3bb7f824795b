import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { headingsOutput, regionOutput, summaryOutput } from '../outputs.ts';
import { lookAtPage, sessionToRead } from '../readPage.ts';
import { viewFields, viewFlags } from './sharedFields.ts';

const { style, maxTokens, viewportExpansion, full } = viewFields;

export const getPageSummary = defineTool({
  name: 'get_page_summary',
  title: 'Summarize the page',
  description: 'Regions of the page with what they hold, and headings. Then call get_region.',
  input: z.object({
    minimal: z.boolean().default(false).describe('Only URL, title, regions and counts'),
    only: z.enum(['regions', 'headings']).optional().describe('One of the two lists; both by default'),
    maxTokens,
  }),
  readOnly: true,
  output: summaryOutput,
  brief: { description: 'Regions and headings of the page.', fields: [] },
  aliases: {
    include_headings: { field: 'only', values: { true: undefined, false: 'regions' } },
    include_landmarks: { field: 'only', values: { true: undefined, false: 'headings' } },
  },
  cli: { command: 'summary' },
  handler: (context, { minimal, only, maxTokens }) =>
    lookAtPage(context, {
      view: minimal ? 'minimal' : 'summary',
      summary: { includeHeadings: only !== 'regions', includeLandmarks: only !== 'headings' },
      maxTokens,
    }),
});

export const listHeadings = defineTool({
  name: 'list_headings',
  title: 'List the headings',
  description: 'Headings of the page, with their regions.',
  input: z.object({ maxTokens }),
  readOnly: true,
  output: headingsOutput,
  brief: { description: 'All headings of the page.', fields: [] },
  cli: { command: 'headings' },
  handler(context, options) {
    return sessionToRead(context).headings(options);
  },
});

export const getRegion = defineTool({
  name: 'get_region',
  title: 'Show one region',
  description: 'Show one region, as the summary or outline names it.',
  input: z.object({
    landmark: z.string().min(1).describe('MAIN, NAV#2, "NAV: Primary", ... or PAGE for all'),
    heading: z.string().min(1).optional().describe('Only under this heading'),
    content: z
      .enum(['interactive', 'text', 'full'])
      .optional()
      .describe('interactive (default): what can be used; text: to be read, as Markdown; full: both'),
    from: z.int().min(1).optional().describe('First line'),
    style,
    maxTokens,
    viewportExpansion,
    full,
  }),
  readOnly: true,
  output: regionOutput,
  brief: {
    description: 'Show one region.',
    fields: ['landmark', 'heading', 'content', 'from', 'full'],
  },
  otherNames: ['focus_region'],
  aliases: { region: 'landmark', heading_scope: 'heading', content_type: 'content' },
  cli: { command: 'region', positionals: ['landmark'], flags: viewFlags },
  handler(context, { landmark, ...options }) {
    const session = sessionToRead(context);
    // A view that folds text names this call, with `full`: it must bring the text.
    const { content = options.full ? 'full' : 'interactive' } = options;
    return session.region(landmark, { ...options, content });
  },
});
