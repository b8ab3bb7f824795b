/**
 * Functions that run in the page on an element: each is sent as its own source, so none may use another.
 */

/** Client rectangles, CSS pixels of its own document. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What the element and its content extend to: where hiding it may change pixels. */
export function areaOf(element: Element): Area | null {
  const rects: DOMRect[] = [];
  const queue: Element[] = [element];
  for (let next = queue.shift(); next && rects.length < 2_000; next = queue.shift()) {
    rects.push(...next.getClientRects());
    const { left, top, width, height } = next.getBoundingClientRect();
    // A number or bullet hangs out of it.
    const hangs = getComputedStyle(next).display.includes('list-item') ? Math.min(left, 48) : 0;
    if (hangs > 0) rects.push(new DOMRect(left - hangs, top, width + hangs, height));
    const range = document.createRange();
    range.selectNodeContents(next);
    rects.push(...range.getClientRects());
    const slotted = next instanceof HTMLSlotElement ? next.assignedElements() : [];
    queue.push(...(next.shadowRoot?.children ?? []), ...slotted, ...next.children);
  }
  const real = rects.filter(({ width, height }) => width > 0 && height > 0);
  if (real.length === 0) return null;
  return {
    left: Math.min(...real.map(({ left }) => left)),
    top: Math.min(...real.map(({ top }) => top)),
    right: Math.max(...real.map(({ right }) => right)),
    bottom: Math.max(...real.map(({ bottom }) => bottom)),
  };
}

/** Set on a box without a scroll bar of the browser's: whether the wheel scrolls it all the same, by a script. */
export const WHEEL = 'data-pixel-wheel';

/** Boxes around it that hide what overflows them, of which is not known yet whether the wheel scrolls them. */
export function hidingBoxes(element: Element, mark: string): Element[] {
  const found: Element[] = [];
  for (let box = element.parentElement; box && box !== document.documentElement; box = box.parentElement)
    if (
      box.scrollHeight > box.clientHeight + 1 &&
      box.clientHeight > 0 &&
      !box.hasAttribute(mark) &&
      getComputedStyle(box).overflowY === 'hidden'
    )
      found.push(box);
  return found;
}

/**
 * Scrolls it to the middle, or its beginning to the top, of each box around it that a person can scroll:
 * never one that only a script can (`overflow: hidden`).
 */
export function scrollIntoSight(element: Element, where: 'middle' | 'start'): void {
  const up = (node: Element): Element | null => {
    if (node.assignedSlot) return node.assignedSlot;
    const root = node.getRootNode();
    return node.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const can = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  const rectOf = (): DOMRect => {
    const own = element.getBoundingClientRect();
    if (own.width > 0 && own.height > 0) return own;
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const root = document.documentElement;
  const body = document.querySelector('body');
  const move = (
    box: Element,
    window: { left: number; top: number; width: number; height: number },
    x: boolean,
    y: boolean,
  ) => {
    const rect = rectOf();
    const dx = rect.left + rect.width / 2 - window.left - window.width / 2;
    const middle = rect.top + rect.height / 2 - window.top - window.height / 2;
    const dy = where === 'middle' ? middle : rect.top - window.top - window.height / 3;
    const isAway = rect.left < window.left || rect.right > window.left + window.width;
    box.scrollBy({ left: x && isAway ? dx : 0, top: y ? dy : 0, behavior: 'instant' });
  };
  for (let box = up(element); box && box !== root; box = up(box)) {
    const style = getComputedStyle(box);
    if (box === body && getComputedStyle(root).overflow === 'visible') continue;
    const byWheel = box.getAttribute('data-pixel-wheel') === 'yes';
    if (can(style.overflowX) || can(style.overflowY) || byWheel)
      move(box, box.getBoundingClientRect(), can(style.overflowX), can(style.overflowY) || byWheel);
  }
  const rootStyle = getComputedStyle(root);
  const style = rootStyle.overflow === 'visible' && body ? getComputedStyle(body) : rootStyle;
  const free = (overflow: string): boolean => overflow !== 'hidden' && overflow !== 'clip';
  const viewport = { left: 0, top: 0, width: innerWidth, height: innerHeight };
  const scroller = document.scrollingElement ?? root;
  if (window.frameElement?.getAttribute('scrolling')?.toLowerCase() === 'no') return;
  move(scroller, viewport, free(style.overflowX), free(style.overflowY));
}

/** Turns the scrollers in the element to the page of that number, from 1; false where none goes so far. */
export function scrollInside(element: Element, page: number): boolean {
  let isMoved = false;
  for (const box of element.querySelectorAll('*')) {
    const at = page * box.clientHeight;
    const { overflowY } = getComputedStyle(box);
    if (at === 0 || at >= box.scrollHeight || (overflowY !== 'auto' && overflowY !== 'scroll')) continue;
    box.scrollTop = at;
    isMoved = true;
  }
  return isMoved;
}

/** Scrolls the document to the screen of that number, from 0; false where it ends before, or nobody can scroll it. */
export async function scrollToScreen(screen: number): Promise<boolean> {
  const step = innerHeight * 0.8;
  const at = screen * step;
  const end = (document.scrollingElement?.scrollHeight ?? 0) - innerHeight;
  // A frame that is called so hides `document.body`.
  const styles = [document.documentElement, document.querySelector('body')].map(
    (box) => box && getComputedStyle(box).overflowY,
  );
  const isFixed = styles.some((overflow) => overflow === 'hidden' || overflow === 'clip');
  if (screen > 0 && (isFixed || at >= end + step)) return false;
  scrollTo({ top: at, behavior: 'instant' });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return true;
}

/** Answers once the change has been drawn. The style attributes as they were are kept for `show`. */
export function hide(element: Element): Promise<void> {
  const styleOf = (part: Element): CSSStyleDeclaration => {
    if (!part.hasAttribute('data-pixel-oracle'))
      part.setAttribute('data-pixel-oracle', part.getAttribute('style') ?? '\u0000');
    return (part as HTMLElement).style;
  };
  const style = styleOf(element);
  style.setProperty('transition', 'none', 'important');
  const isSeen = (part: Element): boolean => getComputedStyle(part).visibility === 'visible';
  // What is not visible loses the focus, and what it opened may close.
  let isKept = element.matches(':focus-within');
  if (!isKept) {
    const before = style.cssText;
    style.setProperty('visibility', 'hidden', 'important');
    // A part may be visible of its own.
    isKept = Array.from(element.querySelectorAll('*')).some(isSeen);
    if (isKept) style.cssText = before;
  }
  // Without a box of its own it has no opacity: what it holds has.
  const fade = (part: Element): void => {
    if (getComputedStyle(part).display === 'contents') for (const child of part.children) fade(child);
    else styleOf(part).setProperty('opacity', '0', 'important');
  };
  if (isKept) fade(element);
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

export function show(element: Element): Promise<void> {
  for (const part of [element, ...element.querySelectorAll('[data-pixel-oracle]')]) {
    const before = part.getAttribute('data-pixel-oracle');
    // Shown already, with what is around it.
    if (before === null) continue;
    part.removeAttribute('data-pixel-oracle');
    if (before === '\u0000') part.removeAttribute('style');
    else part.setAttribute('style', before);
  }
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

/** Whether a click at one of several points of it reaches it, something inside it, or a label of it. */
export function takesClicks(element: Element): boolean {
  const up = (node: Element): Element | null => {
    if (node.assignedSlot) return node.assignedSlot;
    const root = node.getRootNode();
    return node.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  const isIts = (found: Element | null): boolean => {
    for (let node = found; node; node = up(node))
      if (node === element || labels.includes(node as HTMLLabelElement)) return true;
    return false;
  };
  const at = (x: number, y: number): Element | null => {
    const own = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    return own ?? document.elementFromPoint(x, y);
  };
  const boxes = [element, ...labels].flatMap((node) => [...node.getClientRects()].slice(0, 5));
  return boxes.some(({ left, top, width, height }) => {
    const shown = {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(left + width, innerWidth),
      bottom: Math.min(top + height, innerHeight),
    };
    if (shown.right <= shown.left || shown.bottom <= shown.top) return false;
    const points = [0.5, 0.1, 0.9, 0.3, 0.7].flatMap((fx) => [0.5, 0.2, 0.8].map((fy) => [fx, fy] as const));
    return points.some(([fx, fy]) =>
      isIts(at(shown.left + (shown.right - shown.left) * fx, shown.top + (shown.bottom - shown.top) * fy)),
    );
  });
}

/** What a person sees in place of the element: its labels, its image, or what it lies over. */
export function standIns(element: Element): Element[] {
  if (element.localName === 'area') {
    const map = element.closest('map');
    const image = map && document.querySelector(`img[usemap="#${CSS.escape(map.name || map.id)}" i]`);
    return image ? [image] : [];
  }
  const { width, height } = element.getBoundingClientRect();
  const isChecked = /^(?:checkbox|radio|file)$/.test((element as HTMLInputElement).type);
  // A click on its label gives a field the focus, which one that is not visible does not take.
  if (!isChecked && getComputedStyle(element).visibility !== 'visible') return [];
  return isChecked || width * height > 100 ? [...((element as HTMLInputElement).labels ?? [])] : [];
}

/** Whether it is a field to type in, which the caret shows: it may paint nothing until then. */
export function takesText(element: Element): boolean {
  if ((element as HTMLElement).isContentEditable || element.localName === 'textarea') return true;
  return element.localName === 'input' && (element as HTMLInputElement).selectionStart !== null;
}

/** The box whose content shows through a transparent target that lies over it: what is clicked is what is seen. */
export function liesOver(element: Element): Element | null {
  const { width, height } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  if (Number(style.opacity) < 0.05 && width * height > 100) return element.parentElement;
  const over =
    style.position === 'static' &&
    !['::before', '::after'].some((part) => getComputedStyle(element, part).position === 'absolute');
  if (over || (width * height < 100 && style.position !== 'static')) return null;
  return element.parentElement;
}

/** Stands still from now on: animations pause where they are, transitions do not run, words that wander stop inside their box. */
export function freeze(): void {
  for (const animation of document.getAnimations()) animation.pause();
  for (const marquee of document.querySelectorAll('marquee')) {
    marquee.behavior = 'alternate';
    marquee.stop();
  }
  for (const video of document.querySelectorAll('video')) video.pause();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*,*::before,*::after{transition:none!important;caret-color:transparent!important;animation-play-state:paused!important}',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
