import { pageScript } from '../../injected/script.gen.ts';
import { evaluateInContext } from '../capture/captureFrame.ts';
import type { FrameTarget } from './FrameTarget.ts';

/**
 * What an expression of the page script comes to in a frame, injecting the script where nothing was captured yet;
 * undefined where the frame has no document. Throws `Gone`.
 */
export async function evaluateInFrame(
  target: FrameTarget,
  frameId: string,
  expression: string,
): Promise<string | undefined> {
  const context = target.contextOf(frameId);
  if (!context) return undefined;
  const script = target.isInjected(frameId) ? '' : `${pageScript};`;
  return evaluateInContext(target, context.uniqueId, script + expression);
}
