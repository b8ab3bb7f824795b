import type { FrameTarget, UtilityContext } from './FrameTarget.ts';

/** The browser's names of elements of a document, by their ids, all got in two messages; none for what `find` does not answer. */
export async function elementObjects(
  { session }: FrameTarget,
  { uniqueId }: UtilityContext,
  ids: readonly number[],
  objectGroup: string,
  find: 'elements' | 'definedElements' = 'elements',
): Promise<Map<number, string>> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: `__sightline.${find}(${JSON.stringify(ids)})`,
    uniqueContextId: uniqueId,
    objectGroup,
  });
  const objects = new Map<number, string>();
  if (!result.objectId) return objects;
  const { objectId } = result;
  const list = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  for (const { name, value } of list.result) {
    const id = ids[Number(name)];
    if (id !== undefined && value?.objectId) objects.set(id, value.objectId);
  }
  return objects;
}
