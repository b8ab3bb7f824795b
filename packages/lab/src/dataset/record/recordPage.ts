import { resolve } from 'node:path';
import {
  type RecordInput,
  Session,
  type ToolContext,
  type ToolResult,
} from '../../../../sightline/src/internal.ts';
import { TraceRecorder } from './TraceRecorder.ts';

/** `sightline record`. @throws SightlineError */
export async function recordPage(
  { cwd, signal, progress }: ToolContext,
  { url, output, task, headless }: RecordInput,
): Promise<ToolResult> {
  const session = await Session.launch({ headless });
  try {
    await session.navigate(url, { cwd, signal });
    const recorder = new TraceRecorder(session, resolve(cwd, output), task);
    await recorder.start();
    progress('recording: close the window to end');
    await untilEnded(session, signal);
    const { steps, actions } = await recorder.stop();
    return {
      text: `${actions} actions in ${steps} steps: ${output}`,
      data: { trace: output, steps, actions },
    };
  } finally {
    await session.close().catch(() => undefined);
  }
}

/** Until the person closes the window, or ends the command. */
function untilEnded(session: Session, signal: AbortSignal): Promise<void> {
  const { page } = session;
  return new Promise((resolve) => {
    page.once('close', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (page.isClosed() || signal.aborted) resolve();
  });
}
