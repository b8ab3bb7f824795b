import { modelVariables } from '../agent/models/modelVariables.ts';
import type { Command } from './protocol.ts';

/** The session that a command line names, by flag or by SIGHTLINE_SESSION; without one, `default`. */
export function sessionOf(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  return namedSession(argv) ?? (env.SIGHTLINE_SESSION || 'default');
}

/** What follows `--session`, wherever it stands; the last one counts, as it does for any flag. */
export function namedSession(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const flags = end < 0 ? argv : argv.slice(0, end);
  let name: string | undefined;
  for (const [index, word] of flags.entries()) {
    if (word === '--session') name = flags[index + 1];
    else if (word.startsWith('--session=')) name = word.slice('--session='.length);
  }
  return name;
}

/** A command line and what it depends on, as a session's process needs it. */
export function commandOf(argv: string[], version: string): Command {
  // No key leaves this process but for the command that needs it.
  const models = argv.includes('agent') || argv.includes('bench') ? modelVariables : [];
  const env = Object.entries(process.env).filter(
    ([name]) => name.startsWith('SIGHTLINE_') || models.includes(name),
  );
  const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
  return {
    version,
    argv,
    cwd: process.cwd(),
    env: Object.fromEntries(env) as Record<string, string>,
    columns,
  };
}
