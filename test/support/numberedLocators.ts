import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Session } from '../../packages/sightline/src/session/Session.ts';

/** Where elements may be. */
export const PLACES = ['document', 'open', 'closed', 'frame'] as const;

const controls = (place: string): string => `<section>
  <button title="T ${place}" data-testid="b-${place}" onclick="this.dataset.clicks = +(this.dataset.clicks ?? 0) + 1"
    ondblclick="this.dataset.double = 1" onmouseover="this.dataset.over = 1">Save <b>${place}</b></button>
  <input aria-label="Text ${place}" placeholder="P ${place}" value=old>
  <input type=checkbox aria-label="Check ${place}">
  <select aria-label="Choice ${place}"><option>One<option>Two</select>
  <input type=file aria-label="File ${place}">
  <ul role=group aria-label="Group ${place}" tabindex=0 ondragover="event.preventDefault()" ondrop="this.dataset.dropped = 1">
    <li>A<li>B</ul>
  <a href="#" draggable=true>Drag ${place}</a></section>`;

/** Controls in a document, an open and a closed shadow root, and a frame. */
export const controlsPage = `${controls('document')}<x-open></x-open><x-closed></x-closed>
  <iframe width=900 height=300 srcdoc="${controls('frame').replaceAll('"', '&quot;')}"></iframe>
  <script>
    for (const [mode, html] of ${JSON.stringify([
      ['open', controls('open')],
      ['closed', controls('closed')],
    ])})
      document.querySelector('x-' + mode).attachShadow({ mode }).innerHTML = html;
  </script>`;

interface Numbered {
  index: number;
  accessibleName: string;
}

/** The elements of one place as locators, by the first word of their names. */
async function locatorsOf(session: Session, place: string): Promise<(kind: string) => Promise<Locator>> {
  const { data } = await session.look({ view: 'json' });
  const elements = data.elements as unknown as Numbered[];
  return (kind) => {
    const number = elements.find(({ accessibleName }) => accessibleName === `${kind} ${place}`)?.index;
    return session.locator(number as number);
  };
}

/** Calls every method of `Locator` on numbered elements of a place; returns what was called. */
export async function callEveryMethod(session: Session, place: string): Promise<string[]> {
  const locate = await locatorsOf(session, place);
  const names = ['Save', 'Text', 'Check', 'Choice', 'File', 'Group', 'Drag'];
  const [save, text, check, choice, file, group, drag] = (await Promise.all(names.map(locate))) as [
    Locator,
    Locator,
    Locator,
    Locator,
    Locator,
    Locator,
    Locator,
  ];
  const page = save.page();
  const calls: Record<string, () => Promise<void>> = {
    ...readingCalls(save, text, check, group, place),
    ...findingCalls(save, text, group, page, place),
    ...actingCalls(save, text, check, choice, file),
    dragTo: async () => {
      await drag.dragTo(group);
      expect(await group.getAttribute('data-dropped')).toBe('1');
    },
  };
  const supported = Object.entries(calls).filter(([name]) => name in save);
  for (const [, call] of supported) await call();
  return supported.map(([name]) => name).sort();
}

function readingCalls(
  save: Locator,
  text: Locator,
  check: Locator,
  group: Locator,
  place: string,
): Record<string, () => Promise<void>> {
  const words = `Save ${place}`;
  const tagOf = (element: Element): string => element.tagName;
  return {
    all: async () => expect(await save.all()).toHaveLength(1),
    allInnerTexts: async () => expect(await save.allInnerTexts()).toEqual([words]),
    allTextContents: async () => expect(await save.allTextContents()).toEqual([words]),
    ariaSnapshot: async () => expect(await save.ariaSnapshot()).toContain(words),
    boundingBox: async () => expect((await save.boundingBox())?.width).toBeGreaterThan(0),
    count: async () => expect(await save.count()).toBe(1),
    elementHandle: async () => expect(await (await save.elementHandle())?.innerText()).toBe(words),
    elementHandles: async () => expect(await save.elementHandles()).toHaveLength(1),
    evaluate: async () => expect(await save.evaluate(tagOf)).toBe('BUTTON'),
    evaluateAll: async () =>
      expect(await save.evaluateAll((all) => all.map((one) => one.tagName))).toEqual(['BUTTON']),
    evaluateHandle: async () => expect(await (await save.evaluateHandle(tagOf)).jsonValue()).toBe('BUTTON'),
    getAttribute: async () => expect(await save.getAttribute('title')).toBe(`T ${place}`),
    innerHTML: async () => expect(await save.innerHTML()).toBe(`Save <b>${place}</b>`),
    innerText: async () => expect(await save.innerText()).toBe(words),
    inputValue: async () => expect(await text.inputValue()).toBe('old'),
    isChecked: async () => expect(await check.isChecked()).toBe(false),
    isDisabled: async () => expect(await save.isDisabled()).toBe(false),
    isEditable: async () => expect(await text.isEditable()).toBe(true),
    isEnabled: async () => expect(await save.isEnabled()).toBe(true),
    isHidden: async () => expect(await save.isHidden()).toBe(false),
    isVisible: async () => expect(await save.isVisible()).toBe(true),
    page: async () => expect(typeof save.page().url()).toBe('string'),
    screenshot: async () => expect((await save.screenshot()).length).toBeGreaterThan(100),
    textContent: async () => expect(await save.textContent()).toBe(words),
    toString: async () => expect(save.toString()).toContain('sightline='),
    waitFor: () => save.waitFor({ timeout: 10_000 }),
    describe: async () => expect(await save.describe('the button').evaluateAll((all) => all.length)).toBe(1),
    contentFrame: () => noFrame(group.contentFrame()),
  };
}

/** Where there is no frame, some versions of Playwright find nothing, and others say so. */
async function noFrame(frame: FrameLocator): Promise<void> {
  const count = await frame.locator('a').count().catch(String);
  expect(String(count)).toMatch(/^0$|frame/);
}

function findingCalls(
  save: Locator,
  text: Locator,
  group: Locator,
  page: Page,
  place: string,
): Record<string, () => Promise<void>> {
  const one = async (found: Locator, count = 1): Promise<void> => {
    expect(await found.count()).toBe(count);
    expect(await found.evaluateAll((all) => all.length)).toBe(count);
    expect(await found.allTextContents()).toHaveLength(count);
  };
  return {
    and: () => one(save.and(save)),
    filter: async () => {
      await one(save.filter({ hasText: place }));
      await one(save.filter({ hasText: 'other' }), 0);
      // Playwright looks neither into closed roots nor, in `has`, through frames.
      if (place === 'closed' || place === 'frame') return;
      await one(page.locator('section').filter({ has: save }));
      await one(page.locator('li').filter({ has: save }), 0);
    },
    first: () => one(save.first()),
    getByRole: () => one(group.getByRole('listitem'), 2),
    getByAltText: () => one(save.getByAltText('x'), 0),
    getByLabel: () => one(save.getByLabel('x'), 0),
    getByPlaceholder: () => one(group.getByPlaceholder('x'), 0),
    getByTestId: () => one(group.getByTestId('x'), 0),
    getByText: () => one(group.getByText('A', { exact: true })),
    getByTitle: () => one(group.getByTitle('x'), 0),
    last: () => one(save.last()),
    locator: async () => {
      await one(group.locator('li'), 2);
      await one(save.locator('li'), 0);
    },
    nth: () => one(save.nth(1), 0),
    or: () => one(save.or(text), 2),
    frameLocator: () => noFrame(save.frameLocator('iframe')),
  };
}

function actingCalls(
  save: Locator,
  text: Locator,
  check: Locator,
  choice: Locator,
  file: Locator,
): Record<string, () => Promise<void>> {
  const value = async (expected: string): Promise<void> => expect(await text.inputValue()).toBe(expected);
  const state = async (expected: boolean): Promise<void> => expect(await check.isChecked()).toBe(expected);
  const mark = async (name: string, expected: string): Promise<void> =>
    expect(await save.getAttribute(name)).toBe(expected);
  const steps: Record<string, () => Promise<void>> = {
    click: async () => {
      await save.click();
      await mark('data-clicks', '1');
    },
    dblclick: async () => {
      await save.dblclick();
      await mark('data-double', '1');
    },
    dispatchEvent: async () => {
      await save.dispatchEvent('click');
      await mark('data-clicks', '4');
    },
    hover: async () => {
      await save.hover();
      await mark('data-over', '1');
    },
    fill: async () => {
      await text.fill('new');
      await value('new');
    },
    press: async () => {
      await text.press('End');
      await text.press('x');
      await value('newx');
    },
    type: async () => {
      await text.type('y');
      await value('newxy');
    },
    selectText: () => text.selectText(),
    clear: async () => {
      await text.clear();
      await value('');
    },
    focus: () => text.focus(),
    blur: () => text.blur(),
    pressSequentially: async () => {
      await text.pressSequentially('ab');
      await value('ab');
    },
    check: async () => {
      await check.check();
      await state(true);
    },
    uncheck: async () => {
      await check.uncheck();
      await state(false);
    },
    setChecked: async () => {
      await check.setChecked(true);
      await state(true);
    },
    selectOption: async () => {
      await choice.selectOption('Two');
      expect(await choice.inputValue()).toBe('Two');
    },
    setInputFiles: () =>
      file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }),
    scrollIntoViewIfNeeded: () => save.scrollIntoViewIfNeeded(),
    highlight: async () => void (await save.highlight()),
    hideHighlight: () => (save as Locator & { hideHighlight(): Promise<void> }).hideHighlight(),
    tap: async () =>
      expect(await save.tap({ timeout: 5_000 }).catch(String)).toMatch(/undefined|touch|tap action/i),
  };
  return steps;
}
