import { z } from 'zod';
import type { Brief, Tool, ToolCommand } from './defineTool.ts';
import { defineTool } from './defineTool.ts';
import { navigationAnswer } from './navigationAnswer.ts';
import { loadFields, timeFlags } from './viewFields.ts';

const shared: Omit<ToolCommand, 'command'> = {
  flags: timeFlags,
  values: { timeoutMs: 'MS', waitUntil: 'EVENT', settleMs: 'MS' },
  only: ['timeoutMs', 'waitUntil', 'settleMs'],
};

export const back = defineTravel('back', 'Go back', 'Go to the previous page of this tab.', {
  description: 'Go to the page before.',
  fields: [],
});
export const forward = defineTravel('forward', 'Go forward', 'Go to the next page of this tab, after back.');
export const reload = defineTravel('reload', 'Reload the page', 'Load the current page again.');

function defineTravel(
  name: 'back' | 'forward' | 'reload',
  title: string,
  description: string,
  brief?: Brief,
): Tool {
  return defineTool({
    name,
    title,
    description,
    input: z.object(loadFields),
    readOnly: false,
    facts: ['url', 'status'],
    ...(brief && { brief }),
    cli: { command: name, ...shared },
    async handler(context, options) {
      const session = context.session();
      context.progress('loading the page');
      return navigationAnswer(await session[name]({ ...options, signal: context.signal }));
    },
  });
}
