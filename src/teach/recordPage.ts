import { resolve } from 'node:path';
import { Session } from '../session/Session.ts';
import type { ToolAnswer, ToolContext } from '../tools/defineTool.ts';
import type { RecordInput } from './commands.ts';
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
