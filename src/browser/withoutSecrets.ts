import { pageScript } from '../page/script.gen.ts';
import { evaluate } from './captureFrame.ts';
import type { World } from './World.ts';

/** The texts without what they repeat of the secrets that this frame's document holds now. Throws `Gone`. */
export async function withoutSecrets(world: World, frameId: string, texts: string[]): Promise<string[]> {
  const context = world.contextOf(frameId);
  if (!context) return texts;
  const expression = `JSON.stringify(__sightline.withoutSecrets(${JSON.stringify(texts)}))`;
  const script = world.isInjected(frameId) ? '' : `${pageScript};`;
  return JSON.parse(await evaluate(world, context.uniqueId, script + expression)) as string[];
}
