import { callWithNodes } from './callPageScript.ts';
import { isDocumentGone } from './DocumentGoneError.ts';
import type { FrameTarget } from './FrameTarget.ts';

/** The element of a frame: the frame of its document, and its id there. */
export interface FrameOwner {
  frameId: string;
  id: number;
}

/** Finds the elements that hold frames. A frame keeps its element for life, so each is asked for once. */
export class FrameOwners {
  readonly #cache = new Map<string, FrameOwner & { context: string }>();

  /**
   * The owner of `frameId`: an element in `parentFrameId`, or where that is undefined in any frame of `target`.
   * Undefined where it is gone, or in no document that was captured.
   */
  async find(
    frameId: string,
    target: FrameTarget,
    parentFrameId: string | undefined,
  ): Promise<FrameOwner | undefined> {
    const cached = this.#cache.get(frameId);
    if (cached && target.contextOf(cached.frameId)?.uniqueId === cached.context) return cached;
    const owner = await findOwner(frameId, target, parentFrameId).catch((error: unknown) => {
      if (isDocumentGone(error)) return undefined;
      throw error;
    });
    const context = owner && target.contextOf(owner.frameId)?.uniqueId;
    if (owner && context) this.#cache.set(frameId, { ...owner, context });
    return owner;
  }

  /** Forgets frames that are no more. */
  retainOnly(frameIds: ReadonlySet<string>): void {
    for (const frameId of this.#cache.keys()) if (!frameIds.has(frameId)) this.#cache.delete(frameId);
  }
}

async function findOwner(
  frameId: string,
  target: FrameTarget,
  parentFrameId: string | undefined,
): Promise<FrameOwner | undefined> {
  const { backendNodeId } = await target.session.send('DOM.getFrameOwner', { frameId });
  const candidates = parentFrameId === undefined ? target.frameIds() : [parentFrameId];
  for (const candidate of candidates) {
    const id = await elementIdIn(candidate, backendNodeId, target);
    if (id) return { frameId: candidate, id };
  }
  return undefined;
}

async function elementIdIn(
  frameId: string,
  backendNodeId: number,
  target: FrameTarget,
): Promise<number | undefined> {
  const context = target.contextOf(frameId);
  if (!context || !target.isInjected(context.uniqueId)) return undefined;
  try {
    const [id] = await callWithNodes({ target, frameId }, 'idsOf', [backendNodeId]);
    return id;
  } catch (error) {
    if (isDocumentGone(error)) return undefined;
    throw error;
  }
}
