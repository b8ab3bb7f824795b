import { nearestWord } from '../snapshot/nearestWord.ts';
import { positionalUsage } from '../tools/commandUsage.ts';
import type { Tool } from '../tools/defineTool.ts';
import { type InputField, inputFields } from '../tools/inputFields.ts';

/** Flags that every command takes. */
export const COMMON_FLAGS = ['--json', '--session', '--help'];

/** Most commands named that take an option which another command does not. */
const MAX_NAMED_COMMANDS = 4;

/** What to write instead of an option that the command does not take. `tool`: undefined where no command was named. */
export function unknownOptionHint(option: string, tool: Tool | undefined, tools: readonly Tool[]): string {
  const name = option.split('=')[0] as string;
  const fields = tool ? inputFields(tool) : [];
  const positional = fields.find(({ flag, key }) => !flag && nearestWord(name, [key]) === key);
  if (tool && positional)
    return `Give it without a name: \`sightline ${tool.cli.command} ${positionalUsages(fields)}\`.`;
  const near = nearestWord(name, [...flagsOf(fields), ...COMMON_FLAGS]);
  if (near) return `Did you mean ${near}?`;
  const elsewhere = name.startsWith('--') && nearestWord(name, tools.flatMap(allFlagsOf));
  if (elsewhere) return `${commandsTaking(elsewhere, tools)} ${elsewhere}.`;
  if (!tool) return 'See `sightline help`.';
  const flags = fields.flatMap(({ flag }) => flag ?? []);
  return `${tool.cli.command} takes ${[...flags, '--json', '--session'].join(', ')}.`;
}

/** What to write instead of a command that there is not. */
export function unknownCommandHint(word: string, tools: readonly Tool[]): string {
  const commandOf = new Map(
    tools.flatMap(({ name, cli }): [string, string][] => [
      [cli.command, cli.command],
      [name, cli.command],
    ]),
  );
  const near = commandOf.get(nearestWord(word, commandOf.keys()) ?? '');
  if (near) return `Did you mean ${near}?`;
  if (/^[a-z]+:\/\/|^[\w-]+(\.[\w-]+)+(\/|$)/i.test(word)) return `Did you mean \`sightline look ${word}\`?`;
  return 'See `sightline help`.';
}

const allFlagsOf = (tool: Tool): string[] => flagsOf(inputFields(tool));

const flagsOf = (fields: readonly InputField[]): string[] =>
  fields.flatMap(({ flag, short, aliases }) => [flag, short, ...aliases].filter((one) => one !== undefined));

function positionalUsages(fields: readonly InputField[]): string {
  return fields
    .filter(({ flag }) => !flag)
    .map(positionalUsage)
    .join(' ');
}

function commandsTaking(flag: string, tools: readonly Tool[]): string {
  const names = tools.filter((tool) => allFlagsOf(tool).includes(flag)).map(({ cli }) => cli.command);
  const named = names.slice(0, MAX_NAMED_COMMANDS);
  const more = names.length > named.length ? ` and ${names.length - named.length} more take` : '';
  return `${named.join(', ')}${more || (names.length > 1 ? ' take' : ' takes')}`;
}
