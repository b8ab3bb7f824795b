import { z } from 'zod';
import { quoteText, shortUrl } from '../../session/pageText.ts';
import { defineTool, type ToolResult } from '../defineTool.ts';

/** For people, and for the command line alone: no model is to ask for a person's tabs. */
export const extension = defineTool({
  name: 'extension',
  title: "Work in the user's own browser",
  description: 'Work in the tabs that the user shares through the Sightline extension of their own browser.',
  input: z.object({
    setup: z.boolean().default(false).describe('Only say how to install the extension and pair it'),
    renew: z.boolean().default(false).describe('Make a new pairing code first; the one before is void then'),
    timeoutMs: z.int().min(1).default(60_000).describe('How long to wait for a tab to be shared'),
  }),
  readOnly: false,
  cli: {
    command: 'extension',
    flags: { timeoutMs: 'timeout' },
    valueNames: { timeoutMs: 'MS' },
    runsIn: ({ setup, renew }) => (setup || renew ? 'here' : 'start'),
    notes:
      'The first time: `sightline extension --setup`. After that, click the Sightline button in the toolbar of\n' +
      'your browser and share a tab; commands work in it until `sightline close`, or until you stop sharing.\n' +
      '`sightline open URL --extension` works in a tab of its own beside the shared one.',
  },
  async handler(context, { setup, renew, timeoutMs }) {
    if (setup || renew) return renderSetup(renew);
    context.progress('waiting for a tab: click the Sightline button in your browser, and share one');
    const session = await context.openSession({ extension: 'shared', timeoutMs });
    const tabs = await session.tabs();
    const lines = tabs.map(({ number, title, url }) => `  ${number} ${quoteText(title)} ${shortUrl(url)}`);
    return { text: ['shared tabs:', ...lines].join('\n'), data: { tabs } };
  },
});

async function renderSetup(renew: boolean): Promise<ToolResult> {
  const { readExtensionSetup } = await import('../../browser/connect/extensionSetup.ts');
  const { folder, code } = readExtensionSetup({ renew });
  const text = [
    '1. In Chrome, Chromium or Edge, open chrome://extensions, switch on "Developer mode", click "Load unpacked",',
    `   and choose the folder ${folder}`,
    '2. Click the Sightline button in the toolbar (behind the puzzle piece at first), and paste this pairing code:',
    `   ${code}`,
    '   It is a secret: whoever has it on this machine can ask for your tabs.',
    '3. Run `sightline extension`, click the button again in a tab, and share that.',
  ];
  return { text: text.join('\n'), data: { folder, code } };
}
