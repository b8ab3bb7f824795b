import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { findSynonym } from '../tools/commandSynonyms.ts';
import { flagUsage, positionalUsage } from '../tools/commandUsage.ts';
import type { Tool } from '../tools/defineTool.ts';
import { type InputField, inputFields, kebabCase } from '../tools/inputFields.ts';
import { parseInput } from '../tools/parseInput.ts';
import { readFieldText } from '../tools/readFieldText.ts';
import { badSessionName, isSessionName } from '../tools/sessionName.ts';
import { generalHelp } from './generalHelp.ts';
import { unknownCommandHint, unknownOptionHint } from './usageHint.ts';

/** A tool to run. */
export interface ToolRun {
  kind: 'run';
  tool: Tool;
  /** Checked against the tool's schema. */
  input: Record<string, unknown>;
  json: boolean;
}

/** What a command line asks for. */
export type ParsedCommand =
  | ToolRun
  /** Help or the version. */
  | { kind: 'text'; text: string }
  /** It cannot be understood; exit code 2. */
  | { kind: 'usage'; error: SightlineError; json: boolean };

export interface ParseOptions {
  tools: readonly Tool[];
  version: string;
  /** Width of the terminal, for the help. Default 80. */
  columns?: number;
}

/** Reads a command line by the definitions of the tools. Prints nothing, ends nothing. */
export function parseCommand(argv: readonly string[], settings: ParseOptions): ParsedCommand {
  const { tools } = settings;
  const json = argv.includes('--json');
  const words = wordsToParse(argv, tools);
  let text = '';
  let run: ParsedCommand | undefined;
  const program = buildProgram(words, settings, (tool, input) => {
    run = { kind: 'run', tool, input, json };
  });
  const appendText = (output: string): void => {
    text += output;
  };
  for (const command of [program, ...program.commands]) {
    command.configureOutput({ writeOut: appendText, writeErr: () => undefined });
  }
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { kind: 'text', text };
    return { kind: 'usage', error: usageError(error, words, tools), json };
  }
  return run ?? { kind: 'text', text };
}

/** `help` for an unknown command is parsed as that command: the error then says so, and suggests the nearest. */
function wordsToParse(given: readonly string[], tools: readonly Tool[]): string[] {
  if (given.length === 0) return ['--help'];
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  const argv = withSynonym(
    given.map((word, i) => (i < end && word.startsWith('--') ? kebabOption(word) : word)),
    tools,
  );
  const [first, command] = argv.filter((word) => !word.startsWith('-'));
  const isUnknown =
    command !== undefined && !tools.some(({ name, cli }) => name === command || cli.command === command);
  return first === 'help' && isUnknown && command !== 'help' ? [command] : [...argv];
}

/** `double-click 3` is `click 3 --double`, `uncheck 3` is `check 3 off`, `goto URL` is `open URL`, as in `do`. */
function withSynonym(argv: readonly string[], tools: readonly Tool[]): string[] {
  const at = argv.findIndex((word) => !word.startsWith('-'));
  const [before, word = '', after] = [argv.slice(0, at), argv[at], argv.slice(at + 1)];
  if (word === 'scroll') return [...before, word, ...scrollWords(after)];
  const synonym = findSynonym(word, tools);
  if (!synonym) return [...argv];
  const { double, state } = synonym.input ?? {};
  const words = [...(double ? ['--double'] : []), ...after, ...(state ? [String(state)] : [])];
  return [...before, synonym.command, ...words];
}

/** `scroll to Imprint` and `scroll 12` are `scroll --to ...`, as in `do`. */
function scrollWords(words: readonly string[]): string[] {
  const end = words.findIndex((word) => word.startsWith('-'));
  const given = end < 0 ? words : words.slice(0, end);
  const [first = 'down', ...more] = given;
  if (given.length <= 1 && /^(?:down|up|left|right)$/.test(first)) return [...words];
  const target = first === 'to' && more.length > 0 ? more : given;
  return ['--to', target.join(' '), ...words.slice(given.length)];
}

/** `--max_tokens=9` and `--maxTokens=9` are `--max-tokens=9`. */
const kebabOption = (word: string): string =>
  word.replace(/^--[^=]*/, (name) =>
    name.replace(/[a-z][A-Z]/g, ([a, b]) => `${a}-${b}`.toLowerCase()).replaceAll('_', '-'),
  );

type OnRun = (tool: Tool, input: Record<string, unknown>) => void;

function buildProgram(
  argv: readonly string[],
  { tools, version, columns = 80 }: ParseOptions,
  onRun: OnRun,
): CommanderCommand {
  const program = new CommanderCommand('sightline')
    .description('A line of sight into web pages: see a page as a language model would, and ask about it.')
    .version(version, '-V, --version', 'Show the version')
    .option('--json', 'Print one JSON object instead of text')
    .option('--session <NAME>', 'Work in the session of that name (default: SIGHTLINE_SESSION, or "default")')
    .configureHelp({ helpWidth: columns })
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [COMMAND]', 'Show the help of a command')
    .showSuggestionAfterError(false)
    .exitOverride();
  program.helpInformation = () => generalHelp(tools);
  // Where a command is named, the others need just a name.
  const mentionedTools = tools.filter(({ name, cli, otherNames = [] }) =>
    [cli.command, name, ...otherNames].some((one) => argv.includes(one)),
  );
  for (const tool of tools) {
    if (mentionedTools.includes(tool)) addCommand(program, tool, tools, onRun);
    else addName(program, tool);
  }
  return program;
}

/** Commands of which all that is given by position is one text: words of the page. */
const WORD_COMMANDS: ReadonlySet<string> = new Set(
  'click hover focus details query text wait region why do'.split(' '),
);

function addCommand(program: CommanderCommand, tool: Tool, tools: readonly Tool[], onRun: OnRun): void {
  const fields = inputFields(tool);
  const command = addName(program, tool)
    .summary(tool.title)
    .description(replaceToolNames(tool.description, tools));
  const positionals = (tool.cli.positionals ?? []).map((key) => fields.find((field) => field.key === key));
  let rest: string | undefined;
  for (const field of positionals.filter((field) => field !== undefined)) {
    const takesRest = WORD_COMMANDS.has(tool.cli.command);
    const words = field.kind === 'list' ? `${field.valueName}...` : field.valueName;
    if (takesRest) {
      command.allowExcessArguments();
      rest = field.key;
    }
    command.argument(field.required ? `<${words}>` : `[${words}]`, field.description);
  }
  const options = fields
    .filter(({ flag }) => flag)
    .map((field) => ({ field, forms: [optionOf(field), ...field.aliases.map(aliasOf(field))] }));
  const otherNames = Object.entries(tool.aliases ?? {}).filter(([, alias]) => typeof alias === 'object');
  const others = otherNames.map(([name]) => ({ name, option: hiddenOption(name) }));
  for (const option of options.flatMap(({ forms }) => forms)) command.addOption(option);
  for (const { option } of others) command.addOption(option);
  command.addHelpText('after', `Also --json, --session <NAME>: see \`sightline --help\`.`);
  const { notes, helpLines = [] } = tool.cli;
  if (notes) command.addHelpText('after', ['', notes, ...helpLines].join('\n'));
  command.action((...args: unknown[]) => {
    const given = command.opts();
    const raw: Record<string, unknown> = {};
    for (const [index, field] of positionals.entries()) if (field) raw[field.key] = args[index];
    // Words that no quotes hold together, as in a step of `do`.
    if (rest !== undefined && command.args.length > 1) raw[rest] = command.args.join(' ');
    for (const { field, forms } of options) {
      const form = forms.find((option) => given[option.attributeName()] !== undefined);
      const isGiven = raw[field.key] !== undefined;
      const key = (isGiven && tool.cli.secondFlags?.[field.key]) || field.key;
      if (form) raw[key] = given[form.attributeName()];
    }
    for (const { name, option } of others) {
      const value = given[option.attributeName()];
      if (value !== undefined) raw[name] = value;
    }
    onRun(tool, checkInput(tool, fields, raw, program.opts().session));
  });
}

/** A command also answers to the name of its tool, which models and documents know it by. */
function addName(program: CommanderCommand, { name, cli, otherNames = [] }: Tool): CommanderCommand {
  const command = program.command(cli.command);
  return command.aliases([name, ...otherNames].filter((one) => one !== cli.command));
}

/** Replaces tool names in texts written for models by command names. */
function replaceToolNames(text: string, tools: readonly Tool[]): string {
  return text.replace(
    /\b[a-z]+(?:_[a-z]+)+\b/g,
    (word) => tools.find(({ name }) => name === word)?.cli.command ?? word,
  );
}

function optionOf(field: InputField): Option {
  const long = flagUsage(field).replace(/ (\S+?)(\.\.\.)?$/, ' <$1$2>');
  const flags = field.short ? `${field.short}, ${long}` : long;
  const choices = field.kind === 'choice' ? [`one of ${field.choices.join(', ')}`] : [];
  // Of an empty list, and of `false`, the text is empty or says nothing.
  const defaultText = !field.default || `${field.default}` === '' ? [] : [`default ${field.default}`];
  const limits = [...choices, ...defaultText].join('; ');
  return new Option(flags, limits ? `${field.description} (${limits})` : field.description);
}

/** The same option under another name, which the help does not show. */
const aliasOf =
  (field: InputField) =>
  (flag: string): Option =>
    optionOf({ ...field, flag, short: undefined }).hideHelp();

/** An option for a name that stands for a field by its values: `--include-headings false`. */
const hiddenOption = (name: string): Option => new Option(`--${kebabCase(name)} <VALUE>`).hideHelp();

function checkInput(
  tool: Tool,
  fields: InputField[],
  raw: Record<string, unknown>,
  session: string | undefined,
): Record<string, unknown> {
  if (session !== undefined && !isSessionName(session)) throw badSessionName(session);
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    const field = fields.find((one) => one.key === key);
    if (value !== undefined) values[key] = field ? readFieldText(field, value) : value;
  }
  return parseInput(tool, values, (field) => field.flag ?? positionalUsage({ ...field, required: true }));
}

function usageError(error: unknown, argv: readonly string[], tools: readonly Tool[]): SightlineError {
  if (error instanceof SightlineError) return error;
  if (!(error instanceof CommanderError)) throw error;
  const message = error.message.replace(/^error: /, '');
  return new SightlineError('invalid_argument', capitalize(message), { hint: usageHint(error, argv, tools) });
}

function usageHint(
  { code, message }: CommanderError,
  argv: readonly string[],
  tools: readonly Tool[],
): string {
  const [, quoted = ''] = /'(.*)'/s.exec(message) ?? [];
  if (code === 'commander.unknownCommand') return unknownCommandHint(quoted, tools);
  const tool = argv
    .map((word) => tools.find(({ name, cli }) => cli.command === word || name === word))
    .find((one) => one !== undefined);
  if (code === 'commander.unknownOption') return unknownOptionHint(quoted, tool, tools);
  return tool ? `See \`sightline help ${tool.cli.command}\`.` : 'See `sightline help`.';
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
