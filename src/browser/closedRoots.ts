import type { Context, World } from './World.ts';

/** Hosts asked about in one capture, at most: each takes three messages. The next capture asks on. */
const MOST = 50;

/**
 * Hands the closed shadow roots of these elements (by id) to the page script, which no script of the page
 * could reach. Answers whether there was any.
 */
export async function handInClosedRoots(world: World, context: Context, ids: number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const found = await Promise.all(ids.slice(0, MOST).map((id) => handIn(world, context, id)));
  await world.session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
  return found.includes(true);
}

async function handIn(
  { session }: World,
  { id: contextId, uniqueId }: Context,
  id: number,
): Promise<boolean> {
  try {
    const { result: host } = await session.send('Runtime.evaluate', {
      expression: `__sightline.element(${id})`,
      uniqueContextId: uniqueId,
      objectGroup: GROUP,
    });
    const { node } = await session.send('DOM.describeNode', { objectId: host.objectId, pierce: true });
    const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
    const object = root && (await resolve(root.backendNodeId));
    await session.send('Runtime.callFunctionOn', {
      functionDeclaration: 'function (id, root) { __sightline.keepClosedRoot(id, root); }',
      executionContextId: contextId,
      arguments: [{ value: id }, object ? { objectId: object } : { value: null }],
    });
    return object !== undefined;
  } catch {
    // It went away meanwhile.
    return false;
  }

  async function resolve(backendNodeId: number): Promise<string | undefined> {
    const { object } = await session.send('DOM.resolveNode', {
      backendNodeId,
      executionContextId: contextId,
      objectGroup: GROUP,
    });
    return object.objectId;
  }
}

const GROUP = 'sightline-hosts';
