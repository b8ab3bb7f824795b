import { z } from 'zod';
import { defineTool } from '../defineTool.ts';
import { KeptScripts } from '../scripts/KeptScripts.ts';

export const scripts = defineTool({
  name: 'scripts',
  title: 'List, show or remove kept scripts',
  description: 'List the kept scripts, or show or remove one.',
  input: z.object({
    name: z.string().min(1).max(100).optional().describe('The script to show'),
    site: z.string().min(1).max(300).optional().describe('Only of this host'),
    remove: z.boolean().default(false).describe('Remove it'),
  }),
  readOnly: false,
  effects: { local: true },
  cli: { command: 'scripts', positionals: ['name'], runsIn: 'here', valueNames: { site: 'HOST' } },
  async handler(context, { name, site, remove }) {
    const kept = new KeptScripts(context);
    if (name === undefined) {
      const all = kept.list(site);
      const lines = all.map(
        ({ host, name: one, args, about }) => `${host} ${one}(${args.join(', ')})${about && `: ${about}`}`,
      );
      const data = all.map(({ source: _, ...rest }) => rest);
      return { text: lines.join('\n') || 'no script is kept', data: { scripts: data } };
    }
    const script = kept.find(name, site);
    if (remove) kept.remove(script);
    const text = remove ? `removed ${script.name} of ${script.host}` : script.source.trimEnd();
    return { text, data: { ...script, removed: remove } };
  },
});
