import { join } from 'node:path';
import type { Application, Site } from '../Application.ts';
import { startServer } from '../startServer.ts';
import { runTool } from './runTool.ts';

const tiddlerAt = (title: string): string => `/recipes/default/tiddlers/${encodeURIComponent(title)}`;

const SEED: Record<string, string> = {
  Copper: 'A red metal. It melts at 1085 degrees.',
  Tin: 'A grey metal. It melts at 232 degrees.',
  Bronze: 'An alloy of [[Copper]] and [[Tin]].',
  Scrap: 'To be thrown away.',
};

const put = (site: string, title: string, text: string): Promise<Response> =>
  fetch(site + tiddlerAt(title), {
    method: 'PUT',
    headers: { 'X-Requested-With': 'TiddlyWiki', 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, text, tags: 'metal' }),
  });

/** Text, tags and the rest of a tiddler; null where there is none. */
async function tiddler({ read }: Site, title: string): Promise<{ text: string; tags: string } | null> {
  const answer = await read(tiddlerAt(title));
  if (!answer.startsWith('{')) return null;
  const { text, tags = '' } = JSON.parse(answer);
  return { text, tags };
}

/** TiddlyWiki: notes that open below each other, saved by themselves. */
export const wiki: Application = {
  name: 'tiddlywiki',
  kind: 'a notebook of linked notes',
  packages: { npm: ['tiddlywiki@5.4.1'] },
  async start(place) {
    const command = [
      process.execPath,
      join(place.packages, 'node_modules/tiddlywiki/tiddlywiki.js'),
      join(place.data, 'wiki'),
    ];
    runTool([...command, '--init', 'server']);
    const running = await startServer(
      place,
      [...command, '--listen', `port=${place.port}`, 'host=127.0.0.1'],
      { path: '/status' },
    );
    for (const [title, text] of Object.entries(SEED)) await put(running.origin, title, text);
    return running;
  },
  looks: ['/#Bronze'],
  tasks: [
    {
      name: 'write a note with a tag',
      steps: [
        'open /',
        'click {button "new tiddler"}',
        'fill {input "New Tiddler"} Zinc',
        'fill {textarea} "A bluish metal.\\n\\nIt melts at 420 degrees."',
        'type {input "tag name"} metal',
        'press Enter',
        'click {button "Confirm changes"}',
      ],
      check: (site) => tiddler(site, 'Zinc'),
      expected: { text: 'A bluish metal.\n\nIt melts at 420 degrees.', tags: 'metal' },
    },
    {
      name: 'find a note and read it',
      steps: [
        'open /',
        'fill {input "type=search"} 232',
        'click {a "Tin"}',
        'look --full',
        'answer melts at (\\d+) degrees',
      ],
      check: ({ answer }) => answer,
      expected: '232',
    },
    {
      name: 'follow a link in a note',
      steps: ['open /#Bronze', 'click {a "Copper"}', 'look --full', 'answer (It melts at 1085 degrees)'],
      check: ({ answer }) => answer,
      expected: 'It melts at 1085 degrees',
    },
    {
      name: 'change a note',
      steps: [
        'open /',
        'fill {input "type=search"} Copper',
        'click {a "Copper"}',
        'click {button "Edit this tiddler" in "Copper"}',
        'fill {textarea} "A red metal, good for wires."',
        'click {button "Confirm changes"}',
      ],
      check: async (site) => (await tiddler(site, 'Copper'))?.text,
      expected: 'A red metal, good for wires.',
    },
    {
      name: 'delete a note',
      steps: [
        'open /',
        'fill {input "type=search"} Scrap',
        'click {a "Scrap"}',
        'dialogs accept',
        'click {button "Edit this tiddler"}',
        'click {button "Delete this tiddler"}',
      ],
      check: (site) => tiddler(site, 'Scrap'),
      expected: null,
    },
  ],
};
