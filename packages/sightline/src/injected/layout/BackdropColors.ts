import { documentProperty, flatParent, localName } from '../dom/dom.ts';
import { type StyleCache, styleValue } from '../styles/StyleCache.ts';

/** Channels differ by no more than this in all: one colour to the eye. */
const MAX_CHANNEL_DIFFERENCE = 12;

/**
 * Whether words are of the colour of what they stand on: text for the machine, not for a person. Asked of
 * words in the page's own ground colour only, and denied wherever what lies below is not certain: an image, a
 * gradient, a positioned box on the way to the ground.
 */
export class BackdropColors {
  readonly #styles: StyleCache;
  /** Colour of the canvas: that of the root, or of the body in its stead (CSS Backgrounds 3, section 2.11.2). */
  #canvas: number[] | undefined;
  readonly #isCanvas = new Map<string, boolean>();

  constructor(styles: StyleCache) {
    this.#styles = styles;
  }

  matchesBackdrop(element: Element, style: CSSStyleDeclaration, color: string): boolean {
    return this.#isCanvasColor(color) && isBackdropColor(element, style, rgbChannels(color), this.#styles);
  }

  #isCanvasColor(color: string): boolean {
    let cached = this.#isCanvas.get(color);
    if (cached === undefined) {
      this.#canvas ??= canvasColor(this.#styles);
      cached = areSimilar(rgbChannels(color), this.#canvas);
      this.#isCanvas.set(color, cached);
    }
    return cached;
  }
}

function isBackdropColor(
  from: Element,
  own: CSSStyleDeclaration,
  color: number[],
  styles: StyleCache,
): boolean {
  if (styleValue(own, 'text-shadow') !== 'none' || styleValue(own, '-webkit-text-stroke-width') !== '0px')
    return false;
  for (let element: Element | null = from; element; element = flatParent(element)) {
    const style = element === from ? own : getComputedStyle(element);
    if (styleValue(style, 'background-image') !== 'none') return false;
    const background = styleValue(style, 'background-color');
    if (styles.isOpaque(background)) return areSimilar(color, rgbChannels(background));
    if (!styles.isTransparent(background)) return false;
    if (localName(element) === 'body' || localName(element) === 'html') continue;
    if (hasUncertainBackdrop(style)) return false;
  }
  return true;
}

/** Something else may lie between it and what is around it in the tree. */
function hasUncertainBackdrop(style: CSSStyleDeclaration): boolean {
  return (
    styleValue(style, 'position') !== 'static' ||
    styleValue(style, 'display').endsWith('grid') ||
    styleValue(style, 'margin-top').startsWith('-') ||
    ['box-shadow', 'transform', 'filter'].some((property) => styleValue(style, property) !== 'none') ||
    styleValue(style, 'mix-blend-mode') !== 'normal'
  );
}

const WHITE = [255, 255, 255];

function canvasColor(styles: StyleCache): number[] {
  for (const element of [documentProperty('documentElement'), documentProperty('body')]) {
    if (!element) continue;
    const style = getComputedStyle(element);
    const color = styleValue(style, 'background-color');
    if (styles.isOpaque(color)) return rgbChannels(color);
    if (styleValue(style, 'color-scheme').includes('dark')) return [];
  }
  return WHITE;
}

/** Red, green and blue of `rgb()`; none for other notations, which are alike to nothing. */
function rgbChannels(color: string): number[] {
  return color.startsWith('rgb') ? (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number) : [];
}

function areSimilar(a: number[], b: number[]): boolean {
  if (a.length < 3 || b.length < 3) return false;
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] as number)), 0) <= MAX_CHANNEL_DIFFERENCE;
}
