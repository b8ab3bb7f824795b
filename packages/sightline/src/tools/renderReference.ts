import { commandUsage } from './commandUsage.ts';
import type { Tool } from './defineTool.ts';
import { type InputField, inputFields } from './inputFields.ts';

/** The tool reference as Markdown: `docs/tools.md`. What several commands have alike is written once, at its end. */
export function renderReference(tools: readonly Tool[]): string {
  const shared = sharedRows(tools);
  const head = [
    '# Tools and commands',
    '',
    'Made from the definitions in `src/tools/` by `node scripts/generate.mjs`; do not edit.',
    '',
    'Each tool is a command of the command line and, under its own name, a tool for models. Every command',
    'also takes `--json` (one object on standard output) and `--session NAME`.',
  ];
  const sections = tools.flatMap((tool) => renderTool(tool, shared));
  return `${[...head, ...sections, ...renderShared(shared)].join('\n')}\n`;
}

const SHARED_HEADING = 'Flags of several commands';

/** Flags that more than one command has, with the same meaning: their rows, and the names of the commands. */
function sharedRows(tools: readonly Tool[]): ReadonlyMap<string, readonly string[]> {
  const commandsByRow = new Map<string, string[]>();
  for (const tool of tools) {
    for (const field of inputFields(tool).filter(({ flag }) => flag !== undefined)) {
      const row = renderField(field);
      commandsByRow.set(row, [...(commandsByRow.get(row) ?? []), tool.cli.command]);
    }
  }
  return new Map([...commandsByRow].filter(([, commands]) => commands.length > 1));
}

function renderShared(shared: ReadonlyMap<string, readonly string[]>): string[] {
  if (shared.size === 0) return [];
  const rows = [...shared].map(([row, commands]) => `${row} ${commands.join(', ')} |`);
  return [
    '',
    `## ${SHARED_HEADING}`,
    '',
    '| field | on the command line | takes | meaning | commands |',
    '|---|---|---|---|---|',
    ...rows,
  ];
}

function renderTool(tool: Tool, shared: ReadonlyMap<string, readonly string[]>): string[] {
  const fields = inputFields(tool);
  const own = fields.map(renderField).filter((row) => !shared.has(row));
  const others = fields.filter((field) => shared.has(renderField(field))).map(({ flag }) => `\`${flag}\``);
  const link = `[${SHARED_HEADING}](#${SHARED_HEADING.toLowerCase().replaceAll(' ', '-')})`;
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
    ...(tool.cli.helpLines ? ['', '```', ...tool.cli.helpLines, '```'] : []),
    ...(own.length > 0 ? ['', '| field | on the command line | takes | meaning |', '|---|---|---|---|'] : []),
    ...own,
    ...(others.length > 0 ? ['', `In ${link}: ${others.join(', ')}.`] : []),
  ];
}

function renderField(field: InputField): string {
  const { key, flag, short, valueName, description, required, cliOnly } = field;
  const name = cliOnly ? '' : `\`${key}\``;
  const cells = [
    name,
    `\`${[short, flag ?? valueName].filter(Boolean).join(', ')}\``,
    `${renderAccepts(field)}${renderDefault(field)}${required ? '; required' : ''}`,
    description,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function renderDefault({ default: value }: InputField): string {
  const isNone =
    value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0);
  return isNone ? '' : `; default \`${value}\``;
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
