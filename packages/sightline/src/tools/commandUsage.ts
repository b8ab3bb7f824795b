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
