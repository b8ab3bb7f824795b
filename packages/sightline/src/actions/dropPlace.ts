import type { Point } from '../injected/PageApi.ts';
import { containedShare } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { LAYER_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { ActionabilityError } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';

/** Where something that is dragged is let go. */
export interface DropPlace {
  /** In the viewport of the page, as it is at that moment. */
  find(): Promise<Point>;
  /** Elements of the target's document: one of them must be under the mouse then. */
  ids: number[];
}

/**
 * The place on an element where the mouse is let go; `position`: from the top left corner of its padding box. A layer of
 * the same drawing may lie over it, such as the lines of a calendar over its days: pages find by coordinates what is below.
 * Throws where something else covers it.
 */
export async function findDropPlace(
  context: ActionContext,
  target: PageNode,
  position: Point | undefined,
): Promise<DropPlace> {
  try {
    await context.findClickPoint(target);
    if (position) await context.assertInside(target, position);
    const find = async (): Promise<Point> =>
      position ? context.pointAt(target, position) : (await context.findClickPoint(target)).viewportPoint;
    return { find, ids: [target.id] };
  } catch (error) {
    const cover = error instanceof ActionabilityError && error.reason === 'covered' && error.cover;
    const box = cover && boxOfLayers(context.nodeById(target, target.id) ?? target, cover);
    if (!box) throw error;
    if (position) await context.assertInside(target, position);
    await context.callPageScript(target, 'scrollIntoView', target.id, 0);
    return { find: () => context.pointInBox(target, position), ids: [target.id, box.id] };
  }
}

/** Of layers that lie on each other, the share that is common to both. */
const MIN_SHARED = 0.9;

/** The box in which both lie in layers of one size, neither of them a dialog, a menu or fixed to the window. */
function boxOfLayers(target: PageNode, cover: PageNode): PageNode | undefined {
  const box = cover.closest((one) => one.contains(target));
  if (!box || box.tag === 'body' || box.tag === 'html') return undefined;
  const [own, above] = [layerIn(box, target), layerIn(box, cover)];
  if (!own?.box || !above?.box || own === above) return undefined;
  const isApart = (one: PageNode): boolean => one.has(Flag.Fixed) || LAYER_ROLES.has(one.role);
  if (isApart(above) || cover.closest((one) => above.contains(one) && isApart(one))) return undefined;
  const areSame =
    containedShare(own.box, above.box) >= MIN_SHARED && containedShare(above.box, own.box) >= MIN_SHARED;
  return areSame ? box : undefined;
}

/** The child of a box that is the node or holds it. */
const layerIn = (box: PageNode, node: PageNode): PageNode | undefined =>
  node.closest(({ parent }) => parent === box);
