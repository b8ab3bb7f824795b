import { spawnSync } from 'node:child_process';

interface ToolOptions {
  cwd?: string;
  /** Added to those of this process. */
  env?: Record<string, string>;
  /** Standard input. */
  input?: string;
}

/** Runs a command to its end; returns what it printed. Throws with its errors where it fails. */
export function runTool(
  [command = '', ...args]: readonly string[],
  { env, ...options }: ToolOptions = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** The rows of an SQLite database, as arrays, by Python's own reader. */
export const queryDatabase = (file: string, sql: string): unknown[][] =>
  JSON.parse(
    runTool([
      'python3',
      '-c',
      'import json,sqlite3,sys; print(json.dumps(sqlite3.connect(sys.argv[1],timeout=20).execute(sys.argv[2]).fetchall()))',
      file,
      sql,
    ]),
  );
