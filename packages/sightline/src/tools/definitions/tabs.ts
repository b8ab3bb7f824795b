import { z } from 'zod';
import { quoteText, shortUrl } from '../../session/pageText.ts';
import type { Tab } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool } from '../defineTool.ts';
import { viewArrival } from '../renderArrival.ts';
import { arrivalFields } from './sharedFields.ts';

export const tabs = defineTool({
  name: 'tabs',
  title: 'List, switch, open or close tabs',
  description: 'List the tabs (* is the current one), or switch to one and look at it; or open or close one.',
  input: z.object({
    number: z.int().min(1).optional().describe('Tab to switch to or close'),
    new: z.boolean().default(false).describe('Open an empty tab and switch to it'),
    close: z.boolean().default(false).describe('Close the tab'),
    ...arrivalFields,
  }),
  readOnly: false,
  brief: { description: 'List the tabs, or switch to one.', fields: ['number'] },
  cli: { command: 'tabs', positionals: ['number'], cliOnly: ['maxTokens', 'quiet'] },
  async handler(context, { number, new: isNew, close, maxTokens, quiet }) {
    const session = context.session();
    if (isNew && (close || number !== undefined)) throw conflictingOptions();
    if (isNew) await session.openTab();
    else if (close) await session.closeTab(number);
    else if (number !== undefined) await session.switchTab(number);
    const openTabs = await session.tabs();
    const list = openTabs.map(renderTab).join('\n') || 'no tab is open';
    if (number === undefined || close) return { text: list, data: { tabs: openTabs } };
    const { text, data } = await viewArrival(session, { maxTokens, quiet });
    return { text: [list, text].filter((part) => part !== '').join('\n'), data: { tabs: openTabs, ...data } };
  },
});

function conflictingOptions(): SightlineError {
  return new SightlineError('invalid_argument', 'A new tab has no number yet, and is not closed.', {
    hint: 'Give new alone.',
  });
}

const renderTab = ({ active, number, title, url }: Tab): string =>
  `${active ? '*' : ' '} ${number} ${quoteText(title)} ${shortUrl(url)}`;
