import { contentRange, firstChild, nextSibling, nodeType, TEXT_NODE } from '../dom/dom.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from './StyleCache.ts';

/** Colours of words that a script has marked (CSS Custom Highlight API 1). */
interface HighlightColors {
  words: string;
  /** Behind the words; of an alpha of 0 for none. */
  ground: string;
}

/** How many marked ranges are looked at for the words of one element. */
const MAX_RANGES = 1_000;

/** Of the highlights that give the words directly in an element, or some of them, another colour: the lowest first. */
export function highlightColors(element: Element): HighlightColors[] {
  const found: HighlightColors[] = [];
  let count = 0;
  const { highlights } = CSS as { highlights?: ReadonlyMap<string, Iterable<AbstractRange>> };
  if (!highlights || highlights.size === 0) return found;
  const texts = textsIn(element);
  for (const [name, ranges] of highlights)
    for (const range of ranges) {
      if (++count > MAX_RANGES) return found;
      if (range.collapsed || !texts.some((text) => overlap(text, range))) continue;
      const style = getComputedStyle(element, `::highlight(${name})`);
      found.push({ words: styleValue(style, 'color'), ground: styleValue(style, 'background-color') });
      break;
    }
  return found.filter(({ words }) => alphaOf(words) >= MIN_VISIBLE_ALPHA);
}

function textsIn(element: Element): Range[] {
  const texts: Range[] = [];
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (nodeType(node) === TEXT_NODE) texts.push(contentRange(node));
  }
  return texts;
}

/** Both in the same tree. */
function overlap(
  content: Range,
  { startContainer, startOffset, endContainer, endOffset }: AbstractRange,
): boolean {
  try {
    return (
      content.comparePoint(startContainer, startOffset) <= 0 &&
      content.comparePoint(endContainer, endOffset) >= 0
    );
  } catch {
    return false;
  }
}
