import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application, Site } from '../Application.ts';
import { startServer } from '../startServer.ts';

const PRODUCTS = ['Lamp', 'Desk', 'Chair', 'Shelf'];
const csv = [
  'id,product,units',
  ...Array.from({ length: 300 }, (_, i) => `${i + 1},${PRODUCTS[i % 4]},${(i * 37) % 41}`),
].join('\n');

const contents = async ({ json }: Site, path = ''): Promise<string[]> =>
  (await json(`/api/contents/${path}`)).content.map((one: { name: string }) => one.name).sort();

const textOf = async ({ json }: Site, path: string): Promise<string> =>
  (await json(`/api/contents/${path}`)).content;

const CODE = 'total = 0\nfor n in range(1, 301):\n    if n % 2:\n        total += n\nprint(total)';

/** JupyterLab: a file list, menus, a command palette, CodeMirror, a grid on a canvas, a terminal. */
export const notebooks: Application = {
  name: 'jupyterlab',
  kind: 'notebooks and files',
  packages: { pip: ['jupyterlab==4.6.6', 'ipykernel==7.4.0'] },
  start(place) {
    const { data, packages, port } = place;
    const work = join(data, 'work');
    mkdirSync(join(work, 'data'), { recursive: true });
    writeFileSync(join(work, 'data/sales.csv'), csv);
    writeFileSync(join(work, 'todo.txt'), 'buy milk\nwrite report\n');
    writeFileSync(join(work, 'old.txt'), 'old\n');
    writeFileSync(join(work, 'letter.txt'), 'Dear team,\n');
    const options = [
      ...[
        '--allow-root',
        '--no-browser',
        '--ip=127.0.0.1',
        `--port=${port}`,
        '--IdentityProvider.token=',
        `--notebook-dir=${work}`,
      ],
      ...[
        '--ServerApp.disable_check_xsrf=True',
        '--LabApp.news_url=',
        '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
      ],
    ];
    const home = {
      HOME: data,
      JUPYTER_CONFIG_DIR: join(data, 'config'),
      JUPYTER_DATA_DIR: join(data, 'share'),
    };
    return startServer(place, [join(packages, 'venv/bin/jupyter'), 'lab', ...options], {
      env: home,
      path: '/api',
    });
  },
  looks: ['/lab'],
  tasks: [
    {
      name: 'rename a file',
      steps: [
        'open /lab?reset',
        'click {"todo.txt"}',
        'press F2',
        'fill {input "todo.txt"} tasks.txt',
        'press Enter',
      ],
      check: (site) => contents(site),
      expected: ['data', 'letter.txt', 'old.txt', 'tasks.txt'],
    },
    {
      name: 'delete a file',
      steps: [
        'open /lab?reset',
        'click --button right {"old.txt"}',
        'click {menuitem "Move to Trash"}',
        'click {button "Move to Trash"}',
      ],
      check: (site) => contents(site),
      expected: ['data', 'letter.txt', 'tasks.txt'],
    },
    {
      name: 'make a folder',
      steps: ['open /lab?reset', 'click {"New Folder"}', 'type reports', 'press Enter'],
      check: (site) => contents(site),
      expected: ['data', 'letter.txt', 'reports', 'tasks.txt'],
    },
    {
      name: 'run indented code, read what it prints',
      steps: [
        'open /lab?reset',
        'click {"Python 3" #1}',
        'wait "Idle"',
        `fill {textbox} ${JSON.stringify(CODE)}`,
        'press Shift+Enter',
        'wait 22500',
        'look',
        'answer (22500)',
        'press Control+s',
        'click {button "Rename"}',
      ],
      check: async (site) => [
        site.answer,
        (await site.json('/api/contents/Untitled.ipynb')).content.cells[0].source,
      ],
      expected: ['22500', CODE],
    },
    {
      name: 'edit a text file and save it',
      steps: [
        'open /lab?reset',
        'click --double {"letter.txt"}',
        'fill {textbox} "Dear board,\\n\\n  the year was good.\\n"',
        'press Control+s',
      ],
      check: (site) => textOf(site, 'letter.txt'),
      expected: 'Dear board,\n\n  the year was good.\n',
    },
    {
      name: 'switch to the dark theme',
      steps: ['open /lab?reset', 'click {"Settings"}', 'hover {"Theme"}', 'click {"JupyterLab Dark"}'],
      check: ({ evaluate }) => evaluate('document.body.dataset.jpThemeName'),
      expected: 'JupyterLab Dark',
    },
    {
      name: 'run a command in the terminal',
      steps: [
        'open /lab?reset',
        'click {"Terminal"}',
        'type {textarea} "echo 4711 > made.txt"',
        'press Enter',
      ],
      check: ({ data }) => readFileSync(join(data, 'made.txt'), 'utf8'),
      expected: '4711\n',
    },
  ],
};
