import { z } from 'zod';
import { defineTool } from '../defineTool.ts';

export const performanceTool = defineTool({
  name: 'measure_performance',
  title: 'Measure the page',
  description:
    'How the page has loaded and reacts, in eight lines: web vitals with their ratings, long tasks, requests, heap and DOM.',
  input: z.object({}),
  readOnly: true,
  effects: { local: true },
  cli: { command: 'performance' },
  handler(context) {
    return context.session().performance();
  },
});
