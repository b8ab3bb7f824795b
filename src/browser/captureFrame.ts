import type { DocumentSnapshot } from '../model/Snapshot.ts';
import { pageScript } from '../page/script.gen.ts';
import type { World } from './World.ts';

/** A document as its own frame saw it, not yet placed in its page. */
export interface FrameCapture {
  frameId: string;
  world: World;
  document: DocumentSnapshot;
  /** Milliseconds per stage, in the page. */
  timing: Record<string, number>;
}

/** The document went away while it was read: a navigation, a removed frame. Trying again may help. */
export class Gone extends Error {}

/** Runs the page script in a frame, injecting it into the document where it is not yet. Throws `Gone`. */
export async function captureFrame(world: World, frameId: string): Promise<FrameCapture> {
  const context = world.contextOf(frameId);
  if (!context) throw new Gone(`frame ${frameId} has no document yet`);
  const call = '__sightline.capture()';
  const expression = world.isInjected(frameId) ? call : `${pageScript};${call}`;
  const text = await evaluate(world, context.uniqueId, expression);
  world.setInjected(context.uniqueId);
  const { timing, ...document } = JSON.parse(text) as DocumentSnapshot & { timing: Record<string, number> };
  return { frameId, world, document, timing };
}

async function evaluate(world: World, uniqueContextId: string, expression: string): Promise<string> {
  const { result, exceptionDetails } = await world.session
    .send('Runtime.evaluate', { expression, uniqueContextId, returnByValue: true })
    .catch((error: unknown) => {
      throw isGone(error) ? new Gone(String(error), { cause: error }) : error;
    });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    throw new Error(`The page script failed: ${exception?.description ?? text}`);
  }
  return String(result.value);
}

/** What Chromium answers for a context or node whose document is no longer there. */
export function isGone(error: unknown): boolean {
  return /context was destroyed|Cannot find context|uniqueContextId not found|navigated or closed|Frame with the given id|No node with given id|Node with given id|not belong|Could not find object/i.test(
    String(error),
  );
}
