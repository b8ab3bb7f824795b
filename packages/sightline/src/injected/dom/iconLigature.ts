import { attribute, contentRect, flatParent, matchesSelector, textContent, textData } from './dom.ts';

/** Ligatures of icon fonts: `lock`, `keyboard_arrow_right`. */
const LIGATURE_NAME = /^\s*[a-z][a-z0-9_]{2,}\s*$/;
const ICON_FONT = /icon|symbol|glyph/i;
/** How far a glyph is from being as wide as its font is high. */
const MAX_DEVIATION = 0.15;
/** How many elements up the control or item may be. */
const MAX_DEPTH = 6;
const NAMED = 'button, a, summary, label, li, option, td, th, [role], [aria-label]';

/**
 * Whether a text is painted as one glyph by a font that has a ligature for it, in a control or item that has other words or a label:
 * no person reads it. A glyph that stands alone keeps its name, which is all that a control then has.
 */
export function isIconBesideWords(text: Text): boolean {
  const name = textData(text);
  if (!LIGATURE_NAME.test(name)) return false;
  const element = flatParent(text);
  if (!element) return false;
  const style = getComputedStyle(element);
  return (
    ICON_FONT.test(style.fontFamily) &&
    isOneGlyph(text, Number.parseFloat(style.fontSize)) &&
    hasWordsAround(element, name)
  );
}

/**
 * The same for a text that a style sheet writes into a part of an element (`::before`). Some fonts draw their glyphs in place of
 * letters: such a letter says nothing where it stands alone either.
 */
export function isGeneratedIconBesideWords(text: string, element: Element, pseudo: string): boolean {
  if (isLetterOfIconFont(text, element, pseudo)) return true;
  if (!LIGATURE_NAME.test(text)) return false;
  const style = getComputedStyle(element, pseudo);
  return (
    ICON_FONT.test(style.fontFamily) &&
    isAsWideAsHigh(widthIn(text, style), Number.parseFloat(style.fontSize)) &&
    hasWordsAround(element, text)
  );
}

const LETTER = /^\s*[A-Za-z\d]\s*$/;
/** Of the size of its font: no letter is so wide. */
const MIN_GLYPH_WIDTH = 0.98;

/** In an icon by its class, in a font of its own, wider than letters are. */
function isLetterOfIconFont(text: string, element: Element, pseudo: string): boolean {
  if (!LETTER.test(text) || !ICON_FONT.test(attribute(element, 'class') ?? '')) return false;
  const style = getComputedStyle(element, pseudo);
  if (style.fontFamily === getComputedStyle(element).fontFamily) return false;
  return widthIn(text, style) / Number.parseFloat(style.fontSize) >= MIN_GLYPH_WIDTH;
}

/** No range has such a text in it. */
function widthIn(
  text: string,
  { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing }: CSSStyleDeclaration,
): number {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return 0;
  canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  canvas.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
  return canvas.measureText(text.trim()).width;
}

function isOneGlyph(text: Text, fontSize: number): boolean {
  const { width, height } = contentRect(text);
  return height > 0 && isAsWideAsHigh(width, fontSize);
}

/** As wide as the font is high, where letters side by side would be wider. */
const isAsWideAsHigh = (width: number, fontSize: number): boolean =>
  Math.abs(width / fontSize - 1) <= MAX_DEVIATION;

/** In the control, item or labelled element that it is in. */
function hasWordsAround(element: Element, name: string): boolean {
  let at: Element | null = element;
  for (let depth = 0; at && depth < MAX_DEPTH && !matchesSelector(at, NAMED); depth++) at = flatParent(at);
  if (!at || !matchesSelector(at, NAMED)) return false;
  return (
    Boolean(attribute(at, 'aria-label')?.trim()) ||
    !textContent(at).split(name.trim()).every(isBlankOrLigatures)
  );
}

/** Two icons side by side are no words for each other. */
const isBlankOrLigatures = (text: string): boolean =>
  text.split(/\s+/).every((word) => word === '' || LIGATURE_NAME.test(word));
