import { z } from 'zod';
import type { StorageState } from '../../session/Session.ts';
import { defineTool } from '../defineTool.ts';
import { statePath } from '../stateName.ts';

/** Sites that the answer names. */
const MAX_SITES = 10;

/** For people, and for the command line alone: what it writes opens what its user can open. */
export const state = defineTool({
  name: 'state',
  title: 'Save or load a login',
  description:
    'Save the cookies and storage of the browser, by which its user is logged in, or load them into the browser that is open.',
  input: z.object({
    action: z.enum(['save', 'load']).describe('save: write them; load: put them in place of those there are'),
    file: z.string().min(1).describe('A file, or a plain name: that is kept in the folder of your settings'),
  }),
  readOnly: false,
  effects: { local: true },
  cli: {
    command: 'state',
    positionals: ['action', 'file'],
    notes:
      'Log in once with `sightline open URL --headed`, and `sightline state save work`. Another day,\n' +
      '`sightline open URL --state work` begins logged in; so does `sightline mcp --state work`.\n' +
      'The file is a secret: only you can read it, and no model is shown what is in it.',
  },
  async handler(context, { action, file }) {
    const session = context.session();
    const path = statePath(file, context.cwd);
    if (action === 'load') {
      await session.setStorageState(path);
      return { text: `Loaded ${path}. Open or reload a page to see it.`, data: { path } };
    }
    const saved = await session.storageState({ path });
    const sites = sitesOf(saved);
    const names = sites.length > 0 ? sites.slice(0, MAX_SITES).join(', ') : 'no site';
    const more = sites.length > MAX_SITES ? ` and ${sites.length - MAX_SITES} more` : '';
    return { text: `Saved the cookies and storage of ${names}${more} in ${path}.`, data: { path, sites } };
  },
});

/** The hosts that it has something of, sorted. */
function sitesOf({ cookies, origins }: StorageState): string[] {
  const hosts = [
    ...cookies.map(({ domain }) => domain.replace(/^\./, '')),
    ...origins.map(({ origin }) => new URL(origin).hostname),
  ];
  return [...new Set(hosts)].sort();
}
