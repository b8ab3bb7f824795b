import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Near {
  /** Which children are within a screen of the view. */
  near: ReadonlySet<number>;
  /** What those that were near took, pixels. */
  heights: ReadonlyMap<number, number>;
}

/**
 * Watches which children of a scroller are near its view; nothing is measured while it scrolls. `of`: whose children
 * these are, undefined to watch none. `first`: how many are near before anything is known.
 */
export function useNear(
  scroller: RefObject<HTMLElement | null>,
  of: readonly unknown[] | undefined,
  first: number,
): Near {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set(Array(first).keys()));
  const heights = useRef(new Map<number, number>());
  useEffect(() => {
    const root = scroller.current;
    heights.current.clear();
    if (!of || !root) return;
    const known = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          const at = Number((target as HTMLElement).dataset.chunk);
          if (known.has(at)) heights.current.set(at, boundingClientRect.height);
          if (isIntersecting) known.add(at);
          else known.delete(at);
        }
        setNear(new Set(known));
      },
      { root, rootMargin: '100% 0px' },
    );
    for (const child of root.children) observer.observe(child);
    return () => observer.disconnect();
  }, [of]);
  return { near, heights: heights.current };
}
