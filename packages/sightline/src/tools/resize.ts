import { z } from 'zod';
import { defineTool } from './defineTool.ts';

const side = z.int().min(1).max(10_000);

export const resize = defineTool({
  name: 'resize',
  title: 'Resize the viewport',
  description: 'Give the current tab another viewport, in CSS pixels.',
  input: z.object({ width: side.describe('CSS pixels'), height: side.describe('CSS pixels') }),
  readOnly: false,
  effects: { idempotent: true, local: true },
  facts: ['width', 'height'],
  cli: { command: 'resize', positionals: ['width', 'height'], values: { width: 'WIDTH', height: 'HEIGHT' } },
  async handler(context, { width, height }) {
    await context.session().resize(width, height);
    return { text: `the viewport is ${width} x ${height}`, data: { width, height } };
  },
});
