import type { Page as PlaywrightPage } from 'playwright-core';
import type { Page } from '../../packages/sightline/src/snapshot/Page.ts';

/** How the words of a text differ from those that the browser sees, by their white space alone. */
export interface WordFindings {
  /** Words that were compared. */
  words: number;
  /** One word of ours that is several of the browser's. */
  glued: string[];
  /** Several words of ours that are one of the browser's. */
  split: string[];
}

/** The words of the page as the browser renders them: `innerText` of each frame and each shadow root. */
export async function renderedWords(page: PlaywrightPage): Promise<string[]> {
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate(readText).catch(() => '')));
  return wordsOf(texts.join('\n'));
}

function readText(): string {
  const texts: string[] = [];
  const read = (root: Document | ShadowRoot): void => {
    const outer = root instanceof Document ? [root.body ?? root.documentElement] : [...root.children];
    for (const element of outer) texts.push((element as HTMLElement).innerText ?? '');
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) read(element.shadowRoot);
  };
  read(document);
  return texts.join('\n');
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

export const wordsOf = (text: string): string[] =>
  text
    .replace(INVISIBLE, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Most words that one word is compared with. */
const MAX_PARTS = 4;

/** Compares only how the words are parted: what is not in both texts is nobody's business here. */
export function compareWords(ours: readonly string[], theirs: readonly string[]): WordFindings {
  const known = new Set(theirs);
  const rendered = theirs.join(' ');
  const runs = runsOf(theirs);
  const ownRuns = runsOf(ours);
  const own = ours.join(' ');
  const glued = ours.filter((word) => runs.has(word) && !rendered.includes(word));
  const split = theirs.filter((word) => ownRuns.has(word) && !own.includes(word));
  const words = ours.filter((word) => known.has(word)).length + glued.length;
  return { words, glued: [...new Set(glued)], split: [...new Set(split)] };
}

/** What two to four words in a row are without white space. */
function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    let run = words[i] as string;
    for (let j = i + 1; j < Math.min(words.length, i + MAX_PARTS); j++) {
      run += words[j];
      runs.add(run);
    }
  }
  return runs;
}

/** Whether words that the browser has on two lines or in two items touch where they are painted. */
export async function touch(page: PlaywrightPage, glued: string): Promise<boolean> {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(areTouching, glued).catch(() => false);
    if (found) return true;
  }
  return false;
}

/** Sent as its source. Walks the texts in the order of the document. */
function areTouching(glued: string): boolean {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const pieces: { text: string; rect: DOMRect }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const rect = range.getBoundingClientRect();
      if (rect.width > 0) pieces.push({ text: match[0].toLowerCase(), rect });
    }
  }
  // The reading of a character stands above it, and may touch it there.
  const isOnSameLine = (one: DOMRect, other: DOMRect): boolean => {
    const [small, large] = one.height < other.height ? [one, other] : [other, one];
    const middle = (small.top + small.bottom) / 2;
    return large.top < middle && middle < large.bottom;
  };
  return pieces.some((first, i) => {
    let text = first.text;
    for (let j = i + 1; j < Math.min(pieces.length, i + 4); j++) {
      const [left, right] = [
        (pieces[j - 1] as { rect: DOMRect }).rect,
        (pieces[j] as { rect: DOMRect }).rect,
      ];
      if (right.left - left.right > 1.5 || right.left < left.left || !isOnSameLine(left, right)) return false;
      text += (pieces[j] as { text: string }).text;
      if (text === glued) return true;
    }
    return false;
  });
}

/** The names of elements that their content names, of which the words must be those of the content. */
export const namesFromContent = ({ nodes }: Page): string[] =>
  nodes.flatMap(({ name, role, attributes }) => {
    const isOwn = attributes['aria-label'] === undefined && attributes['aria-labelledby'] === undefined;
    return isOwn && /^(?:link|button|heading|tab|menuitem|option|cell|columnheader|rowheader)$/.test(role)
      ? [name]
      : [];
  });
