import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import {
  ELEMENT_NODE,
  firstChild,
  hasAttr,
  localName,
  nextSibling,
  nodeType,
  TEXT_NODE,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { collapseSpace } from '../dom/text.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';

/** Code, of which a person reads nothing; what it holds of the page's secrets may be written in any way. */
const CODE_TAGS = new Set(['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe']);
/** What ends a word before and behind it. */
const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote br button caption dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr legend li main nav ol optgroup option p pre search section select summary table tbody td ' +
    'textarea tfoot th thead tr ul'
  ).split(' '),
);
/** Nodes that are walked for one text: a subtree without words is not walked to its end. */
const MAX_NODES = 20_000;
const MIN_NODES = 1_000;

/** Nodes that may still be walked for the texts of one answer, of which each may have a few whatever is left. */
export interface NodeBudget {
  nodes: number;
}

export interface ContentText {
  text: string;
  isTruncated: boolean;
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
  secrets: SecretFields,
  registry?: ElementRegistry,
): ContentText {
  let text = '';
  let nodes = Math.max(MIN_NODES, Math.min(MAX_NODES, budget.nodes));
  // A space stands for the end of a block. Nothing recurses on the depth of the page.
  const pending: (Node | ' ' | null)[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (!node) continue;
    if (node !== ' ' && (nodes-- === 0 || text.length > limit))
      return { text: text.trim(), isTruncated: true };
    if (node !== ' ' && node !== root) pending.push(nextSibling(node));
    const piece = node === ' ' ? node : textOfNode(node, root, pending, secrets, registry);
    budget.nodes--;
    const words = collapseSpace(piece);
    text += text.endsWith(' ') || text === '' ? words.trimStart() : words;
  }
  return { text: text.trim(), isTruncated: false };
}

function textOfNode(
  node: Node,
  root: Element,
  pending: (Node | ' ' | null)[],
  secrets: SecretFields,
  registry: ElementRegistry | undefined,
): string {
  const type = nodeType(node);
  if (type === TEXT_NODE) return secrets.spelled.textOf(node);
  return type === ELEMENT_NODE ? enterElement(node as Element, root, pending, secrets, registry) : '';
}

/** What stands before its content, which is put on the list. */
function enterElement(
  element: Element,
  root: Element,
  pending: (Node | ' ' | null)[],
  secrets: SecretFields,
  registry: ElementRegistry | undefined,
): string {
  const tag = localName(element);
  if (CODE_TAGS.has(tag)) return element === root && firstChild(element) ? '(code)' : '';
  if ((tag === 'textarea' || hasAttr(element, 'contenteditable')) && secrets.isSecret(element))
    return firstChild(element) ? ` ${REDACTED_PLACEHOLDER} ` : '';
  const isBlock = BLOCK_TAGS.has(tag);
  if (isBlock) pending.push(' ');
  pending.push(firstChild(element));
  const shadow = registry?.shadowRootOf(element);
  if (shadow) pending.push(' ', firstChild(shadow));
  return isBlock ? ' ' : '';
}
