import { z } from 'zod';
import type { Tab } from '../session/Session.ts';
import { defineTool } from './defineTool.ts';
import { quoteText, shortUrl } from './pageWords.ts';

export const tabs = defineTool({
  name: 'tabs',
  title: 'List or switch tabs',
  description: 'List the open tabs, or switch to one by its number. The current one is marked with *.',
  input: z.object({ number: z.int().min(1).optional().describe('Tab to switch to; without it, only lists') }),
  readOnly: false,
  cli: { command: 'tabs', positionals: ['number'] },
  async handler(context, { number }) {
    const session = context.session();
    if (number !== undefined) await session.switchTab(number);
    const open = await session.tabs();
    return { text: open.map(tabLine).join('\n'), data: { tabs: open } };
  },
});

const tabLine = ({ active, number, title, url }: Tab): string =>
  `${active ? '*' : ' '} ${number} ${quoteText(title)} ${shortUrl(url)}`;
