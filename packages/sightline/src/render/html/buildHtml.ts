import type { PageNode } from '../../snapshot/Page.ts';
import type { Steps } from '../../snapshot/runSteps.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { FRAME_TAGS, isUnreadable, OPAQUE_TAGS } from '../element/elementText.ts';
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

/** Elements are nested so deep at most: HTML's parser has a limit too. What lies deeper stands beside each other. */
const MAX_HTML_DEPTH = 200;

/** Their names are what they say, in the mode `structure`. */
const LABEL_TAGS = new Set(['label', 'legend', 'caption', 'th', 'summary', 'figcaption', 'dt']);
/** Elements that say something by what they are. */
const GENERIC_TAGS = new Set(['div', 'span']);
/** Said by a person's eye, not by structure: what they hold stands for them. */
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
/** Kept in the mode `structure`, with what they hold. */
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

/** Nodes of a step. */
const NODES_PER_STEP = 4_000;

interface OpenElement {
  node: PageNode;
  end: number;
  /** Undefined where the element is not written, but what it holds is. */
  element: HtmlElement | undefined;
  /** Of the element, or of the one around that is written. */
  children: HtmlNode[];
  /** How many elements are written around it. */
  depth: number;
  /** Running text in it is told. */
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
      // A script may put anything into anything: what can be used in it stands beside it, without the words there.
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

/** Beyond the deepest level an element stands beside what it holds. */
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

/** What stands on lines of its own; a line break that is not written is one too. */
function breaksLine(node: PageNode, element: HtmlElement | undefined): boolean {
  return node.has(Flag.Block) || node.has(Flag.Cell) || (node.tag === 'br' && !element);
}

/** In `structure` and `interactive-only`, only what stands in these is told. */
function keepsTextOf(node: PageNode, { pageState: { visibility } }: RenderContext, mode: HtmlMode): boolean {
  if (visibility.interactive[node.index] === 1 && !FRAME_TAGS.has(node.tag)) return true;
  return mode === 'structure' && (node.role === 'heading' || LABEL_TAGS.has(node.tag));
}

/** What it holds is told by its attributes, or is for browsers that cannot show it. */
function hasOpaqueContent(node: PageNode, { tag }: HtmlElement): boolean {
  return OPAQUE_TAGS.has(node.tag) || VOID_TAGS.has(tag) || node.has(Flag.Unreadable) || isUnreadable(node);
}

function addText(node: PageNode, { children, keepsText }: OpenElement): void {
  if (keepsText) children.push(htmlText(node, node.text));
  else children.push(BREAK);
}

/** What is written for an element; undefined where only what it holds is. */
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

/** Its own, where the parser keeps that; a picture for a drawing, else a container of its kind. */
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

/** Puts what an element came to into the one around it. */
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

/** The element, what it holds in its place, or nothing. */
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

/** In a list whose items have nothing left to tell, how many there are. */
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

/** Told though it holds nothing. */
function isKeptWhenEmpty({ node, tag, interactive, attributes }: HtmlElement, mode: HtmlMode): boolean {
  if (interactive || attributes.has('data-unreadable')) return true;
  if (attributes.has('data-items') || attributes.has('data-rows')) return true;
  if (tag === 'img') return (mode === 'full' && node.role === 'img') || node.name !== '';
  return STANDALONE_TAGS.has(tag);
}
