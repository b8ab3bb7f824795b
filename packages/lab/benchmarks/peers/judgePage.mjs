/** The attribute by which every peer is asked, by its own means, which element a number of its stands for. */
export const MARK = 'data-bench';

/** Roles of what a person uses. A peer's number on anything else is no claim that it can be used. */
export const usableRoles = new Set(
  'button link textbox searchbox checkbox radio combobox listbox slider spinbutton switch tab menuitem menuitemcheckbox menuitemradio treeitem'.split(
    ' ',
  ),
);

/**
 * What is true of an element, by judges that share no code with any of the peers.
 * @typedef {object} Truth
 * @property {boolean} reached whether the pointer reaches it, or its label, where it is scrolled to
 * @property {boolean} usable whether a person can use it: it is reached, not disabled, and Chrome gives it a role of
 *   use, or it has a listener for clicks
 * @property {string} role @property {string} name as Chrome's accessibility tree has them; '' where it has none
 * @property {string[]} standIns marks of its labels, of what lies in it, and of the link or button around it
 */

/** Marks every element. Runs once, before anybody looks. @param {import('playwright-core').Page} page */
export function markPage(page) {
  return page.evaluate((mark) => {
    let next = 1;
    const visit = (root) => {
      for (const element of root.querySelectorAll('*')) {
        element.setAttribute(mark, next++);
        if (element.shadowRoot) visit(element.shadowRoot);
      }
    };
    visit(document);
  }, MARK);
}

/** @param {import('playwright-core').Page} page marked @returns {Promise<Map<string, Truth>>} by mark */
export async function judgePage(page) {
  const session = await page.context().newCDPSession(page);
  try {
    const marks = await marksOf(session);
    const told = await accessibleNodes(session, marks);
    const listening = await listeners(session, marks);
    const wanted = [...marks.values()].filter(
      (mark) => listening.has(mark) || usableRoles.has(told.get(mark)?.role),
    );
    const facts = await page.evaluate(judgeElements, { mark: MARK, marks: [...marks.values()] });
    const truths = new Map();
    for (const [mark, { reached, disabled, standIns }] of Object.entries(facts)) {
      const { role = '', name = '' } = told.get(mark) ?? {};
      truths.set(mark, { reached, usable: false, role, name, standIns });
      if (wanted.includes(mark)) truths.get(mark).usable = reached && !disabled;
    }
    return truths;
  } finally {
    await session.detach();
  }
}

/** Of the page's own document: marks by the id that the browser's protocol has for an element. */
async function marksOf(session) {
  await session.send('DOM.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const marks = new Map();
  for (const { backendNodeId, attributes = [] } of nodes) {
    const at = attributes.indexOf(MARK);
    if (at >= 0) marks.set(backendNodeId, attributes[at + 1]);
  }
  return marks;
}

async function accessibleNodes(session, marks) {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const told = new Map();
  for (const { backendDOMNodeId, role, name, ignored } of nodes) {
    const mark = marks.get(backendDOMNodeId);
    if (mark && !ignored) told.set(mark, { role: role?.value ?? '', name: name?.value ?? '' });
  }
  return told;
}

/** Marks of elements with a listener of their own for clicks; not those that only pass clicks of others on. */
async function listeners(session, marks) {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document' });
  const asked = { objectId: result.objectId, depth: -1, pierce: true };
  const { listeners: all } = await session.send('DOMDebugger.getEventListeners', asked);
  const clicks = all.filter(({ type }) => type === 'click' || type === 'mousedown');
  return new Set(clicks.flatMap(({ backendNodeId }) => marks.get(backendNodeId) ?? []));
}

/** Runs in the page. Scrolls to each element and back, as a person would. */
function judgeElements({ mark, marks }) {
  const wanted = new Set(marks);
  const links = 'a[href], button, [role=button], [role=link], label';
  const facts = {};
  const place = [scrollX, scrollY];
  const visit = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (wanted.has(element.getAttribute(mark))) facts[element.getAttribute(mark)] = judge(element);
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
  scrollTo(...place);
  return facts;

  function judge(element) {
    const labels = [...(element.labels ?? [])];
    const around = element.parentElement?.closest(links);
    const standIns = [...labels, ...element.querySelectorAll('*'), ...(around ? [around] : [])];
    return {
      reached: isReached(element) || labels.some(isReached),
      disabled: element.matches(':disabled, [aria-disabled=true], [inert], [inert] *'),
      standIns: standIns.map((one) => one.getAttribute(mark)).filter((one) => one !== null),
    };
  }

  function isReached(element) {
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
  function isReachedInPicture(area) {
    const picture = document.querySelector(`img[usemap="#${CSS.escape(area.parentElement.name)}"]`);
    picture?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const points = picture ? pointsOf(picture.getBoundingClientRect()) : [];
    return points.some(([x, y]) => document.elementFromPoint(x, y) === area);
  }

  function onScreen(element) {
    const { top, left, bottom, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  }

  function pointsOf({ left, top, width, height }) {
    const shares = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
    ];
    return shares.map(([x, y]) => [left + width * x, top + height * y]);
  }

  function meets([x, y], element) {
    let met = document.elementFromPoint(x, y);
    while (met?.shadowRoot?.elementFromPoint(x, y) && met.shadowRoot.elementFromPoint(x, y) !== met)
      met = met.shadowRoot.elementFromPoint(x, y);
    for (let at = met; at; at = at.parentElement ?? at.getRootNode().host) if (at === element) return true;
    return false;
  }
}

/**
 * Whether a person sees anything of an element: the picture changes when it is hidden by itself.
 * @param {import('playwright-core').Page} page @param {string} mark
 */
export async function isSeen(page, mark) {
  const element = page.locator(`[${MARK}="${mark}"]`).first();
  await element.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const before = await page.screenshot({ animations: 'disabled' });
  const kept = await element.getAttribute('style');
  await element.evaluate((one) => one.style.setProperty('visibility', 'hidden', 'important'));
  const after = await page.screenshot({ animations: 'disabled' });
  await element.evaluate((one, style) => {
    if (style === null) one.removeAttribute('style');
    else one.setAttribute('style', style);
  }, kept);
  return !before.equals(after);
}
