import type { FrameTarget } from '../../packages/sightline/src/browser/frames/FrameTarget.ts';

/** Elements with a shadow root of the browser's own. */
const NATIVE = ['input', 'select', 'textarea', 'audio', 'video', 'meter', 'progress', 'details'];

/** A document of the page that is shown, reached through the browser's protocol in the page script's world. */
export class LiveDocument {
  /** `PageDocument.key`. */
  readonly key: string;
  readonly frameId: string;
  readonly #world: FrameTarget;
  readonly #contextId: string;

  private constructor(key: string, frameId: string, world: FrameTarget, contextId: string) {
    this.key = key;
    this.frameId = frameId;
    this.#world = world;
    this.#contextId = contextId;
  }

  /** Undefined for a frame that was not captured. */
  static async open(world: FrameTarget, frameId: string): Promise<LiveDocument | undefined> {
    const contextId = world.contextOf(frameId)?.uniqueId;
    if (!contextId) return undefined;
    const { result } = await world.session.send('Runtime.evaluate', {
      expression: 'globalThis.__sightline?.key',
      uniqueContextId: contextId,
    });
    return typeof result.value === 'string'
      ? new LiveDocument(result.value, frameId, world, contextId)
      : undefined;
  }

  get session(): FrameTarget['session'] {
    return this.#world.session;
  }

  /** The value of an expression; it may use `__sightline`. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      expression,
      uniqueContextId: this.#contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  /**
   * Our id of the element with that number of the browser's own; 0 for what is none of this document's, and for
   * what native controls are made of.
   */
  async idOf(backendNodeId: number): Promise<number> {
    const executionContextId = this.#world.contextOf(this.frameId)?.id;
    const { object } = await this.session.send('DOM.resolveNode', { backendNodeId, executionContextId });
    if (!object.objectId) return 0;
    const { result } = await this.session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: `function () {
        if (!(this instanceof Element) || this.ownerDocument !== document) return 0;
        const native = new Set(${JSON.stringify(NATIVE)});
        for (let root = this.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
          if (native.has(root.host.localName)) return 0;
        return __sightline.idOf(this);
      }`,
      returnByValue: true,
    });
    await this.session.send('Runtime.releaseObject', { objectId: object.objectId });
    return Number(result.value);
  }

  /** The browser's own number of each element, by our id; elements that are gone are missing. */
  async backendIds(ids: readonly number[]): Promise<Map<number, number>> {
    const objectGroup = 'oracle';
    const { result } = await this.session.send('Runtime.evaluate', {
      expression: `${JSON.stringify(ids)}.map((id) => __sightline.element(id))`,
      uniqueContextId: this.#contextId,
      objectGroup,
    });
    const { objectId } = result;
    if (!objectId) return new Map();
    const { result: items } = await this.session.send('Runtime.getProperties', {
      objectId,
      ownProperties: true,
    });
    const known = new Map<number, number>();
    await Promise.all(
      items.map(async ({ name, value }) => {
        if (!value?.objectId || !/^\d+$/.test(name)) return;
        const { node } = await this.session.send('DOM.describeNode', { objectId: value.objectId });
        known.set(ids[Number(name)] as number, node.backendNodeId);
      }),
    );
    await this.session.send('Runtime.releaseObjectGroup', { objectGroup });
    return known;
  }
}
