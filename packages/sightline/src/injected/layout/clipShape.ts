import { styleValue } from '../styles/StyleCache.ts';

/** How far a clip cuts into a box from each side, CSS pixels; negative where it leaves room around it. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The bounds of what `clip-path` (CSS Masking 1, CSS Shapes 1) or `clip` leave of a box of that size;
 * undefined where they clip nothing, or by a shape that is not read (`url()`, most of `path()`, curves of `shape()`).
 */
export function clipShape(style: CSSStyleDeclaration, width: number, height: number): Insets | undefined {
  const path = styleValue(style, 'clip-path');
  if (path !== 'none') return boundsOfShape(path, width, height);
  const position = styleValue(style, 'position');
  if (position !== 'absolute' && position !== 'fixed') return undefined;
  const clip = /^rect\((.*)\)$/.exec(styleValue(style, 'clip'))?.[1];
  if (clip === undefined) return undefined;
  const [top = 0, right = 0, bottom = 0, left = 0] = clip
    .split(/,\s*|\s+/)
    .map((side, i) => (side === 'auto' ? [0, width, height, 0][i] : Number.parseFloat(side)));
  return { left, top, right: width - right, bottom: height - bottom };
}

function boundsOfShape(path: string, width: number, height: number): Insets | undefined {
  const [, name, inner = ''] = /^(\w+)\((.*)\)(?:\s+[\w-]+)?$/.exec(path) ?? [];
  switch (name) {
    case 'inset':
      return boundsOfInset(splitWords(inner.split(' round ')[0] as string), width, height);
    case 'circle':
    case 'ellipse':
      return boundsOfEllipse(name, inner, width, height);
    case 'polygon':
      return boundsOfPolygon(inner, width, height);
    case 'path':
      return DRAWS.test(inner) ? undefined : { left: width, top: height, right: 0, bottom: 0 };
    case 'shape':
      return boundsOfLines(inner, width, height);
    default:
      return undefined;
  }
}

/** Of a shape of straight lines; any other is not read. */
function boundsOfLines(inner: string, width: number, height: number): Insets | undefined {
  const points: { x: number; y: number }[] = [];
  let at = { x: 0, y: 0 };
  for (const command of inner.split(/,\s*(?![^(]*\))/)) {
    if (command === 'close') continue;
    const next = endOfLine(command, at, width, height);
    if (!next) return undefined;
    at = next;
    points.push(at);
  }
  return boundsOfPoints(points, width, height);
}

const LINE = /^(?:(?:evenodd |nonzero )?(from)|(line|move|hline|vline) (to|by)) (.+)$/;

/** Where a straight command of a shape leads (CSS Shapes 2, section 4). */
function endOfLine(
  command: string,
  at: { x: number; y: number },
  width: number,
  height: number,
): { x: number; y: number } | undefined {
  const [, from, kind = from, by, end] = LINE.exec(command) ?? [];
  if (kind === undefined || end === undefined) return undefined;
  const [first = '0px', second = '0px'] = splitWords(end);
  const base = by === 'by' ? at : { x: 0, y: 0 };
  if (kind === 'vline') return { x: at.x, y: base.y + toPixels(first, height) };
  const x = base.x + toPixels(first, width);
  return kind === 'hline' ? { x, y: at.y } : { x, y: base.y + toPixels(second, height) };
}

/** Letters of a path by which anything is drawn (SVG 2, section 9.3): without one it clips everything away. */
const DRAWS = /[lhvcsqta]/i;

function boundsOfInset(
  [top = '0px', right = top, bottom = top, left = right]: string[],
  width: number,
  height: number,
): Insets {
  return {
    left: toPixels(left, width),
    top: toPixels(top, height),
    right: toPixels(right, width),
    bottom: toPixels(bottom, height),
  };
}

function boundsOfEllipse(name: string, inner: string, width: number, height: number): Insets {
  const [radii = '', center = ''] = inner.split(/(?:^|\s)at\s/);
  const [x = '50%', y = '50%'] = splitWords(center);
  const cx = toPixels(x, width);
  const cy = toPixels(y, height);
  const [first = 'closest-side', second = first] = splitWords(radii);
  const reference = name === 'circle' ? Math.hypot(width, height) / Math.SQRT2 : undefined;
  const sides = [cx, width - cx, cy, height - cy].map(Math.abs);
  const rx = radius(first, reference ?? width, name === 'circle' ? sides : sides.slice(0, 2));
  const ry = name === 'circle' ? rx : radius(second, height, sides.slice(2));
  return { left: cx - rx, top: cy - ry, right: width - cx - rx, bottom: height - cy - ry };
}

function radius(value: string, reference: number, sides: number[]): number {
  if (value === 'closest-side') return Math.min(...sides);
  return value === 'farthest-side' ? Math.max(...sides) : toPixels(value, reference);
}

function boundsOfPolygon(inner: string, width: number, height: number): Insets {
  const points = inner
    .replace(/^(?:evenodd|nonzero),\s*/, '')
    .split(/,\s*(?![^(]*\))/)
    .map(splitWords);
  return boundsOfPoints(
    points.map(([x = '0px', y = '0px']) => ({ x: toPixels(x, width), y: toPixels(y, height) })),
    width,
    height,
  );
}

function boundsOfPoints(points: readonly { x: number; y: number }[], width: number, height: number): Insets {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: width - Math.max(...xs),
    bottom: height - Math.max(...ys),
  };
}

/** `calc()` is one word. */
function splitWords(list: string): string[] {
  return list.trim() === '' ? [] : list.trim().split(/\s+(?![^(]*\))/);
}

/** `10px`, `50%`, or `calc(50% + 10px)`: the sum of its terms. */
function toPixels(value: string, reference: number): number {
  let sum = 0;
  for (const [, sign, number, unit] of value.matchAll(/([+-])?\s*([\d.]+(?:e-?\d+)?)(px|%)?/g)) {
    const size = unit === '%' ? (Number(number) * reference) / 100 : Number(number);
    sum += sign === '-' ? -size : size;
  }
  return sum;
}
