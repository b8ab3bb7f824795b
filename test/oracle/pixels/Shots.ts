import type { CDPSession, ElementHandle, Page } from 'playwright-core';
import { decodePng, type Pixels } from './decodePng.ts';
import {
  type Area,
  areaOf,
  hide,
  hidingBoxes,
  scrollIntoSight,
  scrollToScreen,
  show,
  WHEEL,
} from './inPage.ts';

/** What hiding an element did to the picture of the page. `away`: nothing of it lies in the window. */
export type Difference = 'changes' | 'same' | 'away' | 'restless';

/** Around an element, for its shadow and outline, CSS pixels. */
const MARGIN = 6;
const ATTEMPTS = 4;

/** A person makes out a difference of so much in a channel, in so many pixels: less is a speck, or a breath. */
const STEP = 12;
const SPECK = 4;

function isSeen(before: string, without: string): boolean {
  const a = decodePng(Buffer.from(before, 'base64'));
  const b = decodePng(Buffer.from(without, 'base64'));
  return isSeenIn(a, b, { left: 0, top: 0, right: a.width, bottom: a.height });
}

/** Whether the pictures differ within the area for a person's eyes. */
function isSeenIn(a: Pixels, b: Pixels, { left, top, right, bottom }: Area): boolean {
  if (a.channels !== b.channels) return true;
  let pixels = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * a.width + x) * a.channels;
      for (let channel = 0; channel < a.channels; channel++) {
        if (Math.abs((a.bytes[at + channel] as number) - (b.bytes[at + channel] as number)) < STEP) continue;
        if (++pixels >= SPECK) return true;
        break;
      }
    }
  return false;
}

/** Of a page, so many are scrolled through. */
const MAX_SCREENS = 60;

/** An element, where it is, and where else hiding it may change pixels. */
interface InWindow {
  element: ElementHandle<Element>;
  area: Area;
  window: Area;
}

/** In whole pixels. */
const inside = (area: Area, window: Area): Area => ({
  left: Math.max(window.left, Math.floor(area.left)),
  top: Math.max(window.top, Math.floor(area.top)),
  right: Math.min(window.right, Math.ceil(area.right)),
  bottom: Math.min(window.bottom, Math.ceil(area.bottom)),
});

/** In groups of which no two members touch. */
function apart(all: readonly InWindow[]): InWindow[][] {
  const groups: InWindow[][] = [];
  const touches = (a: Area, b: Area): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  for (const one of all) {
    const group = groups.find((members) => !members.some(({ window }) => touches(window, one.window)));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Runs in the page. */
const twoFrames = (): Promise<unknown> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Compares the page with and without an element, around it. */
export class Shots {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async open(page: Page): Promise<Shots> {
    return new Shots(page, await page.context().newCDPSession(page));
  }

  /** Where the page and its boxes are scrolled to now: nothing is scrolled. */
  async compare(elements: ElementHandle<Element>[]): Promise<Difference> {
    const areas = await Promise.all(elements.map((element) => this.#areaOf(element)));
    const clip = this.#window(areas.filter((area) => area !== null));
    if (!clip) return 'away';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await this.#shoot(clip);
      await Promise.all(elements.map((element) => element.evaluate(hide)));
      const without = await this.#shoot(clip);
      await Promise.all(elements.map((element) => element.evaluate(show)));
      if (before === without) return 'same';
      if ((await this.#shoot(clip)) === before) return isSeen(before, without) ? 'changes' : 'same';
      await this.#page.waitForTimeout(100);
    }
    return 'restless';
  }

  /**
   * Those of the elements of the main frame of which hiding changes pixels, found many at once: as the page is scrolled
   * through, elements that lie apart are hidden together. Of the others nothing is known.
   */
  async findSeen(elements: readonly ElementHandle<Element>[]): Promise<Set<ElementHandle<Element>>> {
    const seen = new Set<ElementHandle<Element>>();
    for (let screen = 0; screen < MAX_SCREENS; screen++) {
      if (!(await this.#page.evaluate(scrollToScreen, screen))) break;
      const left = elements.filter((element) => !seen.has(element));
      if (left.length === 0) break;
      const areas = await Promise.all(left.map((element) => element.evaluate(areaOf)));
      const shown = left.flatMap((element, i) => {
        const area = areas[i];
        const window = area && this.#window([area]);
        return area && window ? [{ element, area: inside(area, window), window }] : [];
      });
      for (const group of apart(shown)) for (const element of await this.#seenOf(group)) seen.add(element);
    }
    await this.#page.evaluate(scrollToScreen, 0);
    return seen;
  }

  /** Of elements that lie apart, those of which hiding all changes what lies within them. */
  async #seenOf(group: readonly InWindow[]): Promise<ElementHandle<Element>[]> {
    const elements = group.map(({ element }) => element);
    const whole = this.#whole();
    const before = await this.#shoot(whole);
    await Promise.all(elements.map((element) => element.evaluate(hide)));
    const without = await this.#shoot(whole);
    await Promise.all(elements.map((element) => element.evaluate(show)));
    if (before === without || (await this.#shoot(whole)) !== before) return [];
    const [a, b] = [before, without].map((shot) => decodePng(Buffer.from(shot, 'base64'))) as [
      Pixels,
      Pixels,
    ];
    return group.flatMap(({ element, area }) => (isSeenIn(a, b, area) ? [element] : []));
  }

  /** Whether giving it the focus changes pixels. */
  async showsFocus(element: ElementHandle<Element>): Promise<boolean> {
    const area = await this.#areaOf(element);
    const clip = area && this.#window([area]);
    if (!clip) return false;
    await element.evaluate((node) =>
      (node as HTMLElement).style.setProperty('caret-color', 'red', 'important'),
    );
    const before = await this.#shoot(clip);
    await element.focus();
    const focused = await this.#shoot(clip);
    await element.evaluate((node) => (node as HTMLElement).blur());
    return isSeen(before, focused);
  }

  /** Scrolls each document around the element as a person would. */
  async scrollTo(element: ElementHandle<Element>, where: 'middle' | 'start'): Promise<void> {
    await this.#tryWheel(element);
    await element.evaluate(scrollIntoSight, where);
    let frame = await element.ownerFrame();
    while (frame?.parentFrame()) {
      const owner = (await frame.frameElement()) as ElementHandle<Element>;
      await owner.evaluate(scrollIntoSight, where);
      frame = frame.parentFrame();
    }
    await this.#page.evaluate(twoFrames);
  }

  /** Finds out which boxes around it a script scrolls as the wheel is turned over them; in the main frame. */
  async #tryWheel(element: ElementHandle<Element>): Promise<void> {
    if ((await element.ownerFrame()) !== this.#page.mainFrame()) return;
    const list = await element.evaluateHandle(hidingBoxes, WHEEL);
    for (const handle of (await list.getProperties()).values()) {
      const box = handle.asElement() as ElementHandle<Element> | null;
      const around = await box?.boundingBox();
      if (!box || !around) continue;
      const before = await box.evaluate((node) => node.scrollTop);
      await this.#page.mouse.move(around.x + around.width / 2, around.y + around.height / 2);
      let after = before;
      for (const turn of [120, -120]) {
        await this.#page.mouse.wheel(0, turn);
        await this.#page.evaluate(twoFrames);
        if (after === before) after = await box.evaluate((node) => node.scrollTop);
      }
      await this.#page.mouse.move(0, 0);
      await box.evaluate(
        (node, [mark, isMoved, top]) => {
          node.setAttribute(mark, isMoved ? 'yes' : 'no');
          node.scrollTop = top;
        },
        [WHEEL, after !== before, before] as const,
      );
    }
  }

  /** In coordinates of the window. */
  async #areaOf(element: ElementHandle<Element>): Promise<Area | null> {
    const area = await element.evaluate(areaOf);
    let frame = await element.ownerFrame();
    if (!area || !frame?.parentFrame()) return area;
    let { left, top, right, bottom } = area;
    while (frame?.parentFrame()) {
      const owner = await frame.frameElement();
      const origin = await owner.evaluate((box) => {
        const rect = (box as HTMLElement).getBoundingClientRect();
        const { offsetWidth, offsetHeight } = box as HTMLElement;
        const scale = rect.width / offsetWidth;
        const { clientLeft, clientTop } = box as Element;
        const isTurned = Math.abs(scale - rect.height / offsetHeight) > 0.01;
        return { x: rect.left + clientLeft * scale, y: rect.top + clientTop * scale, scale, isTurned };
      });
      // Where in a frame that is turned it lies, its box does not say: anywhere in the window.
      if (origin.isTurned) return this.#whole();
      left = origin.x + left * origin.scale;
      right = origin.x + right * origin.scale;
      top = origin.y + top * origin.scale;
      bottom = origin.y + bottom * origin.scale;
      frame = frame.parentFrame();
    }
    return { left, top, right, bottom };
  }

  #whole(): Area {
    const { width, height } = this.#page.viewportSize() ?? { width: 1280, height: 720 };
    return { left: 0, top: 0, right: width, bottom: height };
  }

  #window(areas: Area[]): Area | undefined {
    const { width, height } = this.#page.viewportSize() ?? { width: 1280, height: 720 };
    if (areas.length === 0) return undefined;
    const clip = {
      left: Math.max(0, Math.floor(Math.min(...areas.map(({ left }) => left)) - MARGIN)),
      top: Math.max(0, Math.floor(Math.min(...areas.map(({ top }) => top)) - MARGIN)),
      right: Math.min(width, Math.ceil(Math.max(...areas.map(({ right }) => right)) + MARGIN)),
      bottom: Math.min(height, Math.ceil(Math.max(...areas.map(({ bottom }) => bottom)) + MARGIN)),
    };
    return clip.right - clip.left > MARGIN && clip.bottom - clip.top > MARGIN ? clip : undefined;
  }

  /** The picture as text: the same picture is the same text. */
  async #shoot({ left, top, right, bottom }: Area): Promise<string> {
    const { cssVisualViewport } = await this.#session.send('Page.getLayoutMetrics');
    const { data } = await this.#session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      clip: {
        x: cssVisualViewport.pageX + left,
        y: cssVisualViewport.pageY + top,
        width: right - left,
        height: bottom - top,
        scale: 1,
      },
    });
    return data;
  }
}
