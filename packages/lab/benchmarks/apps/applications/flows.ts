import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application, Site } from '../Application.ts';
import { startServer } from '../startServer.ts';

const debug = (id: string, z: string, name: string): object => ({
  id,
  type: 'debug',
  z,
  name,
  active: true,
  tosidebar: true,
  complete: 'payload',
  targetType: 'msg',
  x: 520,
  y: 100,
  wires: [],
});

const SEED = [
  { id: 't1', type: 'tab', label: 'Greenhouse', disabled: false, info: '' },
  { id: 't3', type: 'tab', label: 'Reports', disabled: false, info: '' },
  {
    id: 'i1',
    type: 'inject',
    z: 't1',
    name: 'read soil',
    props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }],
    repeat: '3600',
    crontab: '',
    once: false,
    onceDelay: 0.1,
    topic: 'soil/bed-7',
    payload: '',
    payloadType: 'date',
    x: 140,
    y: 100,
    wires: [['d1']],
  },
  debug('d1', 't1', 'valve'),
  {
    id: 'i3',
    type: 'inject',
    z: 't3',
    name: 'weekly',
    props: [{ p: 'payload' }],
    repeat: '',
    crontab: '',
    once: false,
    onceDelay: 0.1,
    topic: '',
    payload: '',
    payloadType: 'date',
    x: 140,
    y: 80,
    wires: [['tp']],
  },
  {
    id: 'tp',
    type: 'template',
    z: 't3',
    name: 'letter',
    field: 'payload',
    fieldType: 'msg',
    format: 'handlebars',
    syntax: 'mustache',
    template: 'Dear team,\nthe figure is {{payload}}.',
    output: 'str',
    x: 320,
    y: 80,
    wires: [['d3']],
  },
  debug('d3', 't3', 'print'),
];

const SETTINGS = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: false,
  diagnostics: { enabled: false, ui: false },
  telemetry: { enabled: false, updateNotification: false },
  editorTheme: { tours: false, palette: { editable: false }, codeEditor: { lib: 'monaco' } },
  externalModules: { palette: { allowInstall: false } },
  logging: { console: { level: 'warn' } },
};

const LETTER = 'Dear board,\n  the figure is {{payload}}.\n\nYours';

interface FlowNode {
  id: string;
  type: string;
  z?: string;
  name?: string;
  label?: string;
  repeat?: string;
  topic?: string;
  template?: string;
}

async function nodes({ json }: Site): Promise<FlowNode[]> {
  return json('/flows');
}

const nodeOf = async (site: Site, id: string): Promise<FlowNode | undefined> =>
  (await nodes(site)).find((one) => one.id === id);

/** Node-RED: a drawing in SVG, trays, Monaco, a palette to drag from. */
export const flows: Application = {
  name: 'node-red',
  kind: 'flows as a drawing',
  packages: { npm: ['node-red@4.1.15'] },
  start(place) {
    const { data, packages, port } = place;
    writeFileSync(
      join(data, 'settings.cjs'),
      `module.exports = ${JSON.stringify({ ...SETTINGS, uiPort: port })};`,
    );
    writeFileSync(join(data, 'flows.json'), JSON.stringify(SEED));
    const program = join(packages, 'node_modules/node-red/red.js');
    return startServer(place, [process.execPath, program, '-u', data, '-s', join(data, 'settings.cjs')], {
      env: { HOME: data },
    });
  },
  looks: ['/'],
  tasks: [
    {
      name: 'change how often a node runs, deploy',
      steps: [
        'open /',
        'click --double {"read soil"}',
        'fill {spinbutton} 15',
        'fill {input "soil/bed-7"} soil/bed-9',
        'click {"Done"}',
        'click {"Deploy"}',
      ],
      check: async (site) => nodeOf(site, 'i1').then((node) => [node?.repeat, node?.topic]),
      expected: ['900', 'soil/bed-9'],
    },
    {
      name: 'replace a text in Monaco, deploy',
      steps: [
        'open /',
        'click {a "Reports"}',
        'click --double {"letter"}',
        `fill {textbox} ${JSON.stringify(LETTER)}`,
        'click {"Done"}',
        'click {"Deploy"}',
      ],
      check: async (site) => nodeOf(site, 'tp').then((node) => node?.template),
      expected: LETTER,
    },
    {
      name: 'drag a node from the palette, name it, deploy',
      steps: [
        'open /',
        'click {a "Greenhouse"}',
        'drag {"comment"} {"read soil"}',
        'look',
        'click --double {rect "comment"}',
        'fill {"Name"} "Check figures"',
        'click {"Done"}',
        'click {"Deploy"}',
      ],
      check: async (site) =>
        (await nodes(site)).filter(({ type }) => type === 'comment').map(({ z, name }) => [z, name]),
      expected: [['t1', 'Check figures']],
    },
    {
      name: 'rename a flow, deploy',
      steps: [
        'open /',
        'click --double {a "Reports"}',
        'fill {"Name"} Letters',
        'click {"Done"}',
        'click {"Deploy"}',
      ],
      check: async (site) => nodeOf(site, 't3').then((node) => node?.label),
      expected: 'Letters',
    },
  ],
};
