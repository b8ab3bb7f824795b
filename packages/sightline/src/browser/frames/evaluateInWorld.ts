import { randomUUID } from 'node:crypto';
import type { FrameAddress } from './callPageScript.ts';
import { DocumentGoneError, isDocumentGone } from './DocumentGoneError.ts';

/** Where a function runs: beside the page's own scripts, or with the page's DOM and none of their variables. */
export const WORLDS = ['page', 'isolated'] as const;
export type World = (typeof WORLDS)[number];

/** What it is called there; the browser keeps one of a name in each document. */
const WORLD_NAME = 'sightline-evaluate';

/**
 * What a function answers in the document of a frame, as a JSON value. `source`: of a function that is called with the element of the
 * id (undefined without one), and `this` the document. @throws Error with what the function threw; `DocumentGoneError`
 */
export async function evaluateInWorld(
  { target, frameId }: FrameAddress,
  source: string,
  { world, elementId }: { world: World; elementId?: number | undefined },
): Promise<unknown> {
  const { session } = target;
  const uniqueContextId = target.contextOf(frameId)?.uniqueId;
  if (uniqueContextId === undefined) throw new DocumentGoneError(`frame ${frameId} has no document`);
  const objectGroup = `sightline-${randomUUID()}`;
  try {
    const expression = elementId === undefined ? 'document' : `__sightline.element(${elementId})`;
    const found = await session.send('Runtime.evaluate', { expression, uniqueContextId, objectGroup });
    const { objectId: held = '' } = found.result;
    const { backendNodeId } = (await session.send('DOM.describeNode', { objectId: held })).node;
    const context =
      world === 'isolated'
        ? await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD_NAME })
        : {};
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, objectGroup, ...context });
    const given = elementId === undefined ? 'undefined' : 'this';
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: `function () { return (${source})(${given}); }`,
      objectId: object.objectId ?? '',
      awaitPromise: true,
      returnByValue: true,
    });
    if (!exceptionDetails) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  } catch (error) {
    throw isDocumentGone(error) ? new DocumentGoneError(String(error), { cause: error }) : error;
  } finally {
    session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  }
}
