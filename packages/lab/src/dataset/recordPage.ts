import { resolve } from 'node:path';
import {
  type RecordInput,
  Session,
  type ToolAnswer,
  type ToolContext,
} from '../../../sightline/src/internal.ts';
import { Recorder } from './Recorder.ts';

/** `sightline record`. @throws SightlineError */
export async function recordPage(
  { cwd, signal, progress }: ToolContext,
  { url, output, task, headless }: RecordInput,
): Promise<ToolAnswer> {
  const session = await Session.launch({ headless });
  try {
    await session.navigate(url, { cwd, signal });
    const recorder = new Recorder(session, resolve(cwd, output), task);
    await recorder.begin();
    progress('recording: close the window to end');
    await ended(session, signal);
    const { steps, actions } = await recorder.end();
    return {
      text: `${actions} actions in ${steps} steps: ${output}`,
      data: { trace: output, steps, actions },
    };
  } finally {
    await session.close().catch(() => undefined);
  }
}

/** Until the person closes the window, or ends the command. */
function ended(session: Session, signal: AbortSignal): Promise<void> {
  const { page } = session;
  return new Promise((resolve) => {
    page.once('close', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (page.isClosed() || signal.aborted) resolve();
  });
}
