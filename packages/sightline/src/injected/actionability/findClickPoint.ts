import { areaRect, imageOfArea } from '../dom/areaRect.ts';
import {
  attribute,
  attributeNames,
  boundingRect,
  clientRects,
  contentRects,
  documentProperty,
  flatParent,
  hasAttr,
  hasOpacity,
  isVisible,
  isWithin,
  localName,
  matchesSelector,
  queryWithin,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { isIconBesideWords } from '../dom/iconLigature.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import type { Point, PointerTarget } from '../PageApi.ts';
import { HIT_TEST_POINTS, isHitOn } from '../stacking/hitTest.ts';
import { ancestorIds } from './ancestorIds.ts';
import { reaches } from './PressGuard.ts';
import { isPinched, shownViewport, toInputPoint } from './shownViewport.ts';
import { isTypingProxy } from './typingProxy.ts';

/**
 * Finds a point at which a click reaches the element in the layout of now. Scrolls to the element where none of it is
 * in view, or all of it is covered: first to the middle, then to the end and the start of its scrollers.
 */
export async function findClickPoint(id: number, registry: ElementRegistry): Promise<PointerTarget> {
  const element = registry.element(id);
  const state = readiness(element);
  if (!element || (state !== 'ready' && state !== 'invisible')) return withoutPoint(state, id);
  let found = findClickPointNow(element, id, registry);
  for (const block of SCROLL_ALIGNMENTS) {
    if (found.state !== 'outside' && found.state !== 'covered') break;
    scrollIntoViewById(id, element, block, registry);
    const next = findClickPointNow(element, id, registry);
    found = next.state === 'outside' && found.state === 'covered' ? found : next;
  }
  // A box that snaps to its items moves on from where its nearest edge would show them.
  for (const inline of SNAP_ALIGNMENTS) {
    if (found.state !== 'outside' || registry.scrollerOf(id)) break;
    scrollElementIntoView(element, 'center', inline);
    found = findClickPointNow(element, id, registry);
  }
  for (const block of SCROLL_ALIGNMENTS) {
    if (found.state !== 'outside' || !isPinched() || registry.scrollerOf(id)) break;
    scrollLayoutViewport(element, block);
    found = findClickPointNow(element, id, registry);
  }
  const period = found.state === 'ready' ? animationPeriod(element) : 0;
  return period > 0 ? findPointInMotion(element, id, period, registry) : found;
}

/** Whether the element is shown and enabled: enough for keys and scripts, which need no free point. */
export function readiness(element: Element | null): 'ready' | 'detached' | 'invisible' | 'disabled' {
  if (!element) return 'detached';
  if (isDisabled(element)) return 'disabled';
  return isVisible(element) || takesKeys(element) ? 'ready' : 'invisible';
}

/** The input of an editor has hardly a box of its own. */
const takesKeys = (element: Element): boolean =>
  Element.prototype.getClientRects.call(element).length > 0 && isTypingProxy(element);

export function withoutPoint(state: PointerTarget['state'], id: number): PointerTarget {
  const none = { x: 0, y: 0 };
  return {
    state,
    id,
    ...none,
    viewportPoint: none,
    boxOffset: none,
    ...(state !== 'ready' && { mayChange: mayChange() }),
  };
}

export const SCROLL_ALIGNMENTS = ['center', 'end', 'start'] as const;
const SNAP_ALIGNMENTS = ['center', 'start', 'end'] as const;

// From the prototype: on a form it may be a field of that name.
const { scrollIntoView } = Element.prototype;

export function scrollElementIntoView(
  element: Element,
  block: (typeof SCROLL_ALIGNMENTS)[number],
  inline: ScrollLogicalPosition = 'nearest',
): void {
  const target = localName(element) === 'area' ? (imageOfArea(element) ?? element) : element;
  scrollIntoView.call(target, { block, inline, behavior: 'instant' });
}

/** Of a scroll button or marker, the box beside which it stands; then the window, where that is not enough. */
function scrollIntoViewById(
  id: number,
  element: Element,
  block: (typeof SCROLL_ALIGNMENTS)[number],
  registry: ElementRegistry,
): void {
  scrollElementIntoView(registry.scrollerOf(id) ?? element, block);
  const rect = registry.scrollControlRect(id);
  if (rect && pointsInView(rect).length === 0)
    window.scrollBy({ left: rect.x - innerWidth / 2, top: rect.y - innerHeight / 2, behavior: 'instant' });
}

/**
 * Where a page snaps, what a pinched page shows is moved only to where the parts that it snaps to begin; the layout viewport
 * alone snaps apart from that, around the part of it that is shown.
 */
function scrollLayoutViewport(element: Element, block: (typeof SCROLL_ALIGNMENTS)[number]): void {
  scrollElementIntoView(element, block);
  const [own, shown] = [boundingRect(element), shownViewport()];
  window.scrollBy({
    left: (own.left + own.right - shown.left - shown.right) / 2,
    top: (own.top + own.bottom - shown.top - shown.bottom) / 2,
    behavior: 'instant',
  });
}

const borderWidth = (element: Element, side: 'clientLeft' | 'clientTop'): number =>
  Number(Reflect.get(Element.prototype, side, element));

/** Prefers a point that hits the element itself or plain content of it, away from its edges. */
function findClickPointNow(element: Element, id: number, registry: ElementRegistry): PointerTarget {
  const own = registry.scrollControlRect(id);
  const candidates = own ? [{ target: element, rect: own }] : clickableRects(element);
  if (candidates.length === 0) return withoutPoint('invisible', id);
  let cover: { element: Element; point: Point } | undefined;
  let isInView = false;
  let fallback: { found: PointerTarget; isOwnTarget: boolean } | undefined;
  for (const { target, rect } of candidates) {
    for (const point of pointsInView(rect)) {
      isInView = true;
      const hit = registry.elementAt(point.x, point.y);
      if (hit && reaches(hit, id, registry)) {
        const found = readyClickPoint(isWithin(hit, target) ? target : hit, point, registry);
        if (own) return { ...found, byCoordinates: true };
        const isOwnTarget = !takesClickItself(hit, element);
        if (isOwnTarget && !isAtEdge(point, element, registry)) return found;
        if (!fallback || (isOwnTarget && !fallback.isOwnTarget)) fallback = { found, isOwnTarget };
      } else if (hit && !isWithin(element, hit)) cover ??= { element: hit, point };
    }
  }
  if (fallback) return fallback.found;
  if (cover)
    return {
      ...withoutPoint('covered', id),
      viewportPoint: toInputPoint(cover.point),
      coveredBy: ancestorIds(cover.element, registry),
    };
  return withoutPoint(isInView && ignoresPointerEvents(element) ? 'untouchable' : 'outside', id);
}

/** Clicks go through it, to its container. */
const ignoresPointerEvents = (element: Element): boolean =>
  getComputedStyle(element).pointerEvents === 'none';

/** The mouse moves in whole pixels: a neighbouring point may be hit instead. */
const EDGE_OFFSETS = [-1, 1];

function isAtEdge({ x, y }: Point, element: Element, registry: ElementRegistry): boolean {
  return EDGE_OFFSETS.some((offset) => {
    const hit = registry.elementAt(x + offset, y + offset);
    return !hit || !isHitOn(hit, element);
  });
}

function readyClickPoint(target: Element, viewportPoint: Point, registry: ElementRegistry): PointerTarget {
  const { left, top } = boundingRect(target);
  return {
    state: 'ready',
    id: registry.idOf(target),
    x: viewportPoint.x - left - borderWidth(target, 'clientLeft'),
    y: viewportPoint.y - top - borderWidth(target, 'clientTop'),
    viewportPoint: toInputPoint(viewportPoint),
    boxOffset: { x: viewportPoint.x - left, y: viewportPoint.y - top },
    ...((localName(target) === 'area' ||
      isPinched() ||
      !runsCallbacks() ||
      isHeavy(target) ||
      hasNoBox(target)) && {
      byCoordinates: true,
    }),
    isPlainBox: isPlainBox(target),
    ...(isTouched() && { isTouched: true }),
  };
}

/** A phone or tablet, or one that is emulated: its first means of pointing is a finger (Media Queries 4, section 7). */
const isTouched = (): boolean => navigator.maxTouchPoints > 0 && matchMedia('(pointer: coarse)').matches;

/** Attributes, and characters in one of them, of which Playwright's description of an element takes seconds. */
const MAX_ATTRIBUTES = 1_000;
const MAX_ATTRIBUTE_LENGTH = 100_000;

/** The browser looks for each attribute among all. */
function isHeavy(element: Element): boolean {
  const names = attributeNames(element);
  return (
    names.length > MAX_ATTRIBUTES ||
    names.some((name) => (attribute(element, name)?.length ?? 0) > MAX_ATTRIBUTE_LENGTH)
  );
}

function isPlainBox(element: Element): boolean {
  if (window !== window.top) return false;
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const { columnCount, columnWidth, zoom } = getComputedStyle(up);
    if (columnCount !== 'auto' || columnWidth !== 'auto' || zoom !== '1') return false;
  }
  return true;
}

interface ClickableRect {
  /** The element to click. */
  target: Element;
  rect: DOMRect;
}

/** An invisible control is clicked through its label. */
function clickableRects(element: Element): ClickableRect[] {
  if (localName(element) === 'area') {
    const rect = areaRect(element);
    return rect ? [{ target: element, rect }] : [];
  }
  const branch = branchLabelRects(element);
  if (branch.length > 0) return branch.map((rect) => ({ target: element, rect }));
  const labels = labelsFor(element);
  const { width, height } = boundingRect(element);
  const isControlVisible =
    labels.length === 0 || (width >= MIN_SIZE && height >= MIN_SIZE && hasOpacity(element));
  const targets = isControlVisible ? [element, ...labels] : [...labels, element];
  return targets
    .filter((target) => isVisible(target) || hasNoBox(target))
    .flatMap((target) => nonEmptyRects(target).map((rect) => ({ target, rect })));
}

/**
 * The words of an open branch of a tree: its middle is that of an item below it. Not the sign or the button before them, which
 * closes it.
 */
function branchLabelRects(element: Element): DOMRect[] {
  if (attribute(element, 'role') !== 'treeitem' || queryWithin(element, '[role=treeitem]').length === 0)
    return [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let inButton: DOMRect[] = [];
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const item = text.parentElement?.closest('[role=treeitem]');
    if (item !== element || !/[\p{L}\p{N}]/u.test(text.data) || isIconBesideWords(text)) continue;
    const rects = contentRects(text).filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length === 0) continue;
    if (!text.parentElement?.closest('button, [role=button]')) return rects;
    if (inButton.length === 0) inButton = rects;
  }
  return inButton;
}

/** CSS pixels. A smaller control is hidden by its page, which shows something else in its place. */
const MIN_SIZE = 5;

/** The boxes of an element's lines, or its only box; of one without a box (`display: contents`), those of what it holds. */
function nonEmptyRects(element: Element): DOMRect[] {
  const rects = Array.from(clientRects(element));
  return (rects.length > 0 ? rects : contentRects(element)).filter(
    ({ width, height }) => width > 0 && height > 0,
  );
}

const hasNoBox = (element: Element): boolean => getComputedStyle(element).display === 'contents';

/** Points of the part in view, its middle first. */
function pointsInView(rect: DOMRect): Point[] {
  const shown = shownViewport();
  const left = Math.max(rect.left, shown.left);
  const top = Math.max(rect.top, shown.top);
  const width = Math.min(rect.right, shown.right) - left;
  const height = Math.min(rect.bottom, shown.bottom) - top;
  if (width <= 0 || height <= 0) return [];
  return CLICK_POINTS.map(([fx, fy]) => ({ x: left + width * fx, y: top + height * fy }));
}

/** The points that the capture tests, and the corners: what is captured as shown is found here too. */
const CLICK_POINTS: readonly [number, number][] = [
  ...HIT_TEST_POINTS,
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
];

function labelsFor(element: Element): Element[] {
  const { labels } = element as HTMLInputElement;
  return labels instanceof NodeList ? Array.from(labels) : [];
}

/** A link or control inside another one, or inside a label, handles the click itself. */
function takesClickItself(hit: Element, element: Element): boolean {
  for (let up: Element | null = hit; up && up !== element; up = flatParent(up)) {
    if (localName(up) === 'label' && (up as HTMLLabelElement).control === element) return false;
    if (matchesSelector(up, CONTROL_SELECTOR)) return !isWithin(element, up);
  }
  return false;
}

const CONTROL_SELECTOR =
  'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=menuitem], [role=switch], [contenteditable]';

/** By HTML's rules, by `aria-disabled` on itself or an ancestor, or by `inert`. */
function isDisabled(element: Element): boolean {
  if (matchesSelector(element, ':disabled') || isInert(element)) return true;
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const ariaDisabled = attribute(up, 'aria-disabled');
    if (ariaDisabled !== null && (up === element || localName(up) !== 'label'))
      return ariaDisabled === 'true';
  }
  return false;
}

function isInert(element: Element): boolean {
  for (let up: Element | null = element; up; up = flatParent(up)) if (hasAttr(up, 'inert')) return true;
  return false;
}

const animationsOf = (element: Element): Animation[] => Element.prototype.getAnimations.call(element);

/** Something loads or is animated: the element may become ready without an action. */
function mayChange(): boolean {
  const all: Animation[] = Document.prototype.getAnimations.call(document);
  return (
    documentProperty('readyState') !== 'complete' || all.some(({ playState }) => playState === 'running')
  );
}

/** Period of an endless animation that moves the element, milliseconds; 0 where there is none. */
function animationPeriod(element: Element): number {
  let period = 0;
  for (let up: Element | null = element; up; up = flatParent(up))
    for (const { playState, effect } of animationsOf(up)) {
      const { endTime, duration } = effect?.getComputedTiming() ?? {};
      if (playState !== 'running' || Number(endTime) < Number.POSITIVE_INFINITY || !movesElement(effect))
        continue;
      period = Math.max(period, Math.min(Number(duration) || 0, MAX_PERIOD_MS));
    }
  return period;
}

const MAX_PERIOD_MS = 2_000;
const NON_MOVING_PROPERTIES = new Set([
  'offset',
  'computedOffset',
  'easing',
  'composite',
  'opacity',
  'color',
  'visibility',
  'filter',
]);
const movesElement = (effect: AnimationEffect | null): boolean =>
  effect instanceof KeyframeEffect &&
  effect
    .getKeyframes()
    .some((frame) =>
      Object.keys(frame).some((key) => !NON_MOVING_PROPERTIES.has(key) && !/color|shadow|image/i.test(key)),
    );

/** A point that a pulsing or bouncing element always covers; `moving` where there is none. */
async function findPointInMotion(
  element: Element,
  id: number,
  period: number,
  registry: ElementRegistry,
): Promise<PointerTarget> {
  if (!runsCallbacks()) return withoutPoint('moving', id);
  let { left, top, right, bottom } = boundingRect(element);
  for (const end = performance.now() + period; performance.now() < end; ) {
    await new Promise((next) => setTimeout(next, 16));
    const now = boundingRect(element);
    [left, top] = [Math.max(left, now.left), Math.max(top, now.top)];
    [right, bottom] = [Math.min(right, now.right), Math.min(bottom, now.bottom)];
    if (right - left < MIN_SIZE || bottom - top < MIN_SIZE) return withoutPoint('moving', id);
  }
  for (const viewportPoint of pointsInView(new DOMRect(left, top, right - left, bottom - top))) {
    const hit = registry.elementAt(viewportPoint.x, viewportPoint.y);
    if (hit && isHitOn(hit, element))
      return { ...readyClickPoint(element, viewportPoint, registry), byCoordinates: true };
  }
  return withoutPoint('moving', id);
}
