import { isDeepStrictEqual } from 'node:util';
import type { Frame, Page } from 'playwright-core';
import { decodePng, type Pixels } from '../pixels/decodePng.ts';
import { scrollIntoSight } from '../pixels/inPage.ts';

/** A person makes out a difference of so much in a channel, in so many pixels: less is a speck, or a breath. */
const STEP = 12;
const SPECK = 4;

interface Place {
  word: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Which of the words are painted, by the pixels: each is taken out of the picture, with all that it paints and nothing
 * else. `scrolls`: each is scrolled to first. To be asked of a page that nothing else looks at: it is changed.
 */
export async function judgeWords(
  page: Page,
  words: readonly string[],
  scrolls: boolean,
): Promise<Set<string>> {
  const painted = new Set<string>();
  for (const frame of page.frames()) {
    const origin = await originOf(frame);
    if (!origin || (await frame.evaluate(wrapWords, [...words])) === 0) continue;
    for (const group of scrolls ? words.map((word) => [word]) : [[...words]]) {
      for (const word of await paintedIn(page, frame, group, scrolls)) painted.add(word);
    }
  }
  return painted;
}

async function paintedIn(page: Page, frame: Frame, words: string[], scrolls: boolean): Promise<string[]> {
  const resting = await shootAtRest(page, frame, words, scrolls);
  if (!resting) return [];
  const { places, picture: before } = resting;
  const origin = await originOf(frame);
  await frame.evaluate(setShown, [words, false] as const);
  const without = await shoot(page);
  await frame.evaluate(setShown, [words, true] as const);
  const scale = before.width / (await page.evaluate(() => innerWidth));
  const changed = ({ left, top, right, bottom }: Place): boolean => {
    let pixels = 0;
    for (let y = Math.max(0, Math.floor(top * scale)); y < Math.min(before.height, bottom * scale); y++) {
      for (let x = Math.max(0, Math.floor(left * scale)); x < Math.min(before.width, right * scale); x++) {
        const at = (y * before.width + x) * before.channels;
        for (let channel = 0; channel < 3; channel++) {
          const difference = (before.bytes[at + channel] as number) - (without.bytes[at + channel] as number);
          if (Math.abs(difference) < STEP) continue;
          if (++pixels >= SPECK) return true;
          break;
        }
      }
    }
    return false;
  };
  const { x, y } = origin ?? { x: 0, y: 0 };
  return places
    .filter((place) =>
      changed({
        ...place,
        left: place.left + x,
        right: place.right + x,
        top: place.top + y,
        bottom: place.bottom + y,
      }),
    )
    .map(({ word }) => word);
}

/** How often a picture is taken anew of words that move without end. */
const MOST_PICTURES = 10;

/**
 * A picture, and where the words stood in it. A page draws what it had put off in the frames after it was scrolled, and
 * lays out anew what stands around: so until they stand as they did. Undefined where there is nothing to scroll to.
 */
async function shootAtRest(
  page: Page,
  frame: Frame,
  words: string[],
  scrolls: boolean,
): Promise<{ places: Place[]; picture: Pixels } | undefined> {
  for (let pictures = 1; ; pictures++) {
    if (scrolls) {
      if (!(await scrollToWord(frame, words[0] as string))) return undefined;
      await nextFrame(page);
    }
    const places = await frame.evaluate(placesOf, words);
    const picture = await shoot(page);
    const isAtRest = isDeepStrictEqual(await frame.evaluate(placesOf, words), places);
    if (isAtRest || pictures === MOST_PICTURES) return { places, picture };
  }
}

/** Where the frame's viewport begins in that of the page; undefined where it is not rendered. */
async function originOf(frame: Frame): Promise<{ x: number; y: number } | undefined> {
  if (!frame.parentFrame()) return { x: 0, y: 0 };
  // The frame of an `object` that shows its fallback belongs to nothing any more.
  const box = await frame.frameElement().then(
    (element) => element.boundingBox(),
    () => null,
  );
  return box ? { x: box.x, y: box.y } : undefined;
}

/** Puts each text that holds a word in an element of its own; returns how many there are. */
function wrapWords(words: string[]): number {
  const texts: Text[] = [];
  const visit = (root: Node): void => {
    for (let node = root.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3 && words.some((word) => new RegExp(`\\b${word}\\b`).test((node as Text).data)))
        texts.push(node as Text);
      else if (node instanceof Element) {
        if (node.shadowRoot) visit(node.shadowRoot);
        if (!/^(?:script|style|title|template|noscript)$/.test(node.localName)) visit(node);
      }
    }
  };
  visit(document);
  for (const text of texts) {
    const parent = text.parentNode as Element;
    const isSvg = parent.namespaceURI === 'http://www.w3.org/2000/svg';
    const isMath = parent.namespaceURI === 'http://www.w3.org/1998/Math/MathML';
    if (isMath) {
      parent.setAttribute('data-words', text.data);
      continue;
    }
    const wrapper = isSvg
      ? document.createElementNS('http://www.w3.org/2000/svg', 'tspan')
      : document.createElement('i');
    if (!isSvg) wrapper.style.setProperty('font-style', 'inherit');
    wrapper.setAttribute('data-words', text.data);
    text.replaceWith(wrapper);
    wrapper.append(text);
  }
  return texts.length;
}

/** In the page: `find` is written out in each, as each is sent as its own source. */
function placesOf(words: string[]): Place[] {
  const find = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.hasAttribute('data-words') ? [element] : []),
      ...(element.shadowRoot ? find(element.shadowRoot) : []),
    ]);
  return find(document).flatMap((element) => {
    const text = element.getAttribute('data-words') ?? '';
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const margin = 3;
    return words
      .filter((word) => new RegExp(`\\b${word}\\b`).test(text))
      .map((word) => ({
        word,
        left: left - margin,
        top: top - margin,
        right: right + margin,
        bottom: bottom + margin,
      }));
  });
}

function setShown([words, isShown]: readonly [string[], boolean]): Promise<void> {
  const find = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.hasAttribute('data-words') ? [element] : []),
      ...(element.shadowRoot ? find(element.shadowRoot) : []),
    ]);
  for (const element of find(document)) {
    const text = element.getAttribute('data-words') ?? '';
    if (!words.some((word) => new RegExp(`\\b${word}\\b`).test(text))) continue;
    const { style } = element as HTMLElement;
    if (isShown) style.removeProperty('visibility');
    else style.setProperty('visibility', 'hidden', 'important');
  }
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

/** As a person would. False where the document does not hold it. */
async function scrollToWord(frame: Frame, word: string): Promise<boolean> {
  const element = await frame.$(`[data-words*="${word}"]`);
  await element?.evaluate(scrollIntoSight, 'middle' as const);
  return element !== null;
}

/** The window as it is drawn. A picture of a part of a page that scrolls from its right end is of another part. */
async function shoot(page: Page): Promise<Pixels> {
  const session = await page.context().newCDPSession(page);
  const take = () => session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  // A document that has just taken the place of another may have no picture yet: its next frame has.
  const { data } = await take().catch(() => nextFrame(page).then(take));
  await session.detach();
  return decodePng(Buffer.from(data, 'base64'));
}

const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
