import { z } from 'zod';
import { ELEMENT_STATES } from '../../search/elements/elementStates.ts';
import { defineTool } from '../defineTool.ts';
import { elementsOutput } from '../outputs.ts';
import { sessionToRead } from '../readPage.ts';
import { ELEMENT_VALUE_NAME, elementField, maxResultsField } from './sharedFields.ts';

export const queryElements = defineTool({
  name: 'query_elements',
  title: 'Search for elements',
  description:
    'Find elements by words, role, name, attributes, region, heading or state. Answers their numbers, best first; ' +
    'hidden ones with the way to them. Cheaper than reading the page.',
  input: z.object({
    text: z.string().max(2_000).optional().describe('Words of it, or what it is for'),
    role: z.string().max(100).optional().describe('button, link, field, dropdown, heading, img, ...'),
    name: z.string().max(2_000).optional().describe('Accessible name, or words of it'),
    attributes: z
      .record(z.string(), z.string())
      .optional()
      .describe('HTML attributes: {"type": "submit"}; * stands for anything'),
    within_landmark: z.string().max(500).optional().describe('MAIN, NAV (all of them), NAV:Primary, ...'),
    near_heading: z.string().max(500).optional().describe('Under a heading with these words'),
    keyword_weights: z
      .record(z.string(), z.number())
      .optional()
      .describe('What its label may say, with weights: {"log in": 40, "account": 10}'),
    state: z.enum(ELEMENT_STATES).optional().describe('In this state'),
    near: elementField.optional().describe('In the row, item or form of this element'),
    max_results: maxResultsField,
    scores: z.boolean().default(false).describe('Scores and why'),
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
