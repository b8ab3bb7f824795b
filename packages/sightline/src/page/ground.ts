import { flatParent, localName, ofDocument } from './dom.ts';
import { type Styles, valueOf } from './styles.ts';

/** Channels differ by no more than this in all: one colour to the eye. */
const ALIKE = 12;

/**
 * Whether words are of the colour of what they stand on: text for the machine, not for a person. Asked of
 * words in the page's own ground colour only, and denied wherever what lies below is not certain: an image, a
 * gradient, a positioned box on the way to the ground.
 */
export class Ground {
  readonly #styles: Styles;
  /** Colour of the canvas: that of the root, or of the body in its stead (CSS Backgrounds 3, section 2.11.2). */
  #canvas: number[] | undefined;
  readonly #isCanvas = new Map<string, boolean>();

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  swallows(element: Element, style: CSSStyleDeclaration, color: string): boolean {
    return this.#isCanvasColor(color) && standsOn(element, style, channels(color), this.#styles);
  }

  #isCanvasColor(color: string): boolean {
    let known = this.#isCanvas.get(color);
    if (known === undefined) {
      this.#canvas ??= canvasColor(this.#styles);
      known = alike(channels(color), this.#canvas);
      this.#isCanvas.set(color, known);
    }
    return known;
  }
}

function standsOn(from: Element, own: CSSStyleDeclaration, color: number[], styles: Styles): boolean {
  if (valueOf(own, 'text-shadow') !== 'none' || valueOf(own, '-webkit-text-stroke-width') !== '0px')
    return false;
  for (let element: Element | null = from; element; element = flatParent(element)) {
    const style = element === from ? own : getComputedStyle(element);
    if (valueOf(style, 'background-image') !== 'none') return false;
    const ground = valueOf(style, 'background-color');
    if (styles.isOpaque(ground)) return alike(color, channels(ground));
    if (!styles.isTransparent(ground)) return false;
    if (localName(element) === 'body' || localName(element) === 'html') continue;
    if (isUncertain(style)) return false;
  }
  return true;
}

/** Something else may lie between it and what is around it in the tree. */
function isUncertain(style: CSSStyleDeclaration): boolean {
  return (
    valueOf(style, 'position') !== 'static' ||
    valueOf(style, 'display').endsWith('grid') ||
    valueOf(style, 'margin-top').startsWith('-') ||
    ['box-shadow', 'transform', 'filter'].some((property) => valueOf(style, property) !== 'none') ||
    valueOf(style, 'mix-blend-mode') !== 'normal'
  );
}

const WHITE = [255, 255, 255];

function canvasColor(styles: Styles): number[] {
  for (const element of [ofDocument('documentElement'), ofDocument('body')]) {
    if (!element) continue;
    const style = getComputedStyle(element);
    const color = valueOf(style, 'background-color');
    if (styles.isOpaque(color)) return channels(color);
    if (valueOf(style, 'color-scheme').includes('dark')) return [];
  }
  return WHITE;
}

/** Red, green and blue of `rgb()`; none for other notations, which are alike to nothing. */
function channels(color: string): number[] {
  return color.startsWith('rgb') ? (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number) : [];
}

function alike(a: number[], b: number[]): boolean {
  if (a.length < 3 || b.length < 3) return false;
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] as number)), 0) <= ALIKE;
}
