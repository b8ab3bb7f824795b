import { z } from 'zod';
import { escapeLines } from '../../render/escape.ts';
import { defineTool } from '../defineTool.ts';
import { ELEMENT_VALUE_NAME, elementField } from './sharedFields.ts';

/** What is read of one live element. */
export const getElement = defineTool({
  name: 'get_element',
  title: 'Read an element',
  description: 'The text or value of an element as it is now, or whether it is visible.',
  input: z.object({
    index: elementField,
    what: z.enum(['text', 'value', 'visible']).default('text').describe('What to read'),
  }),
  readOnly: true,
  cli: {
    command: 'get',
    positionals: ['index', 'what'],
    valueNames: { index: ELEMENT_VALUE_NAME, what: 'text|value|visible' },
  },
  async handler(context, { index, what }) {
    const session = context.session();
    if (what === 'visible') return session.isVisible(index);
    const text = await (what === 'text' ? session.getText(index) : session.getValue(index));
    return { text: escapeLines(text), data: { index, [what]: text } };
  },
});
