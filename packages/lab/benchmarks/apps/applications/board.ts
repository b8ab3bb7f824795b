import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarkPath } from '../../paths.ts';
import type { Application } from '../Application.ts';
import { startServer } from '../startServer.ts';
import { readLog } from './readLog.ts';

/** Streamlit: widgets of React Aria and Base Web, a grid on a canvas, a page that runs anew at each change. */
export const board: Application = {
  name: 'streamlit',
  kind: 'a dashboard',
  packages: { pip: ['streamlit==1.67.0'] },
  start(place) {
    const { packages, data, port } = place;
    writeFileSync(join(data, 'words.txt'), 'one two three');
    const options = [
      '--server.port',
      String(port),
      '--server.address',
      '127.0.0.1',
      '--server.headless',
      'true',
      '--browser.gatherUsageStats',
      'false',
    ];
    const program = benchmarkPath('apps/seeds/streamlit_app.py');
    return startServer(
      place,
      [join(packages, 'venv/bin/streamlit'), 'run', program, ...options, '--', join(data, 'log.jsonl')],
      {
        env: { HOME: data },
        path: '/_stcore/health',
      },
    );
  },
  looks: ['/'],
  tasks: [
    {
      name: 'filter by a region more and a product',
      steps: ['open /', 'wait Orders', 'select {"Region"} East', 'select {"Product"} Desk', 'wait --idle'],
      check: (site) => readLog(site, 'shown').at(-1),
      expected: [['East', 'North', 'South'], 40, 'Desk', 30],
    },
    {
      name: 'set a slider, read the figure',
      steps: [
        'open /',
        'wait Orders',
        'fill {"Most units"} 20',
        'wait --idle',
        'look',
        'answer Orders\\s+(\\d+)',
      ],
      check: (site) => [
        readLog(site, 'shown').at(-1)?.[1],
        readLog(site, 'shown').at(-1)?.[3] === Number(site.answer),
      ],
      expected: [20, true],
    },
    {
      name: 'save a form with a time',
      steps: [
        'open /',
        'wait Orders',
        'click {"Form"}',
        'fill {"Customer"} "Ann Lee"',
        'fill {"Notes"} "ring\\ntwice"',
        'fill {"Quantity"} 12',
        'check {"Sea"}',
        'fill {"hour, At"} 14',
        'fill {"minute, At"} 30',
        'click {"Save order"}',
        'wait "Saved for Ann Lee"',
      ],
      check: (site) => readLog(site, 'order'),
      expected: [['Ann Lee', 'ring\ntwice', 12, 'Sea', '14:30:00']],
    },
    {
      name: 'confirm in a modal',
      steps: [
        'open /',
        'wait Orders',
        'click {"Form"}',
        'click {"Reset orders"}',
        'click {"Yes, reset"}',
        'wait --idle',
      ],
      check: (site) => readLog(site, 'reset').length,
      expected: 1,
    },
    {
      name: 'chat, read the reply',
      steps: [
        'open /',
        'wait Orders',
        'click {"Chat"}',
        'fill {"Say something"} stressed',
        'press Enter',
        'wait desserts',
        'look',
        'answer (desserts)',
      ],
      check: (site) => [site.answer, readLog(site, 'chat')],
      expected: ['desserts', [['stressed']]],
    },
    {
      name: 'upload a file',
      steps: [
        'open /',
        'wait Orders',
        'click {"Upload" #1}',
        'upload {"Text file"} DATA/words.txt',
        'wait "13 bytes"',
      ],
      check: (site) => readLog(site, 'file').at(-1),
      expected: ['words.txt', 13],
    },
    {
      name: 'read a grid that is painted on a canvas',
      steps: ['open /', 'wait Orders', 'table', 'answer \\| 5 \\|[^\\n]*?\\| (\\d+) \\|'],
      check: ({ answer }) => Number(answer),
      expected: 35,
    },
  ],
};
