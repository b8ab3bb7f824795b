import { attribute, namespaceUri, parentNode, SVG_NAMESPACE } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

/**
 * A box of one grey, whatever its element paints: with no contrast left, every colour is the same, that of text,
 * selection, caret and shadows too, over a ground without holes, cut at its edge. A style of the element itself
 * moves, scrolls and reflows with it; a box drawn above it would be outrun by the next layout. Inline and
 * important, it yields to no sheet and no animation of the page; without transitions it holds at once.
 */
const MASK_STYLES: readonly Declaration[] = [
  ['transition-property', 'none'],
  ['filter', 'contrast(0)'],
  ['background-color', 'rgb(128, 128, 128)'],
  ['background-image', 'none'],
  ['background-clip', 'border-box'],
  ['clip-path', 'inset(0px)'],
];
/** SVG has no ground to paint: what it writes is not painted at all. */
const SVG_MASK_STYLES: typeof MASK_STYLES = [
  ['transition-property', 'none'],
  ['filter', 'contrast(0)'],
  ['opacity', '0'],
];

type Declaration = [property: string, value: string];

interface MaskedElement {
  /** What the page's own inline style says, by property: value and priority. */
  originalDeclarations: Map<string, [value: string, priority: string]>;
  /** Its style as it was written, and what that says. */
  originalAttribute: string | null;
  originalStyle: string;
}

/** Paints elements over, so that nothing of what they show can be read, and takes it off again. */
export class ElementMask {
  readonly #maskedElements = new Map<Element, MaskedElement>();

  /** How many elements are painted over. */
  get size(): number {
    return this.#maskedElements.size;
  }

  /** Also where it is painted already: the page may have written its style anew. */
  mask(element: ParentNode | null): void {
    const target = findMaskable(element);
    if (!target) return;
    const style = styleOf(target);
    const { originalDeclarations } = this.#maskedElements.get(target) ?? this.#remember(target);
    for (const [property, value] of namespaceUri(target) === SVG_NAMESPACE ? SVG_MASK_STYLES : MASK_STYLES) {
      const currentValue = style.getPropertyValue(property);
      const priority = style.getPropertyPriority(property);
      if (originalDeclarations.has(property) && currentValue === value && priority === 'important') continue;
      originalDeclarations.set(property, [currentValue, priority]);
      style.setProperty(property, value, 'important');
    }
  }

  unmaskAll(): void {
    for (const [element, { originalDeclarations }] of this.#maskedElements) {
      const [transition, ...rest] = [...originalDeclarations];
      const style = styleOf(element);
      for (const declaration of rest) restoreDeclaration(style, declaration);
      // Settled while transitions are still off, or the end of the paint would be one.
      getComputedStyle(element).getPropertyValue('filter');
      if (transition) restoreDeclaration(style, transition);
    }
    for (const [element, masked] of this.#maskedElements) restoreAttribute(element, masked);
    this.#maskedElements.clear();
  }

  #remember(element: Element): MaskedElement {
    const masked: MaskedElement = {
      originalDeclarations: new Map(),
      originalAttribute: attribute(element, 'style'),
      originalStyle: canonicalStyle(styleOf(element)),
    };
    this.#maskedElements.set(element, masked);
    return masked;
  }
}

/** The element; the one around it, where it has no box of its own. */
function findMaskable(start: ParentNode | null): Element | undefined {
  let element = start;
  while (element) {
    if (element instanceof ShadowRoot) element = element.host;
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return undefined;
    if (styleValue(getComputedStyle(element), 'display') !== 'contents') return element;
    element = parentNode(element);
  }
  return undefined;
}

function restoreDeclaration(
  style: CSSStyleDeclaration,
  [property, [value, priority]]: [string, [value: string, priority: string]],
): void {
  if (value === '') style.removeProperty(property);
  else style.setProperty(property, value, priority);
}

/** The attribute as the page wrote it, where its meaning is what it was. A security policy may forbid to write it. */
function restoreAttribute(element: Element, { originalAttribute, originalStyle }: MaskedElement): void {
  const style = styleOf(element);
  if (canonicalStyle(style) !== originalStyle) return;
  const { cssText } = style;
  // Chromium writes the attribute of a changed style when it is read, also one that was removed without being read.
  attribute(element, 'style');
  if (originalAttribute === null) element.removeAttribute('style');
  else element.setAttribute('style', originalAttribute);
  if (canonicalStyle(style) !== originalStyle) style.cssText = cssText;
}

/** What a style says, whatever the order in which it was said. */
function canonicalStyle(style: CSSStyleDeclaration): string {
  const declarations = Array.from(style, (property) => [
    property,
    style.getPropertyValue(property),
    style.getPropertyPriority(property),
  ]);
  return JSON.stringify(declarations.sort());
}

const styleOfHtml = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
const styleOfSvg = Object.getOwnPropertyDescriptor(SVGElement.prototype, 'style')?.get;

/** A form's control called `style` shadows that of the form. */
const styleOf = (element: Element): CSSStyleDeclaration =>
  (element instanceof SVGElement ? styleOfSvg : styleOfHtml)?.call(element);
