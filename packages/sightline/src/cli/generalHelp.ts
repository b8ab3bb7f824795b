import { positionalUsage } from '../tools/commandUsage.ts';
import type { Tool } from '../tools/defineTool.ts';
import { inputFields } from '../tools/inputFields.ts';

/** The commands that most tasks need, each with what it is for. */
const MAIN_COMMANDS: Readonly<Record<string, string>> = {
  open: 'Open a page: a first look at it',
  look: 'The page as text, its elements numbered; or a part of it',
  query: 'Find elements by words',
  run: "Run a script of Playwright's words; -e CODE",
  do: 'Several commands: do \'fill 3 Ann; click "Save"\'',
  click: 'By its number, or words: "Save"',
  fill: 'A field, or a form: fill "Name=Ann; Terms=yes"',
  select: 'Choose in a list',
  press: 'Keys: Enter, Control+A',
  table: 'Rows of a table',
  why: 'Why something is not shown',
  screenshot: 'A picture of the page',
};

/** The names of the others, by what they are for. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Read: ['summary', 'headings', 'region', 'details', 'text', 'full', 'dom', 'get', 'wait'],
  Act: ['type', 'check', 'hover', 'focus', 'scroll', 'drag', 'select-text', 'upload', 'dialogs'],
  Browser: ['back', 'forward', 'reload', 'tabs', 'resize', 'state', 'extension', 'close', 'doctor'],
  Developers: [
    'extract',
    'console',
    'network',
    'route',
    'performance',
    'evaluate',
    'pdf',
    'page-tools',
    'call-page-tool',
  ],
  Records: ['scripts', 'agent', 'replay', 'export', 'record', 'inspect', 'bench', 'dataset'],
};

/** The help without a command: one line for what most tasks need, and the names of the rest. */
export function generalHelp(tools: readonly Tool[]): string {
  const toolOf = new Map(tools.map((tool) => [tool.cli.command, tool]));
  const main = Object.keys(MAIN_COMMANDS).flatMap((name) => toolOf.get(name) ?? []);
  const placed = new Set([...Object.keys(MAIN_COMMANDS), ...Object.values(GROUPS).flat()]);
  const others = [...toolOf.keys()].filter((name) => !placed.has(name));
  const groups = Object.entries({ ...GROUPS, Others: [...others, 'help'] })
    .map(([group, names]) => [group, names.filter((name) => toolOf.has(name) || name === 'help')] as const)
    .filter(([, names]) => names.length > 0);
  return [
    'Usage: sightline COMMAND [options]',
    '',
    ...main.map(mainLine),
    '',
    ...groups.map(([group, names]) => `${group}: ${names.join(', ')}`),
    '',
    '`sightline COMMAND --help` says what it takes. All take --json, and',
    '--session NAME (default: SIGHTLINE_SESSION, or "default"). --version',
    'Exit code: 0; 1 when it failed; 2 when the command line is wrong.',
    '',
  ].join('\n');
}

function mainLine(tool: Tool): string {
  const { command, positionals = [] } = tool.cli;
  const fields = inputFields(tool);
  const usages = positionals
    .map((key) => fields.find((field) => field.key === key))
    .map((field) => (field ? positionalUsage(field) : ''));
  return `  ${[command, ...usages].join(' ').padEnd(24)} ${MAIN_COMMANDS[command]}`;
}
