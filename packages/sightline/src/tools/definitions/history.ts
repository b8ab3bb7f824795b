import { z } from 'zod';
import type { Tool, ToolBrief, ToolCommand } from '../defineTool.ts';
import { defineTool } from '../defineTool.ts';
import { renderArrival } from '../renderArrival.ts';
import { arrivalFields, loadFields, timingFlags } from './sharedFields.ts';

const sharedCommand: Omit<ToolCommand, 'command'> = {
  flags: timingFlags,
  valueNames: { timeoutMs: 'MS', waitUntil: 'EVENT', settleMs: 'MS' },
  cliOnly: ['timeoutMs', 'waitUntil', 'settleMs', 'maxTokens', 'quiet'],
};

export const back = defineHistoryTool('back', 'Go back', 'Go to the previous page of this tab.', {
  description: 'Go to the page before.',
  fields: [],
});
export const forward = defineHistoryTool(
  'forward',
  'Go forward',
  'Go to the next page of this tab, after back.',
);
export const reload = defineHistoryTool('reload', 'Reload the page', 'Load the current page again.');

function defineHistoryTool(
  name: 'back' | 'forward' | 'reload',
  title: string,
  description: string,
  brief?: ToolBrief,
): Tool {
  return defineTool({
    name,
    title,
    description,
    input: z.object({ ...arrivalFields, ...loadFields }),
    readOnly: false,
    structuredFields: ['url', 'status'],
    ...(brief && { brief }),
    cli: { command: name, ...sharedCommand },
    async handler(context, { maxTokens, quiet, ...options }) {
      const session = context.session();
      context.progress('loading the page');
      const navigation = await session[name]({ ...options, signal: context.signal });
      return renderArrival(session, navigation, { maxTokens, quiet });
    },
  });
}
