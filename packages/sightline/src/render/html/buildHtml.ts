import type { PageNode } from '../../snapshot/Page.ts';
import type { Steps } from '../../snapshot/runSteps.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { FRAME_TAGS } from '../../snapshot/tags.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { isOpaque } from '../element/elementText.ts';
import { isUnreadable } from '../element/unreadable.ts';
import { stripInvisible } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import { fillHtml, htmlText } from './fillHtml.ts';
import {
  BLOCK_TAGS,
  HEADING_TAGS,
  type HtmlElement,
  type HtmlMode,
  type HtmlNode,
  INLINE_TAGS,
  isBlankNode,
  VOID_TAGS,
} from './HtmlTree.ts';
import { htmlAttributes } from './htmlAttributes.ts';

/** Deepest nesting: the HTML parser has a limit too. Deeper elements become siblings. */
const MAX_HTML_DEPTH = 200;

/** Elements whose text is kept in the mode `structure`: it is their name. */
const LABEL_TAGS = new Set(['label', 'legend', 'caption', 'th', 'summary', 'figcaption', 'dt']);
/** Elements without a meaning of their own. */
const GENERIC_TAGS = new Set(['div', 'span']);
/** Replaced by their content, except in the mode `full`. */
const PRESENTATIONAL_TAGS = new Set([
  'b',
  'i',
  'u',
  'small',
  'font',
  'data',
  'dfn',
  'var',
  'cite',
  'abbr',
  'output',
]);
/** Kept in the mode `structure`, even if empty. */
const STANDALONE_TAGS = new Set([
  'img',
  'canvas',
  'video',
  'audio',
  'iframe',
  'progress',
  'meter',
  'br',
  'hr',
]);
const LIST_TAGS = new Set(['ul', 'ol', 'menu', 'table']);

/** Nodes per step. */
const NODES_PER_STEP = 4_000;

interface OpenElement {
  node: PageNode;
  end: number;
  /** Undefined if only the content of the element is written. */
  element: HtmlElement | undefined;
  /** Of the element, or of the nearest written ancestor. */
  children: HtmlNode[];
  /** Number of written ancestors. */
  depth: number;
  /** Whether text in it is written. */
  keepsText: boolean;
  /** Items or rows so far, of a list or table. */
  items: number;
}

/** The captured page as HTML elements: visible ones only, nested containers merged, empty ones dropped. */
export function* buildHtml(context: RenderContext, mode: HtmlMode): Steps<HtmlNode[]> {
  const { visibility } = context.pageState;
  const { nodes } = visibility.page;
  const keepsText = mode !== 'structure' && mode !== 'interactive-only';
  const root: OpenElement = {
    node: nodes[0] as PageNode,
    end: 0,
    element: undefined,
    children: [],
    depth: 0,
    keepsText,
    items: 0,
  };
  const open: OpenElement[] = [root];
  const closeUntil = (index: number): void => {
    while (open.length > 1 && (open.at(-1) as OpenElement).end <= index)
      close(open.pop() as OpenElement, open, mode);
  };
  for (let i = 1; i < nodes.length; i++) {
    if (i % NODES_PER_STEP === 0) yield;
    closeUntil(i);
    const node = nodes[i] as PageNode;
    const parent = open.at(-1) as OpenElement;
    if (node.isText) {
      if (!isRemoved(visibility, node)) addText(node, parent);
      continue;
    }
    const element = isRemoved(visibility, node) ? undefined : buildElement(node, context, mode);
    const isOpaque = element !== undefined && hasOpaqueContent(node, element);
    if (isOpaque && containsInteractive(node, context)) {
      // Scripts can put controls into elements that show no content. They are written as siblings, without the text.
      parent.children.push(element);
      open.push({ ...openElement(node, undefined, parent, false), keepsText: false });
      continue;
    }
    open.push(openElement(node, element, parent, keepsTextOf(node, context, mode)));
    if (isOpaque) i = node.end - 1;
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return root.children;
}

/** At the deepest level an element is written before its content. */
function openElement(
  node: PageNode,
  built: HtmlElement | undefined,
  parent: OpenElement,
  keepsText: boolean,
): OpenElement {
  const isTooDeep = parent.depth >= MAX_HTML_DEPTH;
  if (breaksLine(node, built)) parent.children.push(BREAK);
  if (built?.interactive && isTooDeep) parent.children.push(built);
  const element = isTooDeep ? undefined : built;
  return {
    node,
    end: node.end,
    element,
    children: element?.children ?? parent.children,
    depth: parent.depth + (element ? 1 : 0),
    keepsText: keepsText || parent.keepsText,
    items: 0,
  };
}

const BREAK: HtmlNode = { kind: 'break' };

/** True for blocks and cells, and for a line break that is not written. */
function breaksLine(node: PageNode, element: HtmlElement | undefined): boolean {
  return node.has(Flag.Block) || node.has(Flag.Cell) || (node.tag === 'br' && !element);
}

/** In `structure` and `interactive-only`, text is kept only in these elements. */
function keepsTextOf(node: PageNode, { pageState: { visibility } }: RenderContext, mode: HtmlMode): boolean {
  if (visibility.interactive[node.index] === 1 && !FRAME_TAGS.has(node.tag)) return true;
  return mode === 'structure' && (node.role === 'heading' || LABEL_TAGS.has(node.tag));
}

/** True if the content is written as attributes, or is a fallback for other browsers. */
function hasOpaqueContent(node: PageNode, { tag }: HtmlElement): boolean {
  return isOpaque(node) || VOID_TAGS.has(tag) || node.has(Flag.Unreadable) || isUnreadable(node);
}

function addText(node: PageNode, { children, keepsText }: OpenElement): void {
  if (keepsText) children.push(htmlText(node, node.text));
  else children.push(BREAK);
}

/** Undefined if only the content of the element is written. */
function buildElement(node: PageNode, context: RenderContext, mode: HtmlMode): HtmlElement | undefined {
  const interactive = context.pageState.visibility.interactive[node.index] === 1;
  if (!node.isElement || (!interactive && (node.tag === 'body' || !isKeptTag(node, mode)))) return undefined;
  const attributes = htmlAttributes(node, mode);
  const tag = htmlTagFor(node, interactive, context);
  const keepsOriginalTag = interactive || !GENERIC_TAGS.has(tag) || isUnreadable(node) || attributes.size > 0;
  if (tag !== node.tag && keepsOriginalTag) attributes.set('data-tag', stripInvisible(node.tag));
  const element: HtmlElement = { kind: 'element', tag, attributes, children: [], interactive, node };
  if (interactive) {
    const id = context.pageState.stableIds.of(node);
    element.attributes = new Map([['data-element-id', id], ...attributes]);
  }
  fillHtml(element, context, mode);
  return element;
}

function isKeptTag({ tag, role }: PageNode, mode: HtmlMode): boolean {
  if (mode === 'interactive-only') return false;
  if (mode === 'minimal')
    return (
      HEADING_TAGS.has(tag) ||
      role === 'heading' ||
      (STANDALONE_TAGS.has(tag) && tag !== 'br' && tag !== 'hr')
    );
  return mode === 'full' || !PRESENTATIONAL_TAGS.has(tag);
}

/** The tag of the element if the parser keeps it; `img` for a drawing, else `div` or `span`. */
function htmlTagFor(node: PageNode, interactive: boolean, context: RenderContext): string {
  const { tag, role } = node;
  if (tag === 'svg' && role === 'img' && node.name !== '' && !containsInteractive(node, context))
    return 'img';
  if (FRAME_TAGS.has(tag)) return node.has(Flag.Unreadable) ? 'iframe' : 'div';
  const isCustom = /^[a-z][a-z\d]*-[a-z\d-]*$/.test(tag);
  if (isCustom && interactive) return tag;
  if ((BLOCK_TAGS.has(tag) || INLINE_TAGS.has(tag)) && !(PRESENTATIONAL_TAGS.has(tag) && !interactive))
    return tag;
  return node.has(Flag.Block) ? 'div' : 'span';
}

function containsInteractive(node: PageNode, { pageState: { visibility } }: RenderContext): boolean {
  for (let i = node.index + 1; i < node.end; i++) if (visibility.interactive[i] === 1) return true;
  return false;
}

/** Adds a finished element to the one around it. */
function close(finished: OpenElement, open: OpenElement[], mode: HtmlMode): void {
  const { children } = open.at(-1) as OpenElement;
  const { node, element } = finished;
  if (node.tag === 'li' || node.tag === 'tr') countItem(open);
  if (element) for (const output of outputOf(element, finished, mode)) children.push(output);
  if (breaksLine(node, element)) children.push(BREAK);
}

function countItem(open: OpenElement[]): void {
  const list = open.findLast(({ node }) => LIST_TAGS.has(node.tag));
  if (list) list.items++;
}

/** The element, its content in its place, or nothing. */
function outputOf(element: HtmlElement, { node, items, keepsText }: OpenElement, mode: HtmlMode): HtmlNode[] {
  const { children } = element;
  if (element.tag === 'br') return [keepsText ? element : BREAK];
  if (mode === 'structure' && LIST_TAGS.has(node.tag)) noteItemCount(element, items);
  const content = children.filter((child) => !isBlankNode(child));
  if (content.length === 0 && !isKeptWhenEmpty(element, mode))
    return children.some(isWhitespace) ? [BREAK] : [];
  const isContainer = GENERIC_TAGS.has(element.tag) && element.attributes.size === 0 && !element.interactive;
  if (!isContainer) return [element];
  const [only] = content;
  const merges = element.tag === 'span' || (content.length === 1 && only?.kind === 'element');
  return merges ? children : [element];
}

function isWhitespace(node: HtmlNode): boolean {
  return node.kind === 'text' && node.text !== '';
}

/** Notes the number of items in a list from which some were dropped. */
function noteItemCount({ attributes, children, tag }: HtmlElement, items: number): void {
  const shownItems = countTags(children, tag === 'table' ? 'tr' : 'li');
  if (shownItems < items) attributes.set(tag === 'table' ? 'data-rows' : 'data-items', String(items));
}

function countTags(children: HtmlNode[], tag: string): number {
  let count = 0;
  for (const child of children) {
    if (child.kind !== 'element') continue;
    count += child.tag === tag ? 1 : LIST_TAGS.has(child.tag) ? 0 : countTags(child.children, tag);
  }
  return count;
}

/** True for elements that are written even if empty. */
function isKeptWhenEmpty({ node, tag, interactive, attributes }: HtmlElement, mode: HtmlMode): boolean {
  if (interactive || attributes.has('data-unreadable')) return true;
  if (attributes.has('data-items') || attributes.has('data-rows')) return true;
  if (tag === 'img') return (mode === 'full' && node.role === 'img') || node.name !== '';
  return STANDALONE_TAGS.has(tag);
}
