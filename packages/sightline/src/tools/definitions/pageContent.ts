import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { detailsOutput, tableOutput, textOutput } from '../outputs.ts';
import { lookAtPage, sessionToRead } from '../readPage.ts';
import { ELEMENT_VALUE_NAME, elementField, viewFields, viewFlags } from './sharedFields.ts';

export const getElementDetails = defineTool({
  name: 'get_element_details',
  title: 'Describe one element in full',
  description:
    'All of one element: role, name, value, options, attributes, states, box, and where it stands.',
  input: z.object({
    index: elementField,
    locators: z.boolean().default(false).describe('Also selectors that find it alone'),
  }),
  readOnly: true,
  output: detailsOutput,
  brief: {
    description: 'All about one element: value, options, state, what is around it.',
    fields: ['index'],
  },
  cli: { command: 'details', positionals: ['index'], valueNames: { index: ELEMENT_VALUE_NAME } },
  handler(context, { index, locators }) {
    return sessionToRead(context).details(index, { locators });
  },
});

export const searchText = defineTool({
  name: 'search_text',
  title: 'Search the visible text',
  description: 'Whether and where words are shown, in all visible text.',
  input: z.object({
    text: z.string().min(1).max(2_000).describe('Words, or a regular expression'),
    regex: z.boolean().default(false).describe('text is a regular expression (RE2)'),
    max_results: z.int().min(1).max(500).default(20).describe('Most matches to show'),
  }),
  readOnly: true,
  output: textOutput,
  brief: { description: 'Find words in the visible text.', fields: ['text'] },
  cli: {
    command: 'text',
    positionals: ['text'],
    short: { max_results: 'n' },
    aliases: { max_results: ['limit'] },
  },
  handler(context, { text, regex, max_results }) {
    return sessionToRead(context).searchText(text, { pattern: regex, maxResults: max_results });
  },
});

export const readTable = defineTool({
  name: 'read_table',
  title: 'Read a table or list',
  description: 'A table, grid or repeated list as rows, with the numbers of the controls in each.',
  input: z.object({
    table: z
      .string()
      .max(500)
      .optional()
      .describe('Its name, or a number in or beside it; default: the only one'),
    format: z.enum(['markdown', 'json', 'csv']).default('markdown').describe('How rows are written'),
    from: z.int().min(1).default(1).describe('First row'),
    rows: z.int().min(1).max(10_000).optional().describe('Most rows (50; with all 1,000)'),
    all: z
      .boolean()
      .default(false)
      .describe('Scroll through a list that loads its rows as it is scrolled, and read all of them'),
  }),
  readOnly: true,
  output: tableOutput,
  brief: { description: 'A table or list as rows.', fields: ['table', 'from'] },
  cli: {
    command: 'table',
    positionals: ['table'],
    valueNames: { table: 'NUMBER|NAME' },
    short: { rows: 'n' },
    aliases: { rows: ['limit', 'max-results'] },
  },
  handler(context, { table, ...options }) {
    const session = sessionToRead(context);
    const number = /^\[?(\d+)\]?$/.exec(table?.trim() ?? '');
    return session.table(number ? Number(number[1]) : table, options);
  },
});

export const getFullDom = defineTool({
  name: 'get_full_dom',
  title: 'Show the whole page',
  description: 'All of the page, nothing folded. Costs the most: only where queries do not find it.',
  input: z.object({
    style: viewFields.style,
    maxTokens: viewFields.maxTokens,
    interactiveOnly: viewFields.interactiveOnly,
  }),
  readOnly: true,
  brief: { description: 'The whole page: costs the most.', fields: [] },
  cli: { command: 'full', flags: { interactiveOnly: viewFlags.interactiveOnly } },
  handler: (context, options) => lookAtPage(context, { ...options, view: 'flat', full: true }),
});
