/**
 * The text runs that a person can see or scroll to, in document order. Runs in the page: a plain reading of the DOM that
 * shares nothing with the capture it is compared with.
 */
export function visibleRuns(): string[] {
  const clipsCache = new Map<Element, DOMRect[]>();
  const runs: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (/\S/.test(node.data) && isSeen(node)) runs.push(node.data);
  }
  return runs;

  function isSeen(node: Text): boolean {
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    if (parent.closest('select, textarea, svg, noscript, canvas')) return false;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width >= 1 && height >= 1);
    return (
      boxes.some((box) => isInside(box, parent)) && Number.parseFloat(getComputedStyle(parent).fontSize) > 0
    );
  }

  /** Whether a box is inside every ancestor that clips without being able to scroll, and on the canvas. */
  function isInside(box: DOMRect, parent: Element): boolean {
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false;
    return clipsOf(parent).every(
      (clip) =>
        box.left < clip.right - 1 &&
        box.right > clip.left + 1 &&
        box.top < clip.bottom - 1 &&
        box.bottom > clip.top + 1,
    );
  }

  function clipsOf(element: Element): DOMRect[] {
    const cached = clipsCache.get(element);
    if (cached) return cached;
    const above = element.parentElement ? clipsOf(element.parentElement) : [];
    const { overflowX, clipPath, display } = getComputedStyle(element);
    const clips =
      (overflowX === 'hidden' || overflowX === 'clip' || clipPath !== 'none') && display !== 'inline';
    const own = clips && element !== document.body && element !== document.documentElement;
    const result = own ? [...above, element.getBoundingClientRect()] : above;
    clipsCache.set(element, result);
    return result;
  }
}
