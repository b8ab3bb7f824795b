import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface NearChunks {
  /** Which children are within a screen of the view. */
  nearChunks: ReadonlySet<number>;
  /** What those that were near took, pixels. */
  heights: ReadonlyMap<number, number>;
}

/**
 * Watches which children of a scroller are near its view; nothing is measured while it scrolls. `of`: whose children
 * these are, undefined to watch none. `first`: how many are near before anything is known.
 */
export function useNearChunks(
  scroller: RefObject<HTMLElement | null>,
  chunks: readonly unknown[] | undefined,
  initialCount: number,
): NearChunks {
  const [nearChunks, setNearChunks] = useState<ReadonlySet<number>>(
    () => new Set(Array(initialCount).keys()),
  );
  const heights = useRef(new Map<number, number>());
  useEffect(() => {
    const root = scroller.current;
    heights.current.clear();
    if (!chunks || !root) return;
    const visible = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          const chunk = Number((target as HTMLElement).dataset.chunk);
          if (visible.has(chunk)) heights.current.set(chunk, boundingClientRect.height);
          if (isIntersecting) visible.add(chunk);
          else visible.delete(chunk);
        }
        setNearChunks(new Set(visible));
      },
      { root, rootMargin: '100% 0px' },
    );
    for (const child of root.children) observer.observe(child);
    return () => observer.disconnect();
  }, [chunks]);
  return { nearChunks, heights: heights.current };
}
