import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { domOutput } from '../outputs.ts';
import { sessionToRead } from '../readPage.ts';

export const queryDom = defineTool({
  name: 'query_dom',
  title: 'Query the live DOM',
  description: 'Elements that match a CSS selector now: tag, text, attributes, visibility, box and number.',
  input: z.object({
    selector: z.string().describe('CSS selector'),
    tab_id: z.int().min(1).optional().describe('Default the active tab'),
    pierce_shadow: z
      .union([z.boolean(), z.literal('auto')])
      .default('auto')
      .describe('Search shadow roots; auto: in the active tab, at the origin last opened or looked at'),
    include_styles: z.boolean().default(false).describe('Computed styles'),
    properties: z.array(z.string()).default([]).describe('Styles and live properties: color, checked'),
    include_children: z.boolean().default(false).describe('Children too'),
    max_depth: z.int().min(1).max(5).default(3).describe('Levels of children'),
  }),
  readOnly: true,
  output: domOutput,
  brief: {
    description: 'Elements that match a CSS selector in the live DOM, with text, box, visibility and number.',
    fields: [
      'selector',
      'tab_id',
      'pierce_shadow',
      'include_styles',
      'properties',
      'include_children',
      'max_depth',
    ],
  },
  cli: {
    command: 'dom',
    positionals: ['selector'],
    flags: {
      tab_id: 'tab',
      pierce_shadow: 'pierce',
      include_styles: 'styles',
      properties: 'property',
      include_children: 'children',
      max_depth: 'depth',
    },
    valueNames: { selector: 'CSS', properties: 'NAME' },
  },
  async handler(context, { selector, ...options }) {
    const { text, data } = await sessionToRead(context).queryDom(selector, {
      tabId: options.tab_id,
      pierceShadow: options.pierce_shadow,
      includeStyles: options.include_styles,
      properties: options.properties,
      includeChildren: options.include_children,
      maxDepth: options.max_depth,
    });
    return { text, data: { ...data } };
  },
});
