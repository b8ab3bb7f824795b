import { FILLED } from '../model/publicUrl.ts';
import { ELEMENT, firstChild, has, localName, nextSibling, shadowOf, TEXT, typeOf } from './dom.ts';
import type { Registry } from './Registry.ts';
import type { Secrets } from './secrets.ts';
import { collapse, dataOf } from './text.ts';

/** Code, of which a person reads nothing; what it holds of the page's secrets may be written in any way. */
const CODE = new Set(['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe']);
/** What ends a word before and behind it. */
const BLOCKS = new Set(
  (
    'address article aside blockquote br button caption dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr legend li main nav ol optgroup option p pre search section select summary table tbody td ' +
    'textarea tfoot th thead tr ul'
  ).split(' '),
);
/** Nodes that are walked for one text: a subtree without words is not walked to its end. */
const MOST_NODES = 20_000;
const LEAST_NODES = 1_000;

/** Nodes that may still be walked for the texts of one answer, of which each may have a few whatever is left. */
export interface NodeBudget {
  nodes: number;
}

export interface ContentText {
  text: string;
  isCut: boolean;
}

/**
 * The text content of an element, white space collapsed, at most about `limit` UTF-16 units: without scripts and
 * style sheets, and of what takes a secret only that it is filled.
 * `registry`: with what its shadow roots hold, before its own children.
 */
export function contentText(
  root: Element,
  limit: number,
  budget: NodeBudget,
  secrets: Secrets,
  registry?: Registry,
): ContentText {
  let text = '';
  let nodes = Math.max(LEAST_NODES, Math.min(MOST_NODES, budget.nodes));
  // A space stands for the end of a block. Nothing recurses on the depth of the page.
  const pending: (Node | ' ' | null)[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (!node) continue;
    if (node !== ' ' && (nodes-- === 0 || text.length > limit)) return { text: text.trim(), isCut: true };
    if (node !== ' ' && node !== root) pending.push(nextSibling(node));
    const piece = node === ' ' ? node : pieceOf(node, root, pending, secrets, registry);
    budget.nodes--;
    const words = collapse(piece);
    text += text.endsWith(' ') || text === '' ? words.trimStart() : words;
  }
  return { text: text.trim(), isCut: false };
}

function pieceOf(
  node: Node,
  root: Element,
  pending: (Node | ' ' | null)[],
  secrets: Secrets,
  registry: Registry | undefined,
): string {
  const type = typeOf(node);
  if (type === TEXT) return dataOf(node);
  return type === ELEMENT ? enter(node as Element, root, pending, secrets, registry) : '';
}

/** What stands before its content, which is put on the list. */
function enter(
  element: Element,
  root: Element,
  pending: (Node | ' ' | null)[],
  secrets: Secrets,
  registry: Registry | undefined,
): string {
  const tag = localName(element);
  if (CODE.has(tag)) return element === root && firstChild(element) ? '(code)' : '';
  if ((tag === 'textarea' || has(element, 'contenteditable')) && secrets.isSecret(element))
    return firstChild(element) ? ` ${FILLED} ` : '';
  const isBlock = BLOCKS.has(tag);
  if (isBlock) pending.push(' ');
  pending.push(firstChild(element));
  const shadow = registry && (shadowOf(element) ?? registry.closedRootOf(element));
  if (shadow) pending.push(' ', firstChild(shadow));
  return isBlock ? ' ' : '';
}
