import { askFrame } from './askFrame.ts';
import type { World } from './World.ts';

/** The texts without what they repeat of the secrets that this frame's document holds now. Throws `Gone`. */
export async function withoutSecrets(world: World, frameId: string, texts: string[]): Promise<string[]> {
  const expression = `JSON.stringify(__sightline.withoutSecrets(${JSON.stringify(texts)}))`;
  const told = await askFrame(world, frameId, expression);
  return told === undefined ? texts : (JSON.parse(told) as string[]);
}
