import { boundingRect, isWithin } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { Point, PointerTarget } from '../PageApi.ts';
import { ancestorIds } from './ancestorIds.ts';
import { withoutPoint } from './findClickPoint.ts';

/**
 * Whether a click at a point of the viewport of a frame reaches that frame in the document around it, and where
 * in the viewport of that document the point lies.
 */
export function hitTestThroughFrames(id: number, { x, y }: Point, registry: ElementRegistry): PointerTarget {
  const frame = registry.element(id);
  if (!frame) return withoutPoint('detached', id);
  const viewportPoint = toParentViewport(frame as HTMLElement, x, y);
  const found = { ...withoutPoint('ready', id), viewportPoint };
  if (
    viewportPoint.x < 0 ||
    viewportPoint.y < 0 ||
    viewportPoint.x >= innerWidth ||
    viewportPoint.y >= innerHeight
  )
    return { ...found, state: 'outside' };
  const hit = registry.elementAt(viewportPoint.x, viewportPoint.y);
  if (!hit || hit === frame) return found;
  if (isWithin(frame, hit)) return { ...found, state: 'outside' };
  return { ...found, ...withoutPoint('covered', id), coveredBy: ancestorIds(hit, registry) };
}

/** Scaled as the frame is; turned ones are only met near their middle. */
function toParentViewport(frame: HTMLElement, x: number, y: number): Point {
  const { left, top, width, height } = boundingRect(frame);
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const scaleX = frame.offsetWidth > 0 ? width / frame.offsetWidth : 1;
  const scaleY = frame.offsetHeight > 0 ? height / frame.offsetHeight : 1;
  return {
    x: left + (frame.clientLeft + Number.parseFloat(paddingLeft) + x) * scaleX,
    y: top + (frame.clientTop + Number.parseFloat(paddingTop) + y) * scaleY,
  };
}
