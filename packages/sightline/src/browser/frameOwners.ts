import { isGone } from './captureFrame.ts';
import type { World } from './World.ts';

/** The element that holds a frame: the frame of its document, and its id in that document's registry. */
export interface Owner {
  frameId: string;
  id: number;
}

/** Finds the elements that hold frames. A frame keeps its element for life, so each is asked for once. */
export class FrameOwners {
  readonly #known = new Map<string, Owner & { context: string }>();

  /**
   * The owner of `frameId`, whose element lies in one of the frames of `world`; `parent` first.
   * Undefined where it has gone, or lies in no document that was captured.
   */
  async find(frameId: string, world: World, parent: string | undefined): Promise<Owner | undefined> {
    const known = this.#known.get(frameId);
    if (known && world.contextOf(known.frameId)?.uniqueId === known.context) return known;
    const found = await ask(frameId, world, parent).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw error;
    });
    const context = found && world.contextOf(found.frameId)?.uniqueId;
    if (found && context) this.#known.set(frameId, { ...found, context });
    return found;
  }

  /** Forgets frames that are no more. */
  keepOnly(frameIds: ReadonlySet<string>): void {
    for (const frameId of this.#known.keys()) if (!frameIds.has(frameId)) this.#known.delete(frameId);
  }
}

async function ask(frameId: string, world: World, parent: string | undefined): Promise<Owner | undefined> {
  const { backendNodeId } = await world.session.send('DOM.getFrameOwner', { frameId });
  const candidates = parent === undefined ? world.frameIds() : [parent];
  for (const candidate of candidates) {
    const id = await idIn(candidate, backendNodeId, world);
    if (id) return { frameId: candidate, id };
  }
  return undefined;
}

/** In the context of a frame that is not the node's, Chromium resolves it to null, or to a node of elsewhere. */
async function idIn(frameId: string, backendNodeId: number, world: World): Promise<number | undefined> {
  const context = world.contextOf(frameId);
  if (!context || !world.isInjected(frameId)) return undefined;
  try {
    const { object } = await world.session.send('DOM.resolveNode', {
      backendNodeId,
      executionContextId: context.id,
    });
    if (!object.objectId) return undefined;
    const { result } = await world.session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration:
        'function () { return this.ownerDocument === document ? __sightline.idOf(this) : 0; }',
      returnByValue: true,
    });
    await world.session.send('Runtime.releaseObject', { objectId: object.objectId });
    return typeof result.value === 'number' ? result.value : undefined;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
