import { pageScript } from '../page/script.gen.ts';
import { evaluate } from './captureFrame.ts';
import type { World } from './World.ts';

/**
 * What an expression of the page script comes to in a frame, injecting the script where nothing was captured yet;
 * undefined where the frame has no document. Throws `Gone`.
 */
export async function askFrame(
  world: World,
  frameId: string,
  expression: string,
): Promise<string | undefined> {
  const context = world.contextOf(frameId);
  if (!context) return undefined;
  const script = world.isInjected(frameId) ? '' : `${pageScript};`;
  return evaluate(world, context.uniqueId, script + expression);
}
