import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarkPath } from '../../paths.ts';
import type { Application } from '../Application.ts';
import { startServer } from '../startServer.ts';
import { readLog } from './readLog.ts';

/** Gradio: a form, a chat, an upload, a table that is edited. */
export const modelDemo: Application = {
  name: 'gradio',
  kind: 'a demonstration of a model',
  packages: { pip: ['gradio==6.31.0'] },
  start(place) {
    const { packages, data, port } = place;
    writeFileSync(join(data, 'words.txt'), 'one two three');
    const env = {
      GRADIO_ANALYTICS_ENABLED: 'False',
      HF_HUB_OFFLINE: '1',
      GRADIO_TEMP_DIR: join(data, 'tmp'),
    };
    const program = benchmarkPath('apps/seeds/gradio_app.py');
    return startServer(
      place,
      [join(packages, 'venv/bin/python'), program, String(port), join(data, 'log.jsonl')],
      { env },
    );
  },
  looks: ['/'],
  tasks: [
    {
      name: 'fill a form, send it',
      steps: [
        'open /',
        'fill {"Name"} "Ann Lee"',
        'fill {input "Level"} 7',
        'select {"Mood"} Calm',
        'check {"I agree"}',
        'check {"Wed"}',
        'select {"Tags"} green',
        'select {"Tags"} blue',
        'click {button "Greet"}',
      ],
      check: (site) => readLog(site, 'greet'),
      expected: [['Ann Lee', 7, 'Calm', 'Wed', ['blue', 'green']]],
    },
    {
      name: 'read why a form was refused',
      steps: [
        'open /',
        'fill {"Name"} Bob',
        'click {button "Greet"}',
        'wait "You must agree first"',
        'answer (agree)',
      ],
      check: ({ answer }) => answer,
      expected: 'agree',
    },
    {
      name: 'chat, read the reply',
      steps: [
        'open /',
        'click {"Chat"}',
        'fill {textarea} "good morning"',
        'press Enter',
        'wait "You said"',
        'look',
        'answer You said.*(good morning)',
      ],
      check: (site) => [site.answer, readLog(site, 'chat')],
      expected: ['good morning', [['good morning']]],
    },
    {
      name: 'upload a file',
      steps: [
        'open /',
        'click {"Files"}',
        'upload {button "Click to upload"} DATA/words.txt',
        'wait "13 characters"',
      ],
      check: (site) => readLog(site, 'file').at(-1),
      expected: ['words.txt', 'one two three'],
    },
    {
      name: 'change a cell of a table, use its sum',
      steps: [
        'open /',
        'click {"Table"}',
        'click --double {gridcell "37"}',
        'fill {textarea "Edit cell"} 1037',
        'press Enter',
        'click {button "Sum"}',
        'wait --idle',
      ],
      check: (site) => readLog(site, 'total').at(-1),
      expected: [
        Array.from({ length: 100 }, (_, i) => ((i + 1) * 37) % 97).reduce((sum, one) => sum + one, 0) + 1000,
      ],
    },
  ],
};
