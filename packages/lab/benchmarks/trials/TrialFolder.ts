import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where all trials are, outside the repository. */
export const defaultTrials = (): string => join(tmpdir(), 'sightline-trials');

/** The folders of one tool's trial. */
export interface TrialFolder {
  /** What a helper is given: brief.md, goals.md, bin. */
  blind: string;
  /** Data, ports, the client: not for helpers. */
  run: string;
  /** A file of JSON lines a task. */
  logs: string;
}

export const trialFolder = (root: string, tool: string): TrialFolder => ({
  blind: join(root, tool),
  run: join(root, 'run', tool),
  logs: join(root, 'logs', tool),
});

/** Empties the folders of a tool; an old log becomes `logs/TOOL.TIME`. */
export function renewFolder({ blind, run, logs }: TrialFolder): void {
  if (existsSync(logs)) renameSync(logs, `${logs}.${timeOf(logs)}`);
  for (const folder of [blind, run]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  for (const folder of [blind, run, logs]) mkdirSync(folder, { recursive: true });
}

const timeOf = (path: string): string => statSync(path).mtime.toISOString().slice(0, 19).replaceAll(':', '-');

/** What client.mjs reads. */
export interface ClientSettings {
  /** Of the trial's server. */
  port: number;
  /** Folders with the tool's command, as in PATH. */
  path: string;
  /** Shell line that prints the manual. */
  help: string;
  /** Shell line that runs a script from standard input. */
  script: string;
  /** Shell line that ends what the tool left running for a task; empty where there is none. */
  end: string;
  /** With `TASK`, `PORT` and `RUN` in it, as in `TrialTool`. */
  env: Readonly<Record<string, string>>;
  /** Folder of the run: shell lines work in `work` below it. */
  run: string;
  /** A file a task, with the debugging port. */
  ports: string;
  logs: string;
}

/** A shell line that was run, in a log. */
export interface CommandRow {
  t: string;
  argv: string[];
  /** The calling shell's process: lines of one call share it. */
  turn: number;
  ms: number;
  exit: number;
  /** What was printed. */
  out: string;
  stdin?: string;
}

/** A judgement, in a log. */
export interface CheckRow {
  t: string;
  check: 'PASS' | 'FAIL';
  answer: string;
  error: string;
}
