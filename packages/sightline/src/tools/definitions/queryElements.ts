import { z } from 'zod';
import { ELEMENT_STATES } from '../../search/elements/elementStates.ts';
import { defineTool } from '../defineTool.ts';
import { elementsOutput } from '../outputs.ts';
import { sessionToRead } from '../readPage.ts';
import { ELEMENT_VALUE_NAME, elementField } from './sharedFields.ts';

export const queryElements = defineTool({
  name: 'query_elements',
  title: 'Search for elements',
  description:
    'Search the current page for elements by words, role, name, attributes, region, heading or state. Answers a few elements ' +
    'with their numbers, best first; hidden ones with the way to them. Instant; use it instead of reading the whole page.',
  input: z.object({
    text: z.string().max(2_000).optional().describe('Words of the element, or what it is for'),
    role: z.string().max(100).optional().describe('button, link, field, dropdown, heading, img, ...'),
    name: z.string().max(2_000).optional().describe('Accessible name, or words of it'),
    attributes: z
      .record(z.string(), z.string())
      .optional()
      .describe('HTML attributes, e.g. {"type": "submit"}; * in a value stands for anything'),
    within_landmark: z.string().max(500).optional().describe('MAIN, NAV (all of them), NAV:Primary, ...'),
    near_heading: z.string().max(500).optional().describe('Only under a heading with these words'),
    keyword_weights: z
      .record(z.string(), z.number())
      .optional()
      .describe('What its label may say, with weights, e.g. {"log in": 40, "sign in": 40, "account": 10}'),
    state: z.enum(ELEMENT_STATES).optional().describe('Only elements in this state'),
    near: elementField.optional().describe('Only in the row, item or form of this element'),
    max_results: z
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe('Most elements to answer; default 20, fewer if some stand out'),
    scores: z.boolean().default(false).describe('Tell scores and why'),
  }),
  readOnly: true,
  output: elementsOutput,
  brief: {
    description: 'Find elements. Answers their numbers, best first.',
    fields: ['text', 'role', 'within_landmark', 'near_heading', 'state', 'near', 'max_results'],
    moreFields: ['name', 'attributes', 'keyword_weights'],
  },
  cli: {
    command: 'query',
    positionals: ['text'],
    flags: { text: 'text', attributes: 'attr', keyword_weights: 'keyword' },
    short: { max_results: 'n' },
    aliases: { max_results: ['limit'] },
    valueNames: {
      attributes: 'NAME=VALUE',
      keyword_weights: 'WORDS=WEIGHT',
      within_landmark: 'LANDMARK',
      near_heading: 'HEADING',
      near: ELEMENT_VALUE_NAME,
    },
  },
  handler(context, input) {
    const session = sessionToRead(context);
    const { within_landmark, near_heading, keyword_weights, max_results, ...rest } = input;
    return session.query({
      ...rest,
      withinLandmark: within_landmark,
      nearHeading: near_heading,
      keywordWeights: keyword_weights,
      maxResults: max_results,
    });
  },
});
