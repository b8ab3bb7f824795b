import { commandUsage } from './commandUsage.ts';
import type { Tool } from './defineTool.ts';
import { type InputField, inputFields } from './inputFields.ts';

/** The tool reference as Markdown: `docs/tools.md`. */
export function renderReference(tools: readonly Tool[]): string {
  const head = [
    '# Tools and commands',
    '',
    'Made from the definitions in `src/tools/` by `node scripts/generate.mjs`; do not edit.',
    '',
    'Each tool is a command of the command line and, under its own name, a tool for models. Every command',
    'also takes `--json` (one object on standard output) and `--session NAME`.',
  ];
  return `${[...head, ...tools.flatMap(renderTool)].join('\n')}\n`;
}

function renderTool(tool: Tool): string[] {
  const fields = inputFields(tool);
  const notes = tool.cli.notes?.replaceAll('\n', ' ').replaceAll('. ', '.\n');
  return [
    '',
    `## ${tool.name}`,
    '',
    `${tool.title}. ${tool.description}`,
    '',
    '```',
    commandUsage(tool),
    '```',
    ...(notes ? ['', notes] : []),
    ...(fields.length > 0
      ? ['', '| field | on the command line | takes | meaning |', '|---|---|---|---|']
      : []),
    ...fields.map(renderField),
  ];
}

function renderField(field: InputField): string {
  const { key, flag, short, valueName, description, default: defaultValue, required, cliOnly } = field;
  const name = cliOnly ? '' : `\`${key}\``;
  const defaultText =
    defaultValue === undefined || defaultValue === false ? '' : `; default \`${defaultValue}\``;
  const cells = [
    name,
    `\`${[short, flag ?? valueName].filter(Boolean).join(', ')}\``,
    `${renderAccepts(field)}${defaultText}${required ? '; required' : ''}`,
    description,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const KIND_TEXTS = {
  boolean: 'yes or no',
  integer: 'whole number',
  number: 'number',
  element: 'number or id',
  text: 'text',
  list: 'texts',
  'texts by name': 'texts by name',
  'numbers by name': 'numbers by name',
} as const;

function renderAccepts({ kind, choices }: InputField): string {
  if (kind === 'choice') return choices.map((choice) => `\`${choice}\``).join(', ');
  return KIND_TEXTS[kind];
}
