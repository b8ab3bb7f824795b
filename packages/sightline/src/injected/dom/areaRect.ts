import { attribute, boundingRect, flatParent, localName, rootNode } from './dom.ts';

/**
 * Where an `area` of an image map lies, in client coordinates: it has no layout box (its `display` is
 * `none`), but a person sees and clicks it on the image. Undefined where no image uses its map.
 */
export function areaRect(area: Element): DOMRect | undefined {
  const image = imageOfArea(area);
  if (!image) return undefined;
  const { left, top, width, height } = boundingRect(image);
  if (width === 0 || height === 0) return undefined;
  const { offsetWidth, offsetHeight } = image as HTMLElement;
  const scaleX = width / (offsetWidth || width);
  const scaleY = height / (offsetHeight || height);
  const shape = (attribute(area, 'shape') ?? 'rect').toLowerCase();
  const coords = (attribute(area, 'coords') ?? '').split(/[\s,;]+/).map(Number);
  if (shape === 'default') return new DOMRect(left, top, width, height);
  const [x1, y1, x2, y2] = boundsOf(shape, coords);
  if (![x1, y1, x2, y2].every(Number.isFinite)) return undefined;
  return new DOMRect(left + x1 * scaleX, top + y1 * scaleY, (x2 - x1) * scaleX, (y2 - y1) * scaleY);
}

function boundsOf(shape: string, coords: number[]): [number, number, number, number] {
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = coords;
  if (shape.startsWith('circ')) return [a - c, b - c, a + c, b + c];
  const xs = coords.filter((_, i) => i % 2 === 0);
  const ys = coords.filter((_, i) => i % 2 === 1);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function imageOfArea(area: Element): Element | null {
  let map = flatParent(area);
  while (map && localName(map) !== 'map') map = flatParent(map);
  const name = map && (attribute(map, 'name') || attribute(map, 'id'));
  return name ? (rootNode(area) as ParentNode).querySelector(`img[usemap="#${CSS.escape(name)}" i]`) : null;
}
