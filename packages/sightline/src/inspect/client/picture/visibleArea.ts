import { useLayoutEffect, useState } from 'preact/hooks';
import type { Box } from '../../../snapshot/geometry.ts';

/** Padding around the picture, CSS pixels. */
export const EDGE = 14;

/** Scrolls the pane no further than needed to show a box, with a margin. */
export function scrollBoxIntoView(pane: Element | null, { x, y, width, height }: Box, scale: number): void {
  if (!pane) return;
  const margin = 40;
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((at) => at * scale + EDGE) as [
    number,
    number,
    number,
    number,
  ];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = pane;
  if (top - margin < scrollTop || bottom - top > clientHeight) pane.scrollTop = top - margin;
  else if (bottom + margin > scrollTop + clientHeight) pane.scrollTop = bottom + margin - clientHeight;
  if (left < scrollLeft) pane.scrollLeft = left - margin;
  else if (right > scrollLeft + clientWidth)
    pane.scrollLeft = Math.min(left - margin, right + margin - clientWidth);
}

/** The part of the picture that is in view, screen pixels. */
export interface VisibleArea {
  width: number;
  height: number;
  top: number;
  left: number;
}

export function useVisibleArea(pane: { current: HTMLDivElement | null }): VisibleArea {
  const [visibleArea, setVisibleArea] = useState<VisibleArea>({ width: 600, height: 800, top: 0, left: 0 });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    let frame = 0;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height, scrollTop, scrollLeft } = element;
      // Boxes of a screen around are drawn too: others are needed only after half a screen.
      const top = Math.floor(scrollTop / (height / 2 || 1)) * (height / 2);
      const left = Math.floor(scrollLeft / (width / 2 || 1)) * (width / 2);
      setVisibleArea((old) =>
        JSON.stringify(old) === JSON.stringify({ width, height, top, left })
          ? old
          : { width, height, top, left },
      );
    };
    const later = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', later);
      cancelAnimationFrame(frame);
    };
  }, []);
  return visibleArea;
}

/** Whether a box lies within about a screen of the visible area. */
export function isNear({ x, y, width, height }: Box, visibleArea: VisibleArea, scale: number): boolean {
  const bottom = (y + height) * scale;
  const right = (x + width) * scale;
  return (
    bottom > visibleArea.top - visibleArea.height &&
    y * scale < visibleArea.top + 2.5 * visibleArea.height &&
    right > visibleArea.left - visibleArea.width &&
    x * scale < visibleArea.left + 2.5 * visibleArea.width
  );
}
