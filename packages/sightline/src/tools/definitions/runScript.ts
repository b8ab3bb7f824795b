import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isFile } from '../../browser/navigation/resolveAddress.ts';
import type { Session } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool, type ToolContext } from '../defineTool.ts';
import { findSecret } from '../scripts/findSecret.ts';
import { hostOf, KeptScripts } from '../scripts/KeptScripts.ts';
import { SCRIPT_HELP } from '../scripts/scriptHelp.ts';
import { readVariable } from '../secretText.ts';

const MAX_FILE_BYTES = 500_000;

export const runScript = defineTool({
  name: 'run_script',
  title: 'Run a script',
  description:
    'Run JavaScript: Playwright locators and actions on page, page.get(12), page.query({text}), page.table(name), ' +
    'page.fill({Label: value}), locator.look(), print(). Many steps at once, without waits.',
  input: z.object({
    name: z.string().min(1).max(1_000).optional().describe('A kept script'),
    script: z.string().max(500_000).optional().describe('JavaScript'),
    args: z.record(z.string(), z.unknown()).optional().describe('Its args'),
    argsEnv: z.record(z.string(), z.string()).optional().describe('Secret args, by variable'),
    save: z.string().min(1).max(60).optional().describe('Keep it by this name'),
    fresh: z.boolean().default(false).describe('Forget earlier scripts'),
    timeoutMs: z.int().min(1).max(600_000).default(30_000).describe('Milliseconds at most'),
    maxTokens: z.int().min(1).default(1_500).describe('Most tokens printed'),
  }),
  readOnly: false,
  effects: { destructive: true },
  structuredFields: ['steps'],
  brief: {
    description:
      'Run JavaScript: Playwright locators and actions on page, page.get(12), page.query({text}), page.table(name), ' +
      'page.fill({Label: value}), locator.look(), print(). Many steps at once, without waits.',
    fields: ['script', 'name', 'args'],
  },
  cli: {
    command: 'run',
    positionals: ['name'],
    flags: { script: 'script', args: 'arg', argsEnv: 'arg-env', timeoutMs: 'timeout' },
    short: { script: 'e' },
    valueNames: {
      name: 'FILE|NAME|-',
      script: 'CODE',
      args: 'KEY=VALUE',
      argsEnv: 'KEY=NAME',
      save: 'NAME',
      timeoutMs: 'MS',
    },
    cliOnly: ['argsEnv', 'timeoutMs', 'maxTokens'],
    runsIn: 'start',
    notes: SCRIPT_HELP,
  },
  async handler(context, { name, script, args: given = {}, argsEnv = {}, save, ...options }) {
    if (save !== undefined && !keepsFiles(context))
      throw new SightlineError('invalid_argument', 'No scripts are kept here: leave out save.');
    const args = { ...given, ...mapValues(argsEnv, (variable) => readVariable(variable, context)) };
    const session = await context.openSession();
    const { source, keptName } = readSource(context, session, name, script);
    context.progress('running the script');
    const { cwd, files, signal } = context;
    const secrets = new Set<string>();
    const result = await session.run(source, {
      ...options,
      args,
      files: { cwd: files ?? cwd, roots: uploadRoots(context) },
      ...(save !== undefined && { onSecret: (value: string) => void secrets.add(value) }),
      signal,
    });
    const { text, data, failure } = result;
    if (failure) return { text, data, failure: keptName ? ofKept(keptName, failure) : failure };
    if (save === undefined) return { text, data };
    const line = findSecret(source, secrets, args);
    if (line !== undefined) return { text, data, failure: secretInSourceError(line) };
    const path = new KeptScripts(context).save({
      name: save,
      host: currentHost(session),
      args: Object.keys(args),
      source,
    });
    return { text, data: { ...data, saved: path }, notices: [`kept as ${path}`] };
  },
});

const mapValues = <T>(values: Record<string, string>, map: (value: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

/** From the call itself, from a file or standard input where a person names them, else from those that are kept. */
function readSource(
  context: ToolContext,
  session: Session,
  name: string | undefined,
  script: string | undefined,
): { source: string; keptName?: string } {
  if (script !== undefined && name === undefined) return { source: script };
  if (script !== undefined)
    throw new SightlineError('invalid_argument', 'Give a script, or the name of one: not both.');
  const isPerson = context.calls === 'commands';
  if (isPerson && (name === undefined || name === '-')) {
    if (context.stdin !== undefined) return { source: context.stdin };
    throw noScriptError();
  }
  if (name === undefined) throw noScriptError();
  const path = resolve(context.cwd, name);
  if (isPerson && CODE.test(name) && !isFile(path)) return { source: name };
  if (isPerson && (/[./\\]/.test(name) || isFile(path))) return { source: readScriptFile(path, name) };
  if (!keepsFiles(context)) throw noScriptError();
  return { source: new KeptScripts(context).find(name, currentHost(session)).source, keptName: name };
}

/** No name of a file or of a kept script looks like it: `print(await page.title())`. */
const CODE = /[;=]|\w\(.*\)/s;

/** A host without a command line, and without a folder of its own for files, has no files for scripts. */
const keepsFiles = ({ calls, files }: ToolContext): boolean => calls === 'commands' || files !== undefined;

function uploadRoots(context: ToolContext): string[] {
  const { cwd, files } = context;
  if (files !== undefined) return [files];
  return keepsFiles(context) ? [cwd, tmpdir()] : [];
}

const noScriptError = (): SightlineError =>
  new SightlineError('invalid_argument', 'There is no script.', {
    hint: "Write `sightline run <<'EOF'` with the script below it, or name a file or a kept script.",
  });

function readScriptFile(path: string, name: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new SightlineError('not_found', `There is no file ${name}.`);
  if (stats.size <= MAX_FILE_BYTES) return readFileSync(path, 'utf8');
  throw new SightlineError('too_large', `${name} has ${stats.size} bytes, more than ${MAX_FILE_BYTES}.`);
}

const secretInSourceError = (line: number): SightlineError =>
  new SightlineError('invalid_argument', `The script is not kept: line ${line} holds a secret.`, {
    hint: 'Make it an argument: --arg-env password=VARIABLE, and args.password in the script.',
  });

function currentHost(session: Session): string {
  try {
    return hostOf(session.page.url());
  } catch {
    return hostOf('');
  }
}

/** A kept script stays as it is, however it ends. */
function ofKept(name: string, { code, message, hint, retryable }: SightlineError): SightlineError {
  return new SightlineError(code, `${name}: ${message}`, {
    hint: [hint, `The script is kept: \`sightline scripts ${name}\` shows it.`].filter(Boolean).join(' '),
    retryable,
  });
}
