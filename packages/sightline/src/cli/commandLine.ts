import { modelEnvVariables } from '../agent/models/modelEnvVariables.ts';
import type { CommandRequest } from './daemon/protocol.ts';

/** The session that a command line names, by flag or by SIGHTLINE_SESSION; without one, `default`. */
export function sessionName(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  return explicitSessionName(argv) ?? (env.SIGHTLINE_SESSION || 'default');
}

/** What follows `--session`, wherever it stands; the last one counts, as it does for any flag. */
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

/** A command line and what it depends on, as a session's process needs it. */
export function createCommandRequest(argv: string[], version: string): CommandRequest {
  // No key leaves this process but for the command that needs it.
  const modelKeys = argv.includes('agent') || argv.includes('bench') ? modelEnvVariables : [];
  const env = Object.entries(process.env).filter(
    ([name]) => name.startsWith('SIGHTLINE_') || modelKeys.includes(name),
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
