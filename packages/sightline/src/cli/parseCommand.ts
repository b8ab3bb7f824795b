import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { SightlineError } from '../model/SightlineError.ts';
import type { Tool } from '../tools/defineTool.ts';
import { type Field, fieldsOf } from '../tools/fieldsOf.ts';
import { parseInput } from '../tools/parseInput.ts';
import { flagUsage, positionalOf } from '../tools/usageOf.ts';
import { isSessionName } from './runtimeFolder.ts';

/** What a command line asks for. */
export type Parsed =
  | { kind: 'run'; tool: Tool; input: Record<string, unknown>; json: boolean }
  /** Help or the version. */
  | { kind: 'text'; text: string }
  /** It cannot be understood; exit code 2. */
  | { kind: 'usage'; error: SightlineError; json: boolean };

export interface ParseSettings {
  tools: readonly Tool[];
  version: string;
  /** Width of the terminal, for the help. Default 80. */
  columns?: number;
}

/** Reads a command line by the definitions of the tools. Prints nothing, ends nothing. */
export function parseCommand(argv: readonly string[], settings: ParseSettings): Parsed {
  const json = argv.includes('--json');
  let text = '';
  let run: Parsed | undefined;
  const program = buildProgram(argv, settings, (tool, input) => {
    run = { kind: 'run', tool, input, json };
  });
  const keep = (output: string): void => {
    text += output;
  };
  for (const command of [program, ...program.commands]) {
    command.configureOutput({ writeOut: keep, writeErr: () => undefined });
  }
  try {
    program.parse(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { kind: 'text', text };
    return { kind: 'usage', error: usageError(error, argv, program), json };
  }
  return run ?? { kind: 'text', text };
}

type OnRun = (tool: Tool, input: Record<string, unknown>) => void;

function buildProgram(
  argv: readonly string[],
  { tools, version, columns = 80 }: ParseSettings,
  onRun: OnRun,
): CommanderCommand {
  const program = new CommanderCommand('sightline')
    .description('A line of sight into web pages: see a page as a language model would, and ask about it.')
    .version(version, '-V, --version', 'Show the version')
    .option('--json', 'Print one JSON object instead of text')
    .option('--session <NAME>', 'Work in the session of that name (default: SIGHTLINE_SESSION, or "default")')
    .configureHelp({ helpWidth: columns, showGlobalOptions: true, subcommandTerm: termOf })
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [COMMAND]', 'Show the help of a command')
    .addHelpText('after', '\nA command also answers to the name of its tool: `sightline get_region MAIN`.')
    .addHelpText('after', '\nExit code: 0; 1 when it failed; 2 when the command line is wrong.')
    .exitOverride();
  // Only the help of the whole shows every command's arguments: for one command, the others need but a name.
  const named = tools.filter(({ name, cli }) => argv.includes(cli.command) || argv.includes(name));
  for (const tool of tools) {
    if (named.length === 0 || named.includes(tool)) addCommand(program, tool, tools, onRun);
    else addName(program, tool);
  }
  return program;
}

function addCommand(program: CommanderCommand, tool: Tool, tools: readonly Tool[], onRun: OnRun): void {
  const fields = fieldsOf(tool);
  const command = addName(program, tool).summary(tool.title).description(inCommands(tool.description, tools));
  const positionals = (tool.cli.positionals ?? []).map((key) => fields.find((field) => field.key === key));
  for (const field of positionals.filter((field) => field !== undefined)) {
    const words = field.kind === 'list' ? `${field.value}...` : field.value;
    command.argument(field.required ? `<${words}>` : `[${words}]`, field.description);
  }
  const options = fields.filter(({ flag }) => flag).map((field) => ({ field, option: optionOf(field) }));
  for (const { option } of options) command.addOption(option);
  if (tool.cli.notes) command.addHelpText('after', `\n${tool.cli.notes}`);
  command.action((...args: unknown[]) => {
    const given = command.opts();
    const raw: Record<string, unknown> = {};
    for (const [index, field] of positionals.entries()) if (field) raw[field.key] = args[index];
    for (const { field, option } of options) raw[field.key] = given[option.attributeName()] ?? raw[field.key];
    onRun(tool, checkInput(tool, fields, raw, program.opts().session));
  });
}

/** A command also answers to the name of its tool, which models and documents know it by. */
function addName(program: CommanderCommand, { name, cli }: Tool): CommanderCommand {
  const command = program.command(cli.command);
  return name === cli.command ? command : command.alias(name);
}

/** What is written for models names tools; here they are commands. */
function inCommands(text: string, tools: readonly Tool[]): string {
  return text.replace(
    /\b[a-z]+(?:_[a-z]+)+\b/g,
    (word) => tools.find(({ name }) => name === word)?.cli.command ?? word,
  );
}

/** The commands of the overview, without the names of their tools. */
function termOf(command: CommanderCommand): string {
  const values = command.registeredArguments.map((one) =>
    one.required ? `<${one.name()}>` : `[${one.name()}]`,
  );
  return [command.name(), ...(command.options.length > 0 ? ['[options]'] : []), ...values].join(' ');
}

function optionOf(field: Field): Option {
  const long = flagUsage(field).replace(/ (\S+?)(\.\.\.)?$/, ' <$1$2>');
  const usage = field.short ? `${field.short}, ${long}` : long;
  const choices = field.kind === 'choice' ? [`one of ${field.choices.join(', ')}`] : [];
  const preset = field.default === undefined || field.default === false ? [] : [`default ${field.default}`];
  const limits = [...choices, ...preset].join('; ');
  return new Option(usage, limits ? `${field.description} (${limits})` : field.description);
}

function checkInput(
  tool: Tool,
  fields: Field[],
  raw: Record<string, unknown>,
  session: string | undefined,
): Record<string, unknown> {
  if (session !== undefined && !isSessionName(session)) throw badSessionName(session);
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const value = raw[field.key];
    if (value !== undefined) given[field.key] = convert(field, value);
  }
  return parseInput(tool, given, (field) => field.flag ?? positionalOf({ ...field, required: true }));
}

const NUMBERS: ReadonlySet<Field['kind']> = new Set(['integer', 'number', 'element']);

// What is no number stays as it was written, for the schema to refuse and the message to quote.
function convert({ kind }: Field, value: unknown): unknown {
  if (kind === 'choice' && (value === 'true' || value === 'false')) return value === 'true';
  if (kind === 'texts by name' || kind === 'numbers by name')
    return byName(value, kind === 'numbers by name');
  if (!NUMBERS.has(kind) || typeof value !== 'string') return value;
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** `NAME=VALUE`, several times. A number stands after the last equals sign, a text after the first. */
function byName(value: unknown, numbers: boolean): unknown {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map((pair: string) => {
      const at = numbers ? pair.lastIndexOf('=') : pair.indexOf('=');
      const [name, rest] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      const isNumber = numbers && rest.trim() !== '' && Number.isFinite(Number(rest));
      return [name.trim(), isNumber ? Number(rest) : rest];
    }),
  );
}

/** @returns `invalid_argument`: what a session may be called */
export function badSessionName(name: string): SightlineError {
  return new SightlineError('invalid_argument', `${JSON.stringify(name)} cannot be the name of a session.`, {
    hint: 'Use 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first.',
  });
}

function usageError(error: unknown, argv: readonly string[], program: CommanderCommand): SightlineError {
  if (error instanceof SightlineError) return error;
  if (!(error instanceof CommanderError)) throw error;
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const word = argv.find((one) => !one.startsWith('-')) ?? '';
  return new SightlineError('invalid_argument', capitalize(message), {
    hint: suggestion?.replace(/^\(|\)$/g, '') ?? nextHelp(word, program),
  });
}

function nextHelp(word: string, program: CommanderCommand): string {
  if (program.commands.some((command) => command.name() === word || command.aliases().includes(word)))
    return `See \`sightline help ${word}\`.`;
  if (/^[a-z]+:\/\/|^[\w-]+(\.[\w-]+)+(\/|$)/i.test(word)) return `Did you mean \`sightline look ${word}\`?`;
  return 'See `sightline help`.';
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
