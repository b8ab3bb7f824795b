/** The only functions that lead out of the box. Texts are JSON. */
export interface HostFunctions {
  /** Asks the host; resolves with its answer, rejects with its error. `place`: a `ScriptPlace`, or ''. */
  call(word: string, json: string, place: string): Promise<string>;
  print(text: string): void;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/** What the worker calls. */
export interface BoxApi {
  /** Before each script: its arguments, and what it starts with. Answers `begun`, unless there is no memory for them. */
  begin(args: string, state: string): string;
  /** What is known of the page now. */
  update(state: string): void;
  /** Something that the page did: a dialog. */
  dispatch(name: string, json: string): void;
  /** The JSON of the error of a call that failed and that nobody waited for; '' where there is none. */
  unhandled(): string;
  /** A thrown value as the JSON of a `BoxError`. */
  describeError(error: unknown): string;
}

/** Asks the host for a word of the interface; the answer is of the type that the word has, or what `read` makes of it. */
export type Ask = <T>(
  word: string,
  params?: Record<string, unknown>,
  read?: (answer: never) => T,
) => Promise<T>;
