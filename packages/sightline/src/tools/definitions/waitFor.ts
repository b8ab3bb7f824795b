import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { ELEMENT_VALUE_NAME, elementField } from './sharedFields.ts';

const textField = z.string().min(1).max(1_000).optional();

const MAX_SECONDS = 60;

/** Of `8`, `8 s` and `0.5`; and of `2000`, which can only be milliseconds. */
function msOf(text = ''): number | undefined {
  const [, digits] = /^(\d+(?:\.\d+)?) ?s?$/.exec(text.trim()) ?? [];
  const count = Number(digits ?? 0);
  const ms = count <= MAX_SECONDS ? count * 1_000 : count;
  return ms > 0 && ms <= MAX_SECONDS * 1_000 ? ms : undefined;
}

export const waitFor = defineTool({
  name: 'wait_for',
  title: 'Wait',
  description:
    'Wait until words are shown or gone, an element can be used, an address is reached, or the page is at rest.',
  input: z.object({
    text: textField.describe('Words to be shown, or seconds'),
    gone: textField.describe('Words to go'),
    index: elementField.optional().describe('Element to be shown and enabled'),
    url: textField.describe('Part of the address; * stands for anything'),
    idle: z.boolean().default(false).describe('Until all is still'),
    timeoutMs: z.int().min(1).max(600_000).default(10_000).describe('Milliseconds at most'),
  }),
  readOnly: true,
  brief: { description: 'Wait until words are shown, or gone.', fields: ['text', 'gone'] },
  cli: {
    command: 'wait',
    positionals: ['text'],
    flags: { timeoutMs: 'timeout', index: 'element' },
    valueNames: { text: 'TEXT', gone: 'TEXT', index: ELEMENT_VALUE_NAME, url: 'PATTERN', timeoutMs: 'MS' },
  },
  async handler(context, { index, ...options }) {
    const session = context.session();
    context.progress('waiting');
    const waitedMs = msOf(options.text);
    if (waitedMs !== undefined) {
      await setTimeout(waitedMs, undefined, { signal: context.signal });
      return { text: `waited ${waitedMs / 1_000} s`, data: { waitedMs } };
    }
    return session.waitFor({ ...options, ...(index && { number: index }), signal: context.signal });
  },
});
