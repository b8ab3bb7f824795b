import type { CDPSession, Page } from 'playwright-core';
import { CONTROL_ROLES } from '../roles.ts';

/** The attribute by which every peer is asked, by its own means, which element one of its numbers means. */
export const MARK = 'data-bench';

/** What is true of an element, by judges that share no code with any of the peers. */
export interface Truth {
  /** The pointer reaches it, or its label, where it is scrolled to. */
  reached: boolean;
  /** A person can use it: it is reached, not disabled, and Chrome gives it a role of use, or it listens for clicks. */
  usable: boolean;
  /** As Chrome's accessibility tree has it; '' where it has none. */
  role: string;
  /** As Chrome's accessibility tree has it; '' where it has none. */
  name: string;
  /** Marks of its labels, of what is in it, and of the link or button around it. */
  standIns: string[];
}

/** Marks every element. Runs once, before any contender looks. */
export function markPage(page: Page): Promise<void> {
  return page.evaluate((mark) => {
    let next = 1;
    const visit = (root: ParentNode): void => {
      for (const element of root.querySelectorAll('*')) {
        element.setAttribute(mark, String(next++));
        if (element.shadowRoot) visit(element.shadowRoot);
      }
    };
    visit(document);
  }, MARK);
}

/** @param page marked @returns by mark */
export async function judgePage(page: Page): Promise<Map<string, Truth>> {
  const session = await page.context().newCDPSession(page);
  try {
    const marks = await marksOf(session);
    const accessible = await accessibleNodes(session, marks);
    const listening = await listeners(session, marks);
    const facts = await page.evaluate(judgeElements, { mark: MARK, marks: [...marks.values()] });
    const truths = new Map<string, Truth>();
    for (const [mark, { reached, disabled, standIns }] of Object.entries(facts)) {
      const { role, name } = accessible.get(mark) ?? { role: '', name: '' };
      const isControl = listening.has(mark) || CONTROL_ROLES.has(role);
      truths.set(mark, { reached, usable: isControl && reached && !disabled, role, name, standIns });
    }
    return truths;
  } finally {
    await session.detach();
  }
}

/** Marks by the id that the browser's protocol has for an element. */
type Marks = ReadonlyMap<number, string>;

/** Of the page's own document. */
async function marksOf(session: CDPSession): Promise<Marks> {
  await session.send('DOM.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const marks = new Map<number, string>();
  for (const { backendNodeId, attributes = [] } of nodes) {
    const at = attributes.indexOf(MARK);
    const mark = attributes[at + 1];
    if (at >= 0 && mark !== undefined) marks.set(backendNodeId, mark);
  }
  return marks;
}

async function accessibleNodes(
  session: CDPSession,
  marks: Marks,
): Promise<Map<string, Pick<Truth, 'role' | 'name'>>> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const found = new Map<string, Pick<Truth, 'role' | 'name'>>();
  for (const { backendDOMNodeId = 0, role, name, ignored } of nodes) {
    const mark = marks.get(backendDOMNodeId);
    if (mark && !ignored) found.set(mark, { role: role?.value ?? '', name: name?.value ?? '' });
  }
  return found;
}

/** Marks of elements with a click listener of their own; not those that only pass clicks of others on. */
async function listeners(session: CDPSession, marks: Marks): Promise<Set<string>> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document' });
  const { listeners: all } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
    depth: -1,
    pierce: true,
  });
  const clicks = all.filter(({ type }) => type === 'click' || type === 'mousedown');
  return new Set(clicks.flatMap(({ backendNodeId = 0 }) => marks.get(backendNodeId) ?? []));
}

interface ElementFacts extends Pick<Truth, 'reached' | 'standIns'> {
  disabled: boolean;
}

/** Runs in the page. Scrolls to each element and back, as a person would. */
function judgeElements({ mark, marks }: { mark: string; marks: string[] }): Record<string, ElementFacts> {
  const wanted = new Set(marks);
  const links = 'a[href], button, [role=button], [role=link], label';
  const facts: Record<string, ElementFacts> = {};
  const place: [number, number] = [scrollX, scrollY];
  const visit = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      const own = element.getAttribute(mark);
      if (own !== null && wanted.has(own)) facts[own] = judge(element);
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
  scrollTo(...place);
  return facts;

  function judge(element: Element): ElementFacts {
    const labels: Element[] = [...((element as HTMLInputElement).labels ?? [])];
    const around = element.parentElement?.closest(links);
    const standIns = [...labels, ...element.querySelectorAll('*'), ...(around ? [around] : [])];
    return {
      reached: isReached(element) || labels.some(isReached),
      disabled: element.matches(':disabled, [aria-disabled=true], [inert], [inert] *'),
      standIns: standIns.map((one) => one.getAttribute(mark)).filter((one) => one !== null),
    };
  }

  function isReached(element: Element): boolean {
    if (element.localName === 'area') return isReachedInPicture(element);
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (!onScreen(element))
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const passes = getComputedStyle(element).pointerEvents === 'none';
    return [...element.getClientRects()]
      .slice(0, 3)
      .some(
        (box) =>
          box.width >= 1 && box.height >= 1 && pointsOf(box).some((point) => passes || meets(point, element)),
      );
  }

  /** Of an image map. */
  function isReachedInPicture(area: Element): boolean {
    const name = area.parentElement?.getAttribute('name') ?? '';
    const picture = document.querySelector(`img[usemap="#${CSS.escape(name)}"]`);
    picture?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const points = picture ? pointsOf(picture.getBoundingClientRect()) : [];
    return points.some(([x, y]) => document.elementFromPoint(x, y) === area);
  }

  function onScreen(element: Element): boolean {
    const { top, left, bottom, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  }

  function pointsOf({ left, top, width, height }: DOMRect): [number, number][] {
    const shares: [number, number][] = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
    ];
    return shares.map(([x, y]) => [left + width * x, top + height * y]);
  }

  function meets([x, y]: [number, number], element: Element): boolean {
    let met = document.elementFromPoint(x, y);
    while (met?.shadowRoot?.elementFromPoint(x, y) && met.shadowRoot.elementFromPoint(x, y) !== met)
      met = met.shadowRoot.elementFromPoint(x, y);
    for (let at = met; at; at = at.parentElement ?? hostOf(at)) if (at === element) return true;
    return false;
  }

  function hostOf(element: Element): Element | null {
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  }
}

/** Whether a person sees anything of an element: the picture changes when it alone is hidden. */
export async function isSeen(page: Page, mark: string): Promise<boolean> {
  const element = page.locator(`[${MARK}="${mark}"]`).first();
  await element.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const before = await page.screenshot({ animations: 'disabled' });
  const kept = await element.getAttribute('style');
  await element.evaluate((one) =>
    (one as HTMLElement).style.setProperty('visibility', 'hidden', 'important'),
  );
  const after = await page.screenshot({ animations: 'disabled' });
  await element.evaluate((one, style) => {
    if (style === null) one.removeAttribute('style');
    else one.setAttribute('style', style);
  }, kept);
  return !before.equals(after);
}
