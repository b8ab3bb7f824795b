import { boundingRect, elementFromPoint, flatParent } from '../dom/dom.ts';
import type { ColorMixer, Rgba } from '../styles/ColorMixer.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { OPAQUE_ALPHA, readCanvas } from './canvasColor.ts';

/** A box that covers as much of the viewport, in each direction, is the page. */
const MIN_COVERED_SHARE = 0.8;
/** Positions of dialogs and what covers the page behind them. */
const LAID_OVER = new Set(['fixed', 'absolute']);
/** Luminance, 0 to 1. */
const MAX_DARK = 0.35;

/**
 * Whether the page as a whole is dark: by the innermost box around the middle of the viewport that fills it and is painted, else
 * by the canvas. Undefined in a frame, and where a picture is the ground or what lies there is laid over the page.
 */
export function isPageDark(colors: ColorMixer): boolean | undefined {
  if (window !== window.top) return undefined;
  const { innerWidth: width, innerHeight: height } = window;
  let isLaidOver = false;
  for (
    let element: Element | null = elementFromPoint(width / 2, height / 2);
    element;
    element = flatParent(element)
  ) {
    const style = getComputedStyle(element);
    const box = boundingRect(element);
    const fills = box.width >= width * MIN_COVERED_SHARE && box.height >= height * MIN_COVERED_SHARE;
    if (fills && styleValue(style, 'background-image') !== 'none') return undefined;
    const color = colors.parse(styleValue(style, 'background-color'));
    if (fills && color[3] >= OPAQUE_ALPHA) return isDark(color);
    isLaidOver ||= LAID_OVER.has(styleValue(style, 'position'));
  }
  const { color } = readCanvas(colors);
  return isLaidOver || !color ? undefined : isDark(color);
}

const isDark = ([red, green, blue]: Rgba): boolean =>
  (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 <= MAX_DARK;
