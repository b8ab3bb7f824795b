import { attribute, documentProperty, queryAll } from '../dom/dom.ts';
import type { ColorMixer, Rgba } from '../styles/ColorMixer.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { hasUncertainBackdrop } from './hasUncertainBackdrop.ts';

const WHITE: Rgba = [255, 255, 255, 1];
/** What Chromium paints below a page of the dark colour scheme: `#121212`. */
const DARK: Rgba = [18, 18, 18, 1];
/** Nothing shines through that a person could make out. */
export const OPAQUE_ALPHA = 0.97;

/** What lies below all content. */
export interface Canvas {
  /** Undefined where it is not certain. */
  color: Rgba | undefined;
  /** Painted by the document itself: filters and blend modes see it, unlike what lies below the document. */
  isPainted: boolean;
}

/**
 * That of the root, or of the body in its stead (CSS Backgrounds 3, section 2.11.2), or that of the colour scheme; in a frame
 * that lets shine through what lies below it, the colour of that.
 */
export function readCanvas(colors: ColorMixer, view: Window = window): Canvas {
  const root = documentProperty('documentElement', view.document) as Element | null;
  for (const element of [root, documentProperty('body', view.document)]) {
    if (!element) continue;
    const style = getComputedStyle(element);
    if (styleValue(style, 'background-image') !== 'none') return { color: undefined, isPainted: true };
    const color = colors.parse(styleValue(style, 'background-color'));
    if (color[3] > 0) return { color: color[3] >= OPAQUE_ALPHA ? color : undefined, isPainted: true };
  }
  return { color: root ? colorBelow(root, colors, view) : WHITE, isPainted: false };
}

function colorBelow(root: Element, colors: ColorMixer, view: Window): Rgba | undefined {
  const isDark = isDarkScheme(root, view);
  if (view === view.top) return isDark ? DARK : WHITE;
  const frame = view.frameElement;
  if (!frame) return undefined;
  // CSS Color Adjustment 1, section 2.4: a frame of another colour scheme than what is around it is opaque.
  if (isDarkScheme(frame, view.parent) !== isDark) return isDark ? DARK : WHITE;
  return groundOfFrame(frame, colors, view.parent);
}

/** The colour that shines through a frame. */
function groundOfFrame(frame: Element, colors: ColorMixer, view: Window): Rgba | undefined {
  const body = documentProperty('body', view.document);
  for (let element: Element | null = frame; element && element !== body; element = element.parentElement) {
    const style = getComputedStyle(element);
    if (styleValue(style, 'background-image') !== 'none') return undefined;
    const color = colors.parse(styleValue(style, 'background-color'));
    if (color[3] >= OPAQUE_ALPHA) return color;
    if (color[3] > 0 || hasUncertainBackdrop(style)) return undefined;
  }
  return frame.getRootNode() === view.document ? readCanvas(colors, view).color : undefined;
}

/** The used colour scheme of an element (CSS Color Adjustment 1, section 2). */
function isDarkScheme(element: Element, view: Window): boolean {
  const own = styleValue(getComputedStyle(element), 'color-scheme');
  const scheme = own === 'normal' ? pageScheme(view.document) : own;
  const words = scheme.toLowerCase().split(/\s+/);
  if (!words.includes('dark')) return false;
  return !words.includes('light') || view.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** What the document says in `<meta name=color-scheme>`: the first one that says something. */
function pageScheme(document: Document): string {
  for (const meta of queryAll(document, 'meta[name="color-scheme" i]')) {
    const content = attribute(meta, 'content')?.trim();
    if (content) return content;
  }
  return 'normal';
}
