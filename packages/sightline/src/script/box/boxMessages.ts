/** Where in a script something is: lines and columns from 1. */
export interface ScriptPlace {
  line: number;
  column?: number;
  /** It is in a function that an earlier script of the session defined. Default false. */
  earlier?: boolean;
}

/** What an error looks like on its way across the border of the box. */
export interface BoxError {
  /** `TypeError`, `SyntaxError`, ...; `Error` for those of calls. */
  name: string;
  message: string;
  /** Of a call that failed: a code of `SightlineError`. */
  code?: string;
  hint?: string;
  place?: ScriptPlace;
}

/** What the script knows of the page without asking. */
export interface BoxState {
  url: string;
}

/** From the host to the worker. Texts in `json` are JSON: nothing else crosses the border of the box. */
export type ToBox =
  | { kind: 'run'; source: string; args: string; state: BoxState }
  | { kind: 'reply'; call: number; ok: boolean; json: string; state: BoxState }
  | { kind: 'event'; name: string; json: string }
  /** Forgets what scripts have defined. Only between two scripts. */
  | { kind: 'reset' }
  | { kind: 'stop' };

/**
 * From the worker to the host. `memoryLost`: this box is of no more use, and what scripts had defined in it is gone. `droppedLength`:
 * characters that were printed and not sent.
 */
export type FromBox =
  | { kind: 'call'; call: number; word: string; json: string; place?: ScriptPlace }
  | { kind: 'print'; text: string }
  | { kind: 'end'; error?: BoxError; memoryLost: boolean; droppedLength?: number };

/** What a worker is started with. */
export interface BoxSetup {
  /** QuickJS, a `WebAssembly.Module`. */
  wasm: object;
  /** Source of the interface that scripts use, run in the box before any script. */
  api: string;
  memoryBytes: number;
  stackBytes: number;
  /** Characters of one message that the script may send or print at once. */
  maxMessageLength: number;
  /** An `Int32Array` of one: 1 asks what runs to stop. */
  stopFlag: SharedArrayBuffer;
}
