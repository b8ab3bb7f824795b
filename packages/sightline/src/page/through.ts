import { type Aim, chainOf, fail, type Point } from './aim.ts';
import { elementAt, isWithin, rectOf } from './dom.ts';
import type { Registry } from './Registry.ts';

/**
 * Whether a click at a point of the viewport of a frame reaches that frame in the document around it, and where
 * in the viewport of that document the point lies.
 */
export function through(id: number, { x, y }: Point, registry: Registry): Aim {
  const frame = registry.element(id);
  if (!frame) return fail('detached', id);
  const at = pointAround(frame as HTMLElement, x, y);
  const found = { ...fail('ready', id), at };
  if (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight)
    return { ...found, state: 'outside' };
  const hit = elementAt(at.x, at.y, (host) => registry.closedRootOf(host));
  if (!hit || hit === frame) return found;
  if (isWithin(frame, hit)) return { ...found, state: 'outside' };
  return { ...found, ...fail('covered', id), cover: chainOf(hit, registry) };
}

/** Scaled as the frame is; turned ones are only met near their middle. */
function pointAround(frame: HTMLElement, x: number, y: number): Point {
  const { left, top, width, height } = rectOf(frame);
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const across = frame.offsetWidth > 0 ? width / frame.offsetWidth : 1;
  const down = frame.offsetHeight > 0 ? height / frame.offsetHeight : 1;
  return {
    x: left + (frame.clientLeft + Number.parseFloat(paddingLeft) + x) * across,
    y: top + (frame.clientTop + Number.parseFloat(paddingTop) + y) * down,
  };
}
