import type { SightlineError } from '../snapshot/SightlineError.ts';
import type { AbortOptions } from '../snapshot/untilAborted.ts';
import type { SessionResult } from './SessionResult.ts';

/** How a script is run. */
export interface ScriptOptions extends AbortOptions {
  /** What the script knows as `args`: a JSON value. Default `{}`. */
  args?: unknown;
  /** Milliseconds that the script may take. Default 30,000. */
  timeoutMs?: number;
  /** Upper bound for what it prints, in o200k tokens; the rest is counted. Default 1,500. */
  maxTokens?: number;
  /** Upper bound for the report of the page at its end, in o200k tokens. Default 500; 250 where the script
   * printed much; 120 where it printed something after its last action, and of another page then only its messages. */
  reportTokens?: number;
  /** Forget what earlier scripts of the session have defined. Default false. */
  fresh?: boolean;
  /** Where relative paths of files to upload start, and the folders that they may be taken from: see `uploadFile`. */
  files?: { cwd: string; roots: readonly string[] };
  /** Called with each value that the script gives to a field whose value is a secret. */
  onSecret?: (value: string) => void;
}

/** One thing that a script did to the page. */
export interface ScriptStep {
  /** Of the script; undefined in a function of an earlier one. */
  line: number | undefined;
  /** `clicked [12]<button>"Save"`. */
  text: string;
}

/** What a script came to: `text` is what it printed, and what the page shows or what has changed. */
export interface ScriptResult extends SessionResult {
  /** What the script printed, without secrets that it was given; no more than `maxTokens` of it. */
  output: string;
  /** What it did to the page, in order. */
  steps: ScriptStep[];
  /** Why it did not come to its end. What it had done is done. */
  failure?: SightlineError;
}

/** What runs the scripts of a session, one after another. */
export interface ScriptEngine {
  run(source: string, options?: ScriptOptions): Promise<ScriptResult>;
  close(): Promise<void>;
}
