import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface NearChunks {
  /** Indices of the chunks within a screen of the view. */
  nearChunks: ReadonlySet<number>;
  /** Height of each chunk when it was last drawn, pixels. */
  heights: ReadonlyMap<number, number>;
}

/** Chunks that are drawn before the browser has reported which are near. */
export const INITIAL_CHUNKS = 4;
const INITIAL: ReadonlySet<number> = new Set(Array(INITIAL_CHUNKS).keys());

/** Observes which children of a scroller, one for each chunk, are near its view; scrolling itself measures nothing. */
export function useNearChunks(
  scroller: RefObject<HTMLElement | null>,
  chunks: readonly unknown[],
): NearChunks {
  const [observed, setObserved] = useState({ chunks, near: INITIAL });
  const heights = useRef(new Map<number, number>());
  useEffect(() => {
    const root = scroller.current;
    heights.current.clear();
    if (!root) return;
    const near = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          const chunk = Number((target as HTMLElement).dataset.chunk);
          if (near.has(chunk)) heights.current.set(chunk, boundingClientRect.height);
          if (isIntersecting) near.add(chunk);
          else near.delete(chunk);
        }
        setObserved({ chunks, near: new Set(near) });
      },
      { root, rootMargin: '100% 0px' },
    );
    for (const child of root.children) observer.observe(child);
    return () => observer.disconnect();
  }, [chunks]);
  return { nearChunks: observed.chunks === chunks ? observed.near : INITIAL, heights: heights.current };
}
