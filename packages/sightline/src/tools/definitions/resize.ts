import { z } from 'zod';
import { defineTool } from '../defineTool.ts';

const viewportSide = z.int().min(1).max(10_000);

export const resize = defineTool({
  name: 'resize',
  title: 'Resize the viewport',
  description: 'Resize the viewport of the tab.',
  input: z.object({
    width: viewportSide.describe('CSS pixels'),
    height: viewportSide.describe('CSS pixels'),
  }),
  readOnly: false,
  effects: { idempotent: true, local: true },
  structuredFields: ['width', 'height'],
  cli: {
    command: 'resize',
    positionals: ['width', 'height'],
    valueNames: { width: 'WIDTH', height: 'HEIGHT' },
  },
  async handler(context, { width, height }) {
    await context.session().resize(width, height);
    return { text: `the viewport is ${width} x ${height}`, data: { width, height } };
  },
});
