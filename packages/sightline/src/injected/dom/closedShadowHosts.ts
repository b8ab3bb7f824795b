import {
  allElements,
  attribute,
  contentRects,
  createWalker,
  firstChild,
  firstElementChild,
  isRendered,
  isSlotted,
  localName,
  nextSibling,
  nodeType,
  TEXT_NODE,
  xpathNumber,
} from './dom.ts';
import type { ElementRegistry } from './ElementRegistry.ts';

/**
 * Closed shadow roots are invisible to scripts. A script can count what it sees, so that Node knows whether there is
 * more, and find the elements that look like hosts.
 */
type TreeRoot = Document | ShadowRoot;

export function countElements(roots: TreeRoot[]): number {
  return roots.reduce((sum, root) => sum + allElements(root).length, 0);
}

const ANGLE_BRACKET_XPATH = "count(//text()[contains(., '<')]) + count(//comment()[contains(., '<')])";

/** The browser's search for `<`, which finds every element, finds these texts and comments too. */
export function countAngleBrackets(roots: TreeRoot[]): number {
  return roots.reduce(
    (sum, root) => sum + (root === document ? xpathNumber(ANGLE_BRACKET_XPATH) : countInShadowRoot(root)),
    0,
  );
}

function countInShadowRoot(root: TreeRoot): number {
  const walker = createWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
  let count = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if ((node as CharacterData).data.includes('<')) count++;
  }
  return count;
}

/** The built-in elements that may host a shadow root (DOM, section 4.8, `attachShadow`). */
const BUILT_IN_HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

export function findLikelyHosts(roots: TreeRoot[], registry: ElementRegistry): Element[] {
  return roots.flatMap((root) =>
    Array.from(allElements(root)).filter((element) => isLikelyHost(element, registry)),
  );
}

/** A rendered element whose children are not rendered, or that has none; or a child asks for a slot and has none. */
function isLikelyHost(element: Element, registry: ElementRegistry): boolean {
  const tag = localName(element);
  const isCustom = tag.includes('-');
  if (!isCustom && !BUILT_IN_HOSTS.has(tag)) return false;
  if (registry.shadowRootOf(element)) return false;
  if (isCustom) return true;
  const child = firstElementChild(element);
  if (child)
    return (
      isRendered(element) &&
      (isOutsideFlatTree(child) || (attribute(child, 'slot') !== null && !isSlotted(child)))
    );
  return isRendered(element) && (hasNoText(element) || rendersNoText(element));
}

/** Outside the flat tree there are no styles. */
function isOutsideFlatTree(child: Element): boolean {
  return getComputedStyle(child).display === '';
}

function hasNoText(element: Element): boolean {
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (nodeType(node) === TEXT_NODE && (node as Text).data.trim() !== '') return false;
  }
  return true;
}

const rendersNoText = (element: Element): boolean => contentRects(element).length === 0;
