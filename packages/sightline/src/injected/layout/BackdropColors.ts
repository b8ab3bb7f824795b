import type { WalkFrame } from '../capture/WalkFrame.ts';
import { areApart, boundingRect, flatParent, localName, queryAll } from '../dom/dom.ts';
import { areSimilar, CLEAR, type ColorMixer, type Rgba } from '../styles/ColorMixer.ts';
import { MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';
import { type Canvas, OPAQUE_ALPHA, readCanvas } from './canvasColor.ts';
import { hasUncertainBackdrop, mayLieOverItem } from './hasUncertainBackdrop.ts';

/** A level of the walk whose style was read. */
export type StyledFrame = WalkFrame & { element: Element; style: CSSStyleDeclaration };

/** A pixel of words, and one beside them. */
interface PaintedWords {
  words: Rgba;
  beside: Rgba;
}

interface PaintedColumn {
  rect: DOMRect;
  color: Rgba;
}

/**
 * Whether words are of the colour of what they stand on: text for the machine, not for a person. Denied wherever what
 * lies below is not certain: an image, a gradient, a positioned box on the way to the ground.
 */
export class BackdropColors {
  readonly colors: ColorMixer;
  #canvas: Canvas | undefined;
  #isForced: boolean | undefined;
  /** The painted columns of each table. */
  readonly #columns = new Map<Element, PaintedColumn[]>();

  constructor(colors: ColorMixer) {
    this.colors = colors;
  }

  /** The user's colours stand in place of the page's. */
  get isForced(): boolean {
    this.#isForced ??= matchMedia('(forced-colors: active)').matches;
    return this.#isForced;
  }

  /**
   * `frame`: the element that is open in the walk; `fill`: the colour of its own words. `isFiltered`: a filter or blend mode
   * of the element or around it changes what is painted.
   */
  hidesWords(frame: StyledFrame, fill: string, isFiltered: boolean): boolean {
    const { element, style } = frame;
    const color = this.colors.parse(fill);
    const ground = this.#groundOf(frame);
    if (!isFiltered && (!ground || !areSimilar(color, ground))) return false;
    if (runsOverBorder(element, style)) return false;
    const painted = this.#paint(element, style, color);
    if (!painted || !areSimilar(painted.words, painted.beside)) return false;
    return !hasVisibleOutline(style, this.colors, ground);
  }

  /** Whether transparent words show by their stroke or shadow. */
  showsOutline(frame: StyledFrame, fontSize: number): boolean {
    return hasVisibleOutline(frame.style, this.colors, this.#groundOf(frame), fontSize * MAX_BLUR);
  }

  /** Whether words are seen in the colour, and on the ground, that a highlight gives them. */
  showsHighlight(frame: StyledFrame, words: string, ground: string): boolean {
    const own = this.colors.parse(ground);
    const below = this.#groundOf(frame);
    const painted = below ? this.colors.over(own, below) : own;
    return painted[3] < OPAQUE_ALPHA || !areSimilar(this.colors.parse(words), painted);
  }

  /**
   * By background colours alone, from the styles that the walk has read: each level is asked once, and only around words.
   * Undefined where it is not certain.
   */
  #groundOf(frame: WalkFrame): Rgba | undefined {
    const unread: WalkFrame[] = [];
    let level: WalkFrame | null = frame;
    for (; level?.element && level.ground === undefined; level = level.parent) unread.push(level);
    let ground = (level?.element ? level.ground : this.#readCanvas().color) ?? null;
    for (const inner of unread.reverse()) {
      ground = this.#groundOn(ground, inner);
      inner.ground = ground;
    }
    return ground ?? undefined;
  }

  #groundOn(below: Rgba | null, { element, style, parent }: WalkFrame): Rgba | null {
    // A shadow root is a level of its host.
    if (!element || parent?.element === element) return below;
    const color = this.#backgroundAt(element, style ?? getComputedStyle(element));
    if (color[3] >= OPAQUE_ALPHA) return color;
    return below && color[3] > 0 ? this.colors.over(color, below) : below;
  }

  /** Of a cell with that of its column below it, where no row is painted between them. */
  #backgroundAt(element: Element, style: CSSStyleDeclaration): Rgba {
    const color = this.#backgroundOf(style);
    if (color[3] >= OPAQUE_ALPHA || !(element instanceof HTMLTableCellElement)) return color;
    const row = element.parentElement;
    const group = row?.parentElement;
    const around = group?.parentElement;
    const table = around instanceof HTMLTableElement ? around : element.closest('table');
    if (!row || !group || !table) return color;
    const columns = this.#columnsOf(table);
    const isRowPainted = (): boolean =>
      [row, group].some((one) => this.#backgroundOf(getComputedStyle(one))[3] > 0);
    const column = columns.length === 0 || isRowPainted() ? undefined : columnBelow(element, columns);
    return column ? this.colors.over(color, column) : color;
  }

  #columnsOf(table: HTMLTableElement): PaintedColumn[] {
    let columns = this.#columns.get(table);
    if (!columns) {
      const elements = queryAll(table, 'col').length > 0 ? queryAll(table, 'colgroup, col') : [];
      columns = Array.from(elements, (column) => ({
        rect: boundingRect(column),
        color: this.#backgroundOf(getComputedStyle(column)),
      })).filter(({ color }) => color[3] > 0);
      this.#columns.set(table, columns);
    }
    return columns;
  }

  #backgroundOf(style: CSSStyleDeclaration): Rgba {
    const color = this.colors.parse(styleValue(style, 'background-color'));
    if (color[3] > 0 && styleValue(style, 'background-clip') === 'border-area') return CLEAR;
    const even = evenColor(style);
    return even === undefined ? color : this.colors.over(this.colors.parse(even), color);
  }

  #readCanvas(): Canvas {
    this.#canvas ??= readCanvas(this.colors);
    return this.#canvas;
  }

  /** From the words outwards to the canvas; undefined where something unknown lies between. */
  #paint(from: Element, own: CSSStyleDeclaration, fill: Rgba): PaintedWords | undefined {
    let painted: PaintedWords = { words: fill, beside: CLEAR };
    let mode = 'normal';
    let inner: Element | undefined;
    for (let element: Element | null = from; element; element = flatParent(element)) {
      const style = element === from ? own : getComputedStyle(element);
      const isOpaque = painted.beside[3] >= OPAQUE_ALPHA;
      if (!isOpaque && isPicture(style)) return undefined;
      const background = this.#backgroundAt(element, style);
      if (background[3] > 0) {
        painted = this.#over(painted, background, mode);
        mode = 'normal';
      }
      const filtered = this.#filter(painted, style);
      if (!filtered) return undefined;
      painted = filtered;
      const ownMode = styleValue(style, 'mix-blend-mode');
      if (ownMode !== 'normal') mode = ownMode;
      const isRoot = localName(element) === 'body' || localName(element) === 'html';
      const [grid, item] = [element, inner ?? element];
      inner = element;
      if (isRoot || painted.beside[3] >= OPAQUE_ALPHA) continue;
      if (hasUncertainBackdrop(style, () => mayLieOverItem(item, grid))) return undefined;
    }
    const canvas = this.#readCanvas();
    if (canvas.color) return this.#over(painted, canvas.color, canvas.isPainted ? mode : 'normal');
    return painted.beside[3] >= OPAQUE_ALPHA && mode === 'normal' ? painted : undefined;
  }

  #over({ words, beside }: PaintedWords, below: Rgba, mode: string): PaintedWords {
    return { words: this.colors.over(words, below, mode), beside: this.colors.over(beside, below, mode) };
  }

  #filter(painted: PaintedWords, style: CSSStyleDeclaration): PaintedWords | undefined {
    const filter = styleValue(style, 'filter');
    if (filter === 'none') return painted;
    const words = this.colors.filtered(painted.words, filter);
    const beside = this.colors.filtered(painted.beside, filter);
    return words && beside && { words, beside };
  }
}

/** CSS pixels: lines of words are higher. */
const MIN_LINE_SIZE = 6;

/** A ground that is painted in the border alone, over which words run that their box has no room for. */
const runsOverBorder = (element: Element, style: CSSStyleDeclaration): boolean =>
  styleValue(style, 'background-clip') === 'border-area' && element.clientHeight < MIN_LINE_SIZE;

const isPicture = (style: CSSStyleDeclaration): boolean =>
  styleValue(style, 'background-image') !== 'none' && evenColor(style) === undefined;

/** The colour of a gradient that has one only, and fills all of its box. */
function evenColor(style: CSSStyleDeclaration): string | undefined {
  const image = styleValue(style, 'background-image');
  if (!image.includes('gradient(')) return undefined;
  if (styleValue(style, 'background-size') !== 'auto' || styleValue(style, 'background-repeat') !== 'repeat')
    return undefined;
  return EVEN_GRADIENT.exec(image)?.[1];
}

const EVEN_GRADIENT =
  /^(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]*, )?(rgba?\([^()]*\))(?:[^(),]*, \1)+[^(),]*\)$/;

/** A shadow blurred by more than this share of the size of the words does not show what they are. */
const MAX_BLUR = 0.3;

/** A stroke or shadow of another colour than the ground. `maxBlur` in CSS pixels; default: any. */
function hasVisibleOutline(
  style: CSSStyleDeclaration,
  colors: ColorMixer,
  ground: Rgba | undefined,
  maxBlur = Number.POSITIVE_INFINITY,
): boolean {
  const shows = (color: string): boolean => {
    const parsed = colors.parse(color);
    return parsed[3] >= MIN_VISIBLE_ALPHA && !(ground && areSimilar(parsed, ground));
  };
  const isStroked = styleValue(style, '-webkit-text-stroke-width') !== '0px';
  if (isStroked && shows(styleValue(style, '-webkit-text-stroke-color'))) return true;
  const shadows = styleValue(style, 'text-shadow');
  if (shadows === 'none') return false;
  return shadows.split(/,\s*(?![^(]*\))/).some((shadow) => {
    const [, color = '', lengths = ''] = /^(.*?\)|\S+)\s+(.*)$/.exec(shadow) ?? [];
    return Number.parseFloat(lengths.split(' ')[2] ?? '0') <= maxBlur && shows(color);
  });
}

function columnBelow(cell: Element, columns: readonly PaintedColumn[]): Rgba | undefined {
  const { left, top, right, bottom } = boundingRect(cell);
  const point = { left: left + 1, top: top + 1, right: left + 2, bottom: top + 2 };
  return columns.findLast(({ rect }) => right > left && bottom > top && !areApart(rect, point))?.color;
}
