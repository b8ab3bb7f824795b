import { contentRects, firstElementChild, hasAttr, localName } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

export function summaryOf(details: Element): Element | null {
  let child = firstElementChild(details);
  while (child && localName(child) !== 'summary') child = child.nextElementSibling;
  return child;
}

/** A style may show the content of what is closed, or hide that of what is open. */
export function hidesContent(details: Element): boolean {
  const style = getComputedStyle(details, '::details-content');
  const visibility = styleValue(style, 'content-visibility');
  // Browsers without that pseudo-element answer for the element itself.
  if (!CSS.supports('selector(::details-content)')) return !hasAttr(details, 'open');
  return visibility === 'hidden' || styleValue(style, 'display') === 'none';
}

/** An `object` shows what it holds only where it can show nothing else. */
export const rendersFallback = (object: Element): boolean => contentRects(object).length > 0;
