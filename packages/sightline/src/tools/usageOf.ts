import type { Tool } from './defineTool.ts';
import { type Field, fieldsOf } from './fieldsOf.ts';

/** How a command is written: `sightline look [TARGET] [--view VIEW] ...`. */
export function usageOf(tool: Tool): string {
  const fields = fieldsOf(tool);
  const parts = [
    ...fields.filter(({ flag }) => !flag).map(positionalOf),
    ...fields.filter(({ flag }) => flag).map((field) => `[${flagUsage(field)}]`),
  ];
  return ['sightline', tool.cli.command, ...parts].join(' ');
}

/** `URL`, `[TARGET]` or `FILE...`. */
export function positionalOf({ value, required, kind }: Field): string {
  const words = kind === 'list' ? `${value}...` : value;
  return required ? words : `[${words}]`;
}

const SEVERAL = new Set(['list', 'texts by name', 'numbers by name']);

/** `--max-tokens N`, `--full`, `--attr NAME=VALUE...`. */
export function flagUsage({ flag, kind, value }: Field): string {
  if (kind === 'boolean') return `${flag}`;
  return SEVERAL.has(kind) ? `${flag} ${value}...` : `${flag} ${value}`;
}
