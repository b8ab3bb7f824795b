import { fileErrorReason } from '../session/files/writePrivateFile.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Tool, ToolContext, ToolResult } from './defineTool.ts';
import { parseInput } from './parseInput.ts';

/** Checks the input and runs the tool. Throws `SightlineError` for any error. */
export async function runTool(tool: Tool, context: ToolContext, raw: unknown): Promise<ToolResult> {
  try {
    context.signal.throwIfAborted();
    const answer = await abortable(tool.handler(context, parseInput(tool, raw)), context.signal);
    return { ...answer, notices: [...(answer.notices ?? []), ...context.takeNotices()] };
  } catch (error) {
    throw toSightlineError(error);
  }
}

/** Any thrown value as a `SightlineError`: other errors become `internal`, with the original as their cause. */
export function toSightlineError(error: unknown): SightlineError {
  if (error instanceof SightlineError) return error;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENAMETOOLONG')
    return new SightlineError('invalid_argument', `The file cannot be there: ${fileErrorReason(error)}.`, {
      hint: 'Give a shorter name.',
      cause: error,
    });
  const message = error instanceof Error ? error.message : String(error);
  return new SightlineError('internal', `Something unexpected failed: ${message.split('\n')[0]}`, {
    hint: 'This is a bug in Sightline: please report it.',
    cause: error,
  });
}

/** For work to stop when it is aborted. */
const STOP_GRACE_MS = 1000;

/** Settles as `work` does, or rejects with the signal's reason; the result of work that does not stop is ignored. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let startGrace = (): void => undefined;
  const graceEnd = new Promise<void>((resolve) => {
    startGrace = () => {
      timer = setTimeout(resolve, STOP_GRACE_MS);
    };
  });
  signal.addEventListener('abort', startGrace, { once: true });
  try {
    await Promise.race([work, graceEnd]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', startGrace);
    clearTimeout(timer);
  }
  signal.throwIfAborted();
  return work;
}
