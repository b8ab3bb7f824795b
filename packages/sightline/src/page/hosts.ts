import {
  allIn,
  attribute,
  firstChild,
  firstElement,
  isRendered,
  isSlotted,
  localName,
  nextSibling,
  shadowOf,
  TEXT,
  typeOf,
  walkerOver,
  xpathNumber,
} from './dom.ts';
import type { Registry } from './Registry.ts';

/**
 * Closed shadow roots, which no script can see. What a script can do: count what it sees, so that the door
 * knows whether there is more, and tell which elements look as if they had one.
 */
type Root = Document | ShadowRoot;

export function elementCount(roots: Root[]): number {
  return roots.reduce((sum, root) => sum + allIn(root).length, 0);
}

const BRACKETS = "count(//text()[contains(., '<')]) + count(//comment()[contains(., '<')])";

/** The browser's search for `<`, which finds every element, finds these texts and comments too. */
export function bracketCount(roots: Root[]): number {
  return roots.reduce((sum, root) => sum + (root === document ? xpathNumber(BRACKETS) : countIn(root)), 0);
}

function countIn(root: Root): number {
  const walker = walkerOver(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
  let count = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if ((node as CharacterData).data.includes('<')) count++;
  }
  return count;
}

/** The built-in elements that may host a shadow root (DOM, section 4.8, `attachShadow`). */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

export function likelyHosts(roots: Root[], registry: Registry): Element[] {
  return roots.flatMap((root) => Array.from(allIn(root)).filter((element) => isLikely(element, registry)));
}

/** Its children are nowhere although it is rendered itself, or it has none; or one asks for a slot and gets none. */
function isLikely(element: Element, registry: Registry): boolean {
  const tag = localName(element);
  const isCustom = tag.includes('-');
  if (!isCustom && !HOSTS.has(tag)) return false;
  if (shadowOf(element) || registry.closedRootOf(element)) return false;
  if (isCustom) return true;
  const child = firstElement(element);
  if (child)
    return isRendered(element) && (isAway(child) || (attribute(child, 'slot') !== null && !isSlotted(child)));
  return isRendered(element) && (isBlank(element) || showsNoText(element));
}

/** Outside the flat tree there are no styles. */
function isAway(child: Element): boolean {
  return getComputedStyle(child).display === '';
}

function isBlank(element: Element): boolean {
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (typeOf(node) === TEXT && (node as Text).data.trim() !== '') return false;
  }
  return true;
}

function showsNoText(element: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length === 0;
}
