import type { Tool } from './defineTool.ts';
import { type InputField, inputFields } from './inputFields.ts';

/** How a command is written: `sightline look [TARGET] [--view VIEW] ...`. */
export function commandUsage(tool: Tool): string {
  const fields = inputFields(tool);
  const parts = [
    ...fields.filter(({ flag }) => !flag).map(positionalUsage),
    ...fields.filter(({ flag }) => flag).map((field) => `[${flagUsage(field)}]`),
  ];
  return ['sightline', tool.cli.command, ...parts].join(' ');
}

/** Options that a short usage names. */
const MAX_OPTIONS = 4;

/** The same in short, as a step of several: `drag ELEMENT [--to ELEMENT] [--from X,Y]`. Few options, none that only the command line has. */
export function stepUsage(tool: Tool): string {
  const fields = inputFields(tool);
  const { command, positionals = [] } = tool.cli;
  const places = positionals.flatMap((key) => fields.find((field) => field.key === key) ?? []);
  const options = fields.filter((field) => field.flag && !field.cliOnly && !places.includes(field));
  const shown = options.slice(0, MAX_OPTIONS).map((field) => `[${flagUsage(field)}]`);
  return [command, ...places.map(positionalUsage), ...shown].join(' ');
}

/** `URL`, `[TARGET]` or `FILE...`. */
export function positionalUsage({ valueName, required, kind }: InputField): string {
  const valueText = kind === 'list' ? `${valueName}...` : valueName;
  return required ? valueText : `[${valueText}]`;
}

const REPEATABLE_KINDS = new Set(['list', 'texts by name', 'numbers by name']);

/** `--max-tokens N`, `--full`, `--attr NAME=VALUE...`. */
export function flagUsage({ flag, kind, valueName }: InputField): string {
  if (kind === 'boolean') return `${flag}`;
  return REPEATABLE_KINDS.has(kind) ? `${flag} ${valueName}...` : `${flag} ${valueName}`;
}
