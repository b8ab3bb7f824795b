import type { EmitAttribute } from '../capture/AttributeReader.ts';
import { flatParent } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { transformOf } from './transforms.ts';

/**
 * Keeps where the document of a frame lies within the frame's box: `left,top`, what border and padding take;
 * where it or something around it is scaled or turned `left,top,a,b,c,d`, so that a point x, y of the frame's
 * viewport lies at left + ax + cy, top + bx + dy (CSS Transforms 1; depth and perspective apart).
 */
export function emitContentBox(
  frame: Element,
  rect: DOMRect,
  style: CSSStyleDeclaration,
  emit: EmitAttribute,
): void {
  const left = Number.parseFloat(styleValue(style, 'padding-left')) + frame.clientLeft;
  const top = Number.parseFloat(styleValue(style, 'padding-top')) + frame.clientTop;
  const linearTransform = linearTransformOf(frame, style);
  if (!linearTransform) {
    if (left !== 0 || top !== 0) emit('.contentBox', `${Math.round(left)},${Math.round(top)}`);
    return;
  }
  const { offsetWidth, offsetHeight } = frame as HTMLElement;
  const corners = [
    [0, 0],
    [offsetWidth, 0],
    [0, offsetHeight],
    [offsetWidth, offsetHeight],
  ].map(([x = 0, y = 0]) => linearTransform.transformPoint({ x, y }));
  const origin = linearTransform.transformPoint({ x: left, y: top });
  const x = origin.x - Math.min(...corners.map((corner) => corner.x));
  const y = origin.y - Math.min(...corners.map((corner) => corner.y));
  const box = rect.width === 0 ? [0, 0] : [x, y];
  const { a, b, c, d } = linearTransform;
  emit('.contentBox', [...box, a, b, c, d].map((value) => Number(value.toFixed(4))).join());
}

/** The transforms and the zoom of an element and all around it, translations apart; undefined where they change nothing. */
function linearTransformOf(frame: Element, style: CSSStyleDeclaration): DOMMatrix | undefined {
  const zoom = (frame as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  let matrix = new DOMMatrix().scale(zoom);
  let changes = zoom !== 1;
  for (let up: Element | null = frame; up; up = flatParent(up)) {
    const transform = transformOf(up === frame ? style : getComputedStyle(up));
    if (transform === '') continue;
    changes = true;
    matrix = new DOMMatrix(transform).multiply(matrix);
  }
  if (!changes) return undefined;
  const { m11, m12, m21, m22 } = matrix;
  return new DOMMatrix([m11, m12, m21, m22, 0, 0]);
}
