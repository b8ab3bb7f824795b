import { z } from 'zod';

/** Input fields of every tool that shows a part of the page; the same as `ViewOptions`. */
export const viewFields = {
  style: z.enum(['compact', 'markup']).default('compact').describe('How elements are written'),
  maxTokens: z.int().min(1).optional().describe('Most tokens'),
  viewportExpansion: z
    .int()
    .min(-1)
    .default(-1)
    .describe('-1: whole page; 0: in view; N: and N pixels around'),
  interactiveOnly: z.boolean().default(false).describe('Only what can be used'),
  full: z.boolean().default(false).describe('Unfold what is repeated or unchanged'),
};

/** Input field of every tool that takes an element. */
export const elementField = z
  .union([z.int().min(1), z.string().min(1).max(1_000)])
  .describe('Its number, or words');

/** What the help calls its value. */
export const ELEMENT_VALUE_NAME = 'ELEMENT';

/** Input fields of every tool that ends at another page. */
export const arrivalFields = {
  maxTokens: z.int().min(1).default(450).describe('Most tokens of the look'),
  quiet: z.boolean().default(false).describe('Only title and address'),
};

/** Input fields of the tools that show what a page has logged. */
export const allField = {
  all: z
    .boolean()
    .default(false)
    .describe('Since the page was opened, not only since the last look or action'),
};
export const loggedTokensField = {
  maxTokens: z.int().min(1).optional().describe('Upper bound for the answer, in tokens'),
};
export const loggedFields = {
  ...loggedTokensField,
  maxResults: z.int().min(1).optional().describe('Only so many, the last ones'),
};

/** How the command line calls `loggedFields`. */
export const loggedCommand = {
  cliOnly: ['maxResults'],
  short: { maxResults: 'n' },
  aliases: { maxResults: ['limit'] },
};

/** Input field of every tool that searches the page. */
export const maxResultsField = z
  .int()
  .min(1)
  .max(500)
  .optional()
  .describe('Default 20, fewer if some stand out');

/** How the command line calls them. */
export const viewFlags = { viewportExpansion: 'viewport', interactiveOnly: 'interactive' };

/** Input field of every tool that loads a page. */
export const timeoutField = {
  timeoutMs: z
    .int()
    .min(1)
    .default(30_000)
    .describe('Milliseconds that the page may take to load before it is shown as it stands'),
};

export const timeoutFlag = { timeoutMs: 'timeout' };

/** Input field of every tool after which the page comes to rest. */
export const settleField = {
  settleMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(3_000)
    .describe('Milliseconds that the page may take to come to rest'),
};

export const timingFlags = { ...timeoutFlag, settleMs: 'settle' };

/** Input fields of every tool that goes to a page. */
export const loadFields = {
  ...timeoutField,
  waitUntil: z
    .enum(['commit', 'domcontentloaded', 'load', 'networkidle'])
    .default('load')
    .describe('What to wait for: the answer, its document, all it loads, or a network that is quiet'),
  ...settleField,
};
