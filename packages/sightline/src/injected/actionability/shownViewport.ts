import type { Point } from '../PageApi.ts';

/**
 * What is seen of the viewport, in client coordinates. The layout viewport, to which client coordinates belong, is larger
 * than the visual one where a page is pinched to a larger scale, or wider than the screen of a phone (CSSOM View, section 11).
 */
export function shownViewport(): { left: number; top: number; right: number; bottom: number } {
  const visual = ownVisualViewport();
  if (!visual) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const { offsetLeft: left, offsetTop: top, width, height } = visual;
  return { left, top, right: left + width, bottom: top + height };
}

/** Where the browser's input has a point of the viewport: in the main document, from the corner of the visual viewport. */
export function toInputPoint({ x, y }: Point): Point {
  const { left, top } = shownViewport();
  return { x: x - left, y: y - top };
}

/** Whether a part of the viewport alone shows, larger or not: Playwright's coordinates are others then. */
export function isPinched(): boolean {
  const visual = ownVisualViewport();
  return visual !== null && (visual.scale !== 1 || visual.offsetLeft !== 0 || visual.offsetTop !== 0);
}

/** Only the main document has one of its own. */
const ownVisualViewport = (): VisualViewport | null => (window === window.top ? window.visualViewport : null);
