import { areaRect, imageOf } from './areas.ts';
import {
  attribute,
  elementAt,
  flatParent,
  is,
  isOpaque,
  isShown,
  isWithin,
  localName,
  ofDocument,
  rectOf,
  rectsOf,
} from './dom.ts';
import { belongsTo, POINTS } from './hit.ts';
import type { Registry } from './Registry.ts';

/** Where to click an element, or why it cannot be clicked as things are. */
export interface Aim {
  state: 'ready' | 'detached' | 'invisible' | 'disabled' | 'covered' | 'untouchable' | 'outside' | 'moving';
  /** Identity of the element to click: itself, the label that works it, or what lies in it at the point. */
  id: number;
  /** From the top left corner of that element's padding box, CSS pixels. */
  x: number;
  y: number;
  /** The point in the viewport of its document. */
  at: Point;
  /** The point from the top left corner of the element's box. */
  corner: Point;
  /** The point itself is to be clicked: the element has no box of its own there, or moves about it for ever. */
  direct?: boolean;
  /** What lies over it, and what that lies in, from the inside out. */
  cover?: number[];
  /** Where it is not ready: something moves or loads, which may change that. */
  stirs?: boolean;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * Finds a point at which a click reaches the element, as it is laid out now. Scrolls to it where none of it is in
 * view, or all of it is covered where it is: first to the middle, then to the end and the start of its scrollers.
 */
export async function aim(id: number, registry: Registry): Promise<Aim> {
  const element = registry.element(id);
  const state = readiness(element);
  if (!element || (state !== 'ready' && state !== 'invisible')) return fail(state, id);
  let found = aimNow(element, id, registry);
  for (const block of ALIGNMENTS) {
    if (found.state !== 'outside' && found.state !== 'covered') break;
    bringIntoView(element, block);
    const next = aimNow(element, id, registry);
    found = next.state === 'outside' && found.state === 'covered' ? found : next;
  }
  const period = found.state === 'ready' ? periodOf(element) : 0;
  return period > 0 ? aimAtMoving(element, id, period, registry) : found;
}

/** Whether it can be worked by keys or from outside, which no cover prevents. */
export function readiness(element: Element | null): 'ready' | 'detached' | 'invisible' | 'disabled' {
  if (!element) return 'detached';
  if (isDisabled(element)) return 'disabled';
  return isShown(element) ? 'ready' : 'invisible';
}

export function fail(state: Aim['state'], id: number): Aim {
  const none = { x: 0, y: 0 };
  return { state, id, ...none, at: none, corner: none, ...(state !== 'ready' && { stirs: stirs() }) };
}

export const ALIGNMENTS = ['center', 'end', 'start'] as const;

// Taken from the prototype: a form answers a field that is called so.
const { scrollIntoView } = Element.prototype;

export function bringIntoView(element: Element, block: (typeof ALIGNMENTS)[number]): void {
  const target = localName(element) === 'area' ? (imageOf(element) ?? element) : element;
  scrollIntoView.call(target, { block, inline: 'nearest', behavior: 'instant' });
}

const borderOf = (element: Element, side: 'clientLeft' | 'clientTop'): number =>
  Number(Reflect.get(Element.prototype, side, element));

/** Best where it is itself or plain content that is hit, and not at an edge; else whatever works it. */
function aimNow(element: Element, id: number, registry: Registry): Aim {
  const shapes = shapesOf(element);
  if (shapes.length === 0) return fail('invisible', id);
  let cover: Element | null = null;
  let isInView = false;
  let second: { found: Aim; isOwn: boolean } | undefined;
  for (const { target, part } of shapes) {
    for (const point of pointsIn(part)) {
      isInView = true;
      const hit = elementAt(point.x, point.y, (host) => registry.closedRootOf(host));
      if (hit && belongsTo(hit, element)) {
        const found = ready(isWithin(hit, target) ? target : hit, point, registry);
        const isOwn = !isOfItsOwn(hit, element);
        if (isOwn && !isAtEdge(point, element, registry)) return found;
        if (!second || (isOwn && !second.isOwn)) second = { found, isOwn };
      } else if (hit && !isWithin(element, hit)) cover ??= hit;
    }
  }
  if (second) return second.found;
  if (cover) return { ...fail('covered', id), cover: chainOf(cover, registry) };
  return fail(isInView && isUntouchable(element) ? 'untouchable' : 'outside', id);
}

/** Clicks go through it, to what it lies in. */
const isUntouchable = (element: Element): boolean => getComputedStyle(element).pointerEvents === 'none';

/** Elements told of what covers: the capture does not keep each one. */
const MOST_TOLD = 12;

export function chainOf(element: Element, registry: Registry): number[] {
  const ids: number[] = [];
  for (let up: Element | null = element; up && ids.length < MOST_TOLD; up = flatParent(up))
    ids.push(registry.idOf(up));
  return ids;
}

/** The mouse has whole pixels: a point beside it may be hit in its place. */
const BESIDE = [-1, 1];

function isAtEdge({ x, y }: Point, element: Element, registry: Registry): boolean {
  return BESIDE.some((by) => {
    const hit = elementAt(x + by, y + by, (host) => registry.closedRootOf(host));
    return !hit || !belongsTo(hit, element);
  });
}

function ready(target: Element, at: Point, registry: Registry): Aim {
  const { left, top } = rectOf(target);
  return {
    state: 'ready',
    id: registry.idOf(target),
    x: at.x - left - borderOf(target, 'clientLeft'),
    y: at.y - top - borderOf(target, 'clientTop'),
    at,
    corner: { x: at.x - left, y: at.y - top },
    ...(localName(target) === 'area' && { direct: true }),
  };
}

interface Shape {
  /** What is clicked for it. */
  target: Element;
  part: DOMRect;
}

/** A control that a person does not see is clicked by its label. */
function shapesOf(element: Element): Shape[] {
  if (localName(element) === 'area') {
    const part = areaRect(element);
    return part ? [{ target: element, part }] : [];
  }
  const labels = labelsOf(element);
  const { width, height } = rectOf(element);
  const isSeen = labels.length === 0 || (width >= LEAST && height >= LEAST && isOpaque(element));
  const targets = isSeen ? [element, ...labels] : [...labels, element];
  return targets.filter(isShown).flatMap((target) => partsOf(target).map((part) => ({ target, part })));
}

/** CSS pixels: a control of less is hidden by its page, which shows something else for it. */
const LEAST = 5;

/** The lines of what is broken over several, else its box: those parts that are in view. */
function partsOf(element: Element): DOMRect[] {
  return Array.from(rectsOf(element)).filter(({ width, height }) => width > 0 && height > 0);
}

/** The middle of what is in view first, then around it. */
function pointsIn(rect: DOMRect): Point[] {
  const left = Math.max(rect.left, 0);
  const top = Math.max(rect.top, 0);
  const width = Math.min(rect.right, innerWidth) - left;
  const height = Math.min(rect.bottom, innerHeight) - top;
  if (width <= 0 || height <= 0) return [];
  return ALL_POINTS.map(([fx, fy]) => ({ x: left + width * fx, y: top + height * fy }));
}

/** Those that the capture tries, and the corners: what is told as shown is found here too. */
const ALL_POINTS: readonly [number, number][] = [...POINTS, [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];

function labelsOf(element: Element): Element[] {
  const { labels } = element as HTMLInputElement;
  return labels instanceof NodeList ? Array.from(labels) : [];
}

/** A link or control inside of another one, or of a label, takes the click for itself. */
function isOfItsOwn(hit: Element, element: Element): boolean {
  for (let up: Element | null = hit; up && up !== element; up = flatParent(up)) {
    if (localName(up) === 'label' && (up as HTMLLabelElement).control === element) return false;
    if (is(up, CONTROLS)) return !isWithin(element, up);
  }
  return false;
}

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=menuitem], [role=switch], [contenteditable]';

/** By HTML's rules, or said so by itself or by what it is in. */
function isDisabled(element: Element): boolean {
  if (is(element, ':disabled')) return true;
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const said = attribute(up, 'aria-disabled');
    if (said !== null && (up === element || localName(up) !== 'label')) return said === 'true';
  }
  return false;
}

const animationsOf = (element: Element): Animation[] => Element.prototype.getAnimations.call(element);

/** Something loads or is animated: what is not ready may become so by itself. */
function stirs(): boolean {
  const all: Animation[] = Document.prototype.getAnimations.call(document);
  return ofDocument('readyState') !== 'complete' || all.some(({ playState }) => playState === 'running');
}

/** Milliseconds after which a movement of it that never ends begins again; 0 where it comes to rest. */
function periodOf(element: Element): number {
  let period = 0;
  for (let up: Element | null = element; up; up = flatParent(up))
    for (const { playState, effect } of animationsOf(up)) {
      const { endTime, duration } = effect?.getComputedTiming() ?? {};
      if (playState !== 'running' || Number(endTime) < Number.POSITIVE_INFINITY || !movesIts(effect))
        continue;
      period = Math.max(period, Math.min(Number(duration) || 0, LONGEST_PERIOD));
    }
  return period;
}

const LONGEST_PERIOD = 2_000;
const STILL = new Set([
  'offset',
  'computedOffset',
  'easing',
  'composite',
  'opacity',
  'color',
  'visibility',
  'filter',
]);
const movesIts = (effect: AnimationEffect | null): boolean =>
  effect instanceof KeyframeEffect &&
  effect
    .getKeyframes()
    .some((frame) => Object.keys(frame).some((key) => !STILL.has(key) && !/color|shadow|image/i.test(key)));

/** A part of its box that it never leaves, as of what pulses or bounces; `moving` where there is none. */
async function aimAtMoving(element: Element, id: number, period: number, registry: Registry): Promise<Aim> {
  let { left, top, right, bottom } = rectOf(element);
  for (const end = performance.now() + period; performance.now() < end; ) {
    await new Promise((next) => setTimeout(next, 16));
    const now = rectOf(element);
    [left, top] = [Math.max(left, now.left), Math.max(top, now.top)];
    [right, bottom] = [Math.min(right, now.right), Math.min(bottom, now.bottom)];
    if (right - left < LEAST || bottom - top < LEAST) return fail('moving', id);
  }
  for (const at of pointsIn(new DOMRect(left, top, right - left, bottom - top))) {
    const hit = elementAt(at.x, at.y, (host) => registry.closedRootOf(host));
    if (hit && belongsTo(hit, element)) return { ...ready(element, at, registry), direct: true };
  }
  return fail('moving', id);
}
