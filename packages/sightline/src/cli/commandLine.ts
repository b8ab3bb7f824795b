import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { RunLocation, Tool } from '../tools/defineTool.ts';
import type { CommandRequest } from './daemon/protocol.ts';
import { DEFAULT_SESSION } from './daemon/sessionPaths.ts';

/** The session that a command line names, by flag or by SIGHTLINE_SESSION; without one, `default`. */
export function sessionName(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  return explicitSessionName(argv) ?? (env.SIGHTLINE_SESSION || DEFAULT_SESSION);
}

/** The value of `--session`, wherever it stands; as for any flag, the last one counts. */
export function explicitSessionName(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const flags = end < 0 ? argv : argv.slice(0, end);
  let name: string | undefined;
  for (const [index, word] of flags.entries()) {
    if (word === '--session') name = flags[index + 1];
    else if (word.startsWith('--session=')) name = word.slice('--session='.length);
  }
  return name;
}

/**
 * A command line with its environment, as a session's process needs it. `modelEnv`: names of the variables that
 * hold keys of models; without them the command gets `SIGHTLINE_*` and what it names itself.
 */
export function createCommandRequest(
  argv: string[],
  version: string,
  modelEnv: readonly string[] = [],
  stdin?: string,
): CommandRequest {
  const names = new Set([...modelEnv, ...namedVariables(argv)]);
  const env = Object.entries(process.env).filter(
    ([name]) => name.startsWith('SIGHTLINE_') || names.has(name),
  );
  return {
    version,
    argv,
    cwd: process.cwd(),
    env: Object.fromEntries(env) as Record<string, string>,
    hasModelKeys: modelEnv.length > 0,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    ...(stdin !== undefined && { stdin }),
  };
}

/** Variables that a command, or a step of `do`, takes a secret from: `--secret-env NAME`, `--arg-env KEY=NAME`. */
function namedVariables(argv: readonly string[]): string[] {
  const flags = /--(?:secret-env|arg-env)(?:=|\s+)["']?(?:[^\s"'=]+=)?([A-Za-z_]\w*)/g;
  return Array.from(argv.join('\n').matchAll(flags), ([, name = '']) => name);
}

/** Commands that read a script from standard input where their words name none, or `-`. */
const SCRIPT_COMMANDS: ReadonlySet<string> = new Set(['run', 'run_script']);
const SCRIPT_FLAGS = /^(?:-e|-h|--help|--script(?:=.*)?)$/;
const FLAGS_WITH_VALUES = /^--(?:args?|args?-env|save|timeout|timeout-ms|max-tokens|session)$/;

/**
 * What a command line takes from standard input; undefined where it takes nothing, or nothing is piped in.
 * `process.stdin` is not touched: it makes a pipe one that fails where its writer is late.
 */
export function readStandardInput(argv: readonly string[]): string | undefined {
  const [command, ...rest] = withoutSession(argv);
  if (takesSecret(command, rest)) return isatty(0) ? undefined : readFileSync(0, 'utf8');
  if (!SCRIPT_COMMANDS.has(command ?? '') || rest.some((word) => SCRIPT_FLAGS.test(word))) return undefined;
  const words = rest.filter((word, i) => !/^--/.test(word) && !FLAGS_WITH_VALUES.test(rest[i - 1] ?? ''));
  if (words.some((word) => word !== '-') || (words.length === 0 && isatty(0))) return undefined;
  return readFileSync(0, 'utf8');
}

/** What is typed at a terminal would be shown there. */
function takesSecret(command: string | undefined, words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const options = end < 0 ? words : words.slice(0, end);
  if (command === 'do') return options.some((word) => /(?:^|\s)--secret-stdin(?=[\s;]|$)/.test(word));
  return TYPING_COMMANDS.has(command ?? '') && options.includes('--secret-stdin');
}

const TYPING_COMMANDS: ReadonlySet<string> = new Set(['fill', 'type', 'type_text']);

/** `--session NAME` may stand before the command. */
function withoutSession(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => !word.startsWith('--'));
  if (argv[0] === '--session') return argv.slice(2);
  return argv.slice(Math.max(at, 0));
}

/** Which process is to run a command. */
export function runLocationOf(
  tool: Tool,
  input: Record<string, unknown>,
  { argv, cwd }: Pick<CommandRequest, 'argv' | 'cwd'>,
): RunLocation {
  const { runsIn = 'session' } = tool.cli;
  return typeof runsIn === 'string'
    ? runsIn
    : runsIn(input, { cwd, hasSessionFlag: explicitSessionName(argv) !== undefined });
}
