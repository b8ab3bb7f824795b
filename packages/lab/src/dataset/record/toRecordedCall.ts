import type { UserInput } from './listenForInput.ts';

/** What a person did, as a call of a tool on a number; undefined where it is none. */
export function toRecordedCall(
  { kind, value, chosen, checked, keys }: UserInput,
  index: number | undefined,
): { tool: string; input: Record<string, unknown> } | undefined {
  if (kind === 'keys') return { tool: 'press', input: { keys, ...(index !== undefined && { index }) } };
  if (index === undefined || kind === 'typed') return undefined;
  switch (kind) {
    case 'click':
      return { tool: 'click', input: { index } };
    case 'double':
      return { tool: 'click', input: { index, double: true } };
    case 'value':
      return { tool: 'fill', input: { index, text: value } };
    case 'choice':
      return chosen.length > 0 ? { tool: 'select_option', input: { index, options: chosen } } : undefined;
    case 'state':
      return { tool: 'check', input: { index, state: checked === 'true' ? 'on' : 'off' } };
  }
}
