import type { EmitAttribute } from '../capture/AttributeReader.ts';
import { flatParent } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { transformOf } from './transforms.ts';

/**
 * Keeps where the document of a frame lies within the frame's box: `left,top`, what border and padding take;
 * where it or something around it is scaled or turned `left,top,a,b,c,d` (`contentTransform`).
 */
export function emitContentBox(
  frame: Element,
  rect: DOMRect,
  style: CSSStyleDeclaration,
  emit: EmitAttribute,
): void {
  const { left, top, a, b, c, d } = contentTransform(frame, rect, style);
  if (a !== 1 || b !== 0 || c !== 0 || d !== 1)
    emit('.contentBox', [left, top, a, b, c, d].map((value) => Number(value.toFixed(4))).join());
  else if (left !== 0 || top !== 0) emit('.contentBox', `${Math.round(left)},${Math.round(top)}`);
}

/** A point x, y of a frame's viewport lies at left + ax + cy, top + bx + dy of the frame's bounding box. */
interface ContentTransform {
  left: number;
  top: number;
  a: number;
  b: number;
  c: number;
  d: number;
}

/** CSS Transforms 1; depth and perspective apart. `rect`: the frame's bounding box, CSS pixels. */
export function contentTransform(
  frame: Element,
  rect: DOMRect,
  style: CSSStyleDeclaration,
): ContentTransform {
  const left = Number.parseFloat(styleValue(style, 'padding-left')) + frame.clientLeft;
  const top = Number.parseFloat(styleValue(style, 'padding-top')) + frame.clientTop;
  const linearTransform = linearTransformOf(frame, style);
  if (!linearTransform) return { left, top, a: 1, b: 0, c: 0, d: 1 };
  const { offsetWidth, offsetHeight } = frame as HTMLElement;
  const corners = [
    [0, 0],
    [offsetWidth, 0],
    [0, offsetHeight],
    [offsetWidth, offsetHeight],
  ].map(([x = 0, y = 0]) => linearTransform.transformPoint({ x, y }));
  const origin = linearTransform.transformPoint({ x: left, y: top });
  const { a, b, c, d } = linearTransform;
  const isEmpty = rect.width === 0;
  return {
    left: isEmpty ? 0 : origin.x - Math.min(...corners.map((corner) => corner.x)),
    top: isEmpty ? 0 : origin.y - Math.min(...corners.map((corner) => corner.y)),
    ...{ a, b, c, d },
  };
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
