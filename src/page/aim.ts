import { attribute, elementAt, flatParent, is, isShown, localName, rectOf, rectsOf } from './dom.ts';
import { belongsTo, POINTS } from './hit.ts';
import type { Registry } from './Registry.ts';

/** Where to click an element, or why it cannot be clicked as things are. */
export interface Aim {
  state: 'ready' | 'detached' | 'invisible' | 'disabled' | 'covered' | 'outside';
  /** Identity of the element to click: itself, or the label that works it. */
  id: number;
  /** From the top left corner of that element's padding box, CSS pixels. */
  x: number;
  y: number;
  /** What lies over it. */
  cover?: number;
}

interface Point {
  x: number;
  y: number;
}

/**
 * Finds a point at which a click reaches the element, as it is laid out now. Scrolls to it where none of it is in
 * view, or all of it is covered where it is: first to the middle, then to the end and the start of its scrollers.
 */
export function aim(id: number, registry: Registry): Aim {
  const element = registry.element(id);
  if (!element) return { state: 'detached', id, x: 0, y: 0 };
  if (isDisabled(element)) return { state: 'disabled', id, x: 0, y: 0 };
  let found = aimNow(element, id, registry);
  for (const block of ALIGNMENTS) {
    if (found.state !== 'outside' && found.state !== 'covered') return found;
    scrollIntoView.call(element, { block, inline: 'nearest', behavior: 'instant' });
    const next = aimNow(element, id, registry);
    found = next.state === 'outside' && found.state === 'covered' ? found : next;
  }
  return found;
}

// Taken from the prototype: a form answers a field that is called so.
const { scrollIntoView } = Element.prototype;
const borderOf = (element: Element, side: 'clientLeft' | 'clientTop'): number =>
  Number(Reflect.get(Element.prototype, side, element));

const ALIGNMENTS = ['center', 'end', 'start'] as const;

function aimNow(element: Element, id: number, registry: Registry): Aim {
  const targets = [element, ...labelsOf(element)].filter(isShown);
  const shapes = targets.flatMap((target) => partsOf(target).map((part) => ({ target, part })));
  if (shapes.length === 0) return { state: 'invisible', id, x: 0, y: 0 };
  let cover: Element | null = null;
  for (const { target, part } of shapes) {
    for (const point of pointsIn(part)) {
      const hit = elementAt(point.x, point.y, (host) => registry.closedRootOf(host));
      if (hit && belongsTo(hit, element)) return ready(isWithin(hit, target) ? target : hit, point, registry);
      if (hit && !isWithin(element, hit)) cover ??= hit;
    }
  }
  const at = { id, x: 0, y: 0 };
  return cover ? { state: 'covered', ...at, cover: registry.idOf(cover) } : { state: 'outside', ...at };
}

function ready(target: Element, { x, y }: Point, registry: Registry): Aim {
  const { left, top } = rectOf(target);
  return {
    state: 'ready',
    id: registry.idOf(target),
    x: x - left - borderOf(target, 'clientLeft'),
    y: y - top - borderOf(target, 'clientTop'),
  };
}

/** The lines of what is broken over several, else its box: those parts that are in view. */
function partsOf(element: Element): DOMRect[] {
  const rects = Array.from(rectsOf(element)).filter(({ width, height }) => width > 0 && height > 0);
  return rects.filter(
    ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
  ).length > 0
    ? rects
    : rects.slice(0, 1);
}

/** The middle first; whole pixels where there are some, since the browser's mouse has no others. */
function pointsIn(rect: DOMRect): Point[] {
  const left = Math.max(rect.left, 0);
  const top = Math.max(rect.top, 0);
  const width = Math.min(rect.right, innerWidth) - left;
  const height = Math.min(rect.bottom, innerHeight) - top;
  if (width <= 0 || height <= 0) return [];
  return POINTS.map(([fx, fy]) => ({ x: left + width * fx, y: top + height * fy }));
}

function labelsOf(element: Element): Element[] {
  const { labels } = element as HTMLInputElement;
  return labels instanceof NodeList ? Array.from(labels) : [];
}

function isWithin(inner: Element, outer: Element): boolean {
  for (let up: Element | null = inner; up; up = flatParent(up)) if (up === outer) return true;
  return false;
}

/** By HTML's rules, or said so by itself or by what it is in. */
function isDisabled(element: Element): boolean {
  if (is(element, ':disabled')) return true;
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const said = attribute(up, 'aria-disabled');
    if (said !== null && (up === element || localName(up) !== 'label')) return said === 'true';
  }
  return false;
}
