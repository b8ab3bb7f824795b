import { boundingRect, documentProperty, flatParent, localName } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { ScrollByResult } from '../PageApi.ts';

/**
 * Scrolls the scroller around an element, or with id 0 the page: the document or, where that does not scroll, the
 * scroller in the middle of the viewport. `x` and `y` are CSS pixels, or with `pages` sizes of the scroller. Undefined where the
 * element is gone.
 */
export function scrollBy(
  id: number,
  x: number,
  y: number,
  unit: 'px' | 'pages',
  registry: ElementRegistry,
): ScrollByResult | undefined {
  const scroller = id === 0 ? mainScroller(registry) : scrollerOf(registry.element(id));
  if (!scroller) return undefined;
  const start = { left: scroller.scrollLeft, top: scroller.scrollTop };
  const width = unit === 'pages' ? scroller.clientWidth : 1;
  const height = unit === 'pages' ? scroller.clientHeight : 1;
  Reflect.apply(scrollElement, scroller, [{ left: x * width, top: y * height, behavior: 'instant' }]);
  return {
    x: Math.round(scroller.scrollLeft - start.left),
    y: Math.round(scroller.scrollTop - start.top),
    above: Math.round(scroller.scrollTop),
    below: Math.max(0, Math.round(scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop)),
    before: Math.round(Math.abs(scroller.scrollLeft)),
    after: Math.max(
      0,
      Math.round(scroller.scrollWidth - scroller.clientWidth - Math.abs(scroller.scrollLeft)),
    ),
  };
}

const { scrollBy: scrollElement } = Element.prototype;

function scrollerOf(element: Element | null): Element | null {
  for (let up = element; up; up = flatParent(up)) if (isScrollable(up)) return up;
  return element && rootScroller();
}

function mainScroller(registry: ElementRegistry): Element | null {
  const root = rootScroller();
  if (root && (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) && !isClipped(root))
    return root;
  const middle = registry.elementAt(innerWidth / 2, innerHeight / 2);
  for (let up = middle; up; up = flatParent(up)) if (isScrollable(up) && coversThirdOfViewport(up)) return up;
  return root;
}

const rootScroller = (): Element | null =>
  documentProperty('scrollingElement') ?? (documentProperty('documentElement') as Element | null);

const isClipped = (root: Element): boolean => /hidden|clip/.test(getComputedStyle(root).overflowY);

function isScrollable(element: Element): boolean {
  if (localName(element) === 'html' || localName(element) === 'body') return false;
  const isLonger = element.scrollHeight > element.clientHeight + 1;
  const isWider = element.scrollWidth > element.clientWidth + 1;
  if (!isLonger && !isWider) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return (isLonger && /auto|scroll/.test(overflowY)) || (isWider && /auto|scroll/.test(overflowX));
}

/** A third of the viewport at least. */
function coversThirdOfViewport(element: Element): boolean {
  const { width, height } = boundingRect(element);
  return width * height > (innerWidth * innerHeight) / 3;
}
