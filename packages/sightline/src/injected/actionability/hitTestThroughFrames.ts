import { boundingRect, isWithin } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { contentTransform } from '../layout/emitContentBox.ts';
import type { Point, PointerTarget } from '../PageApi.ts';
import { ancestorIds } from './ancestorIds.ts';
import { withoutPoint } from './findClickPoint.ts';
import { isPinched, shownViewport, toInputPoint } from './shownViewport.ts';

/**
 * Whether a click at a point of the viewport of a frame reaches that frame in the document around it, and where
 * in the viewport of that document the point lies.
 */
export function hitTestThroughFrames(id: number, point: Point, registry: ElementRegistry): PointerTarget {
  const frame = registry.element(id);
  if (!frame) return withoutPoint('detached', id);
  const { x, y } = toParentViewport(frame, point);
  const found = {
    ...withoutPoint('ready', id),
    viewportPoint: toInputPoint({ x, y }),
    ...(isPinched() && { byCoordinates: true }),
  };
  const { left, top, right, bottom } = shownViewport();
  if (x < left || y < top || x >= right || y >= bottom) return { ...found, state: 'outside' };
  const hit = registry.elementAt(x, y);
  if (!hit || hit === frame) return found;
  if (isWithin(frame, hit)) return { ...found, state: 'outside' };
  return { ...found, ...withoutPoint('covered', id), coveredBy: ancestorIds(hit, registry) };
}

function toParentViewport(frame: Element, { x, y }: Point): Point {
  const rect = boundingRect(frame);
  const { left, top, a, b, c, d } = contentTransform(frame, rect, getComputedStyle(frame));
  return { x: rect.left + left + a * x + c * y, y: rect.top + top + b * x + d * y };
}
