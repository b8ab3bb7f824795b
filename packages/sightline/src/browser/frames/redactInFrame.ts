import { evaluateInFrame } from './evaluateInFrame.ts';
import type { FrameTarget } from './FrameTarget.ts';

/** The texts without what they repeat of the secrets that this frame's document holds now. Throws `Gone`. */
export async function redactInFrame(
  target: FrameTarget,
  frameId: string,
  texts: string[],
): Promise<string[]> {
  const expression = `JSON.stringify(__sightline.redactSecrets(${JSON.stringify(texts)}))`;
  const response = await evaluateInFrame(target, frameId, expression);
  return response === undefined ? texts : (JSON.parse(response) as string[]);
}
