import type { Tool } from './defineTool.ts';
import { type Field, fieldsOf } from './fieldsOf.ts';
import { usageOf } from './usageOf.ts';

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
  const fields = fieldsOf(tool);
  const notes = tool.cli.notes?.replaceAll('\n', ' ').replaceAll('. ', '.\n');
  return [
    '',
    `## ${tool.name}`,
    '',
    `${tool.title}. ${tool.description}`,
    '',
    '```',
    usageOf(tool),
    '```',
    ...(notes ? ['', notes] : []),
    ...(fields.length > 0
      ? ['', '| field | on the command line | takes | meaning |', '|---|---|---|---|']
      : []),
    ...fields.map(renderField),
  ];
}

function renderField(field: Field): string {
  const { key, flag, short, value, description, default: preset, required, cliOnly } = field;
  const name = cliOnly ? '' : `\`${key}\``;
  const ending = preset === undefined || preset === false ? '' : `; default \`${preset}\``;
  const cells = [
    name,
    `\`${[short, flag ?? value].filter(Boolean).join(', ')}\``,
    `${takes(field)}${ending}${required ? '; required' : ''}`,
    description,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const WORDS = {
  boolean: 'yes or no',
  integer: 'whole number',
  number: 'number',
  element: 'number or id',
  text: 'text',
  list: 'texts',
  'texts by name': 'texts by name',
  'numbers by name': 'numbers by name',
} as const;

function takes({ kind, choices }: Field): string {
  if (kind === 'choice') return choices.map((choice) => `\`${choice}\``).join(', ');
  return WORDS[kind];
}
