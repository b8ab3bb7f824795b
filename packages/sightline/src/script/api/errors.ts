import type { BoxError, ScriptPlace } from '../box/boxMessages.ts';

/** An error of a call, with the code and hint that the same call has outside of scripts. */
export class CallError extends Error {
  readonly code: string;
  readonly hint: string;
  readonly place: ScriptPlace | undefined;

  constructor({ code, message, hint }: { code: string; message: string; hint: string }, place?: ScriptPlace) {
    super(message);
    this.name = code === 'timeout' ? 'TimeoutError' : 'Error';
    this.code = code;
    this.hint = hint;
    this.place = place;
  }
}

/** What a `return` at the top of a script throws. */
export class EndOfScript extends Error {
  override readonly name = 'EndOfScript';
}

const FRAME = /\((script-(\d+)):(\d+)(?::(\d+))?\)/g;

/** Reads where in the script an error was made: in the one of that file, else in an earlier one. */
export function placeIn(stack: string, file: string): ScriptPlace | undefined {
  const frames = [...stack.matchAll(FRAME)];
  const frame = frames.find(([, name]) => name === file) ?? frames[0];
  if (!frame) return undefined;
  const [, name, , line, column] = frame;
  return {
    line: Number(line),
    ...(column !== undefined && { column: Number(column) }),
    ...(name !== file && { earlier: true }),
  };
}

export function describeError(error: unknown, file: string): BoxError {
  if (!(error instanceof Error)) {
    const text = typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
    return { name: 'Error', message: text };
  }
  const { code, hint, place } = error as Partial<CallError>;
  const found = place ?? placeIn(error.stack ?? '', file);
  return {
    name: String(error.name),
    message: String(error.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof hint === 'string' && hint !== '' && { hint }),
    ...(found && { place: found }),
  };
}
