import { attribute, boundingRect, firstElementChild, localName } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** What paints nothing of what it is for: a drawing, a canvas, a film, a select without any choice. */
export const isBlankReplaced = (element: Element): boolean =>
  isEmptyDrawing(element) || isBlankCanvas(element) || isBlankVideo(element) || isBlankSelect(element);

/** Parts of a drawing that paint nothing by themselves. */
const UNPAINTED_PARTS =
  'g, a, script, style, :is(defs, symbol, title, desc, metadata), :is(defs, symbol, title, desc, metadata) *';

/** Holds no shape, words or picture, or none that has a size. */
export const isEmptyDrawing = (element: Element): boolean =>
  localName(element) === 'svg' &&
  (firstElementChild(element) === null ||
    Element.prototype.querySelector.call(element, `:not(${UNPAINTED_PARTS})`) === null ||
    hasNoSize(element));

/** Words beside the shapes of a drawing are not laid out, nor is what its documents of no size hold, a canvas or a film. */
export function isInEmptyDrawing(element: Element | null | undefined): boolean {
  const drawing = element ? Element.prototype.closest.call(element, 'svg, canvas, video') : null;
  return drawing !== null && (localName(drawing) !== 'svg' || isEmptyDrawing(drawing));
}

function hasNoSize(element: Element): boolean {
  if (!(element instanceof SVGSVGElement)) return false;
  const { width, height } = SVGGraphicsElement.prototype.getBBox.call(element);
  if (width > 0 || height > 0 || Element.prototype.querySelector.call(element, SIZELESS)) return false;
  return [...Element.prototype.querySelectorAll.call(element, 'foreignObject')].every(
    isSizelessForeignObject,
  );
}

/** Another document in a drawing, without a size, of which nothing is seen. */
export function isSizelessForeignObject(element: Element): boolean {
  if (!(element instanceof SVGForeignObjectElement)) return false;
  const { width, height } = boundingRect(element);
  return (width === 0 || height === 0) && styleValue(getComputedStyle(element), 'overflow') !== 'visible';
}

/** What may paint without a size of its own: a point with a round end, what another tree holds. */
const SIZELESS = 'path[d], line, polyline, use[*|href]';

/** Without a picture, a first frame and controls. */
const isBlankVideo = (element: Element): boolean =>
  element instanceof HTMLVideoElement &&
  element.readyState === HTMLMediaElement.HAVE_NOTHING &&
  element.networkState !== HTMLMediaElement.NETWORK_LOADING &&
  !element.controls &&
  element.poster === '';

/** Without an arrow of the browser, and without a choice that could be read. */
export const isBlankSelect = (element: Element): boolean =>
  element instanceof HTMLSelectElement &&
  styleValue(getComputedStyle(element), 'appearance') === 'none' &&
  element.length === 0;

/** Pixels a side of the picture that is asked. */
const SIDE = 64;

/**
 * Whether nothing is drawn on a canvas, as far as that can be known without a context of its own: scripts that draw set its size,
 * and what WebGL has shown can often not be read back, so only one without a size of its own is asked.
 */
function isBlankCanvas(element: Element): boolean {
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
