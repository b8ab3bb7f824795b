import { attribute, namespace, parentOf } from './dom.ts';
import { valueOf } from './styles.ts';

/**
 * A box of one grey, whatever its element paints: with no contrast left, every colour is the same, that of text,
 * selection, caret and shadows too, over a ground without holes, cut at its edge. A style of the element itself
 * moves, scrolls and reflows with it; a box drawn above it would be outrun by the next layout. Inline and
 * important, it yields to no sheet and no animation of the page; without transitions it holds at once.
 */
const PAINT: readonly Declaration[] = [
  ['transition-property', 'none'],
  ['filter', 'contrast(0)'],
  ['background-color', 'rgb(128, 128, 128)'],
  ['background-image', 'none'],
  ['background-clip', 'border-box'],
  ['clip-path', 'inset(0px)'],
];
/** SVG has no ground to paint: what it writes is not painted at all. */
const PAINT_SVG: typeof PAINT = [
  ['transition-property', 'none'],
  ['filter', 'contrast(0)'],
  ['opacity', '0'],
];
const SVG = 'http://www.w3.org/2000/svg';

type Declaration = [property: string, value: string];

interface Painted {
  /** What the page's own inline style says, by property: value and priority. */
  before: Map<string, [value: string, priority: string]>;
  /** Its style as it was written, and what that says. */
  written: string | null;
  meaning: string;
}

/** Paints elements over, so that nothing of what they show can be read, and takes it off again. */
export class Paint {
  readonly #painted = new Map<Element, Painted>();

  /** Also where it is painted already: the page may have written its style anew. */
  over(element: ParentNode | null): void {
    const target = paintable(element);
    if (!target) return;
    const style = styleOf(target);
    const { before } = this.#painted.get(target) ?? this.#begin(target);
    for (const [property, value] of namespace(target) === SVG ? PAINT_SVG : PAINT) {
      const own = style.getPropertyValue(property);
      const priority = style.getPropertyPriority(property);
      if (before.has(property) && own === value && priority === 'important') continue;
      before.set(property, [own, priority]);
      style.setProperty(property, value, 'important');
    }
  }

  off(): void {
    for (const [element, { before }] of this.#painted) {
      const [held, ...rest] = [...before];
      const style = styleOf(element);
      for (const declaration of rest) restore(style, declaration);
      // Settled while transitions are still off, or the end of the paint would be one.
      getComputedStyle(element).getPropertyValue('filter');
      if (held) restore(style, held);
    }
    for (const [element, painted] of this.#painted) rewrite(element, painted);
    this.#painted.clear();
  }

  #begin(element: Element): Painted {
    const painted: Painted = {
      before: new Map(),
      written: attribute(element, 'style'),
      meaning: meaningOf(styleOf(element)),
    };
    this.#painted.set(element, painted);
    return painted;
  }
}

/** The element; the one around it, where it has no box of its own. */
function paintable(start: ParentNode | null): Element | undefined {
  let element = start;
  while (element) {
    if (element instanceof ShadowRoot) element = element.host;
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return undefined;
    if (valueOf(getComputedStyle(element), 'display') !== 'contents') return element;
    element = parentOf(element);
  }
  return undefined;
}

function restore(
  style: CSSStyleDeclaration,
  [property, [value, priority]]: [string, [value: string, priority: string]],
): void {
  if (value === '') style.removeProperty(property);
  else style.setProperty(property, value, priority);
}

/** The attribute as the page wrote it, where its meaning is what it was. A security policy may forbid to write it. */
function rewrite(element: Element, { written, meaning }: Painted): void {
  const style = styleOf(element);
  if (meaningOf(style) !== meaning) return;
  const { cssText } = style;
  if (written === null) element.removeAttribute('style');
  else element.setAttribute('style', written);
  if (meaningOf(style) !== meaning) style.cssText = cssText;
}

/** What a style says, whatever the order in which it was said. */
function meaningOf(style: CSSStyleDeclaration): string {
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
