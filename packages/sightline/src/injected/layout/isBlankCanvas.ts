import { attribute, localName } from '../dom/dom.ts';

/** Pixels a side of the picture that is asked. */
const SIDE = 64;

/**
 * Whether nothing is drawn on a canvas, as far as that can be known without a context of its own: scripts that draw set its size,
 * and what WebGL has shown can often not be read back, so only one without a size of its own is asked.
 */
export function isBlankCanvas(element: Element): boolean {
  if (localName(element) !== 'canvas' || !(element instanceof HTMLCanvasElement)) return false;
  if (attribute(element, 'width') !== null || attribute(element, 'height') !== null) return false;
  const copy = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true });
  if (!copy || element.width === 0 || element.height === 0) return false;
  try {
    copy.drawImage(element, 0, 0, SIDE, SIDE);
    return copy.getImageData(0, 0, SIDE, SIDE).data.every((channel) => channel === 0);
  } catch {
    // It holds a picture of another origin, or belongs to a worker.
    return false;
  }
}
