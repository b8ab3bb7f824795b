import type { Steps } from '../model/finish.ts';
import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { clean } from './escape.ts';
import { fillHtml, textOf } from './fillHtml.ts';
import {
  BLOCKS,
  HEADINGS,
  type HtmlElement,
  type HtmlMode,
  type HtmlNode,
  INLINES,
  isBlank,
  VOIDS,
} from './HtmlTree.ts';
import { htmlAttributes } from './htmlAttributes.ts';
import { FRAME_TAGS, isUnreadable, OPAQUE_TAGS } from './pieces.ts';
import type { Scene } from './View.ts';

/** Elements are nested so deep at most: HTML's parser has a limit too. What lies deeper stands beside each other. */
const DEEPEST = 200;

/** Their names are what they say, in the mode `structure`. */
const LABELLING = new Set(['label', 'legend', 'caption', 'th', 'summary', 'figcaption', 'dt']);
/** Elements that say something by what they are. */
const NEUTRAL = new Set(['div', 'span']);
/** Said by a person's eye, not by structure: what they hold stands for them. */
const PLAIN = new Set(['b', 'i', 'u', 'small', 'font', 'data', 'dfn', 'var', 'cite', 'abbr', 'output']);
/** Kept in the mode `structure`, with what they hold. */
const HELD = new Set(['img', 'canvas', 'video', 'audio', 'iframe', 'progress', 'meter', 'br', 'hr']);
const LISTS = new Set(['ul', 'ol', 'menu', 'table']);

/** Nodes of a step. */
const STEP = 4_000;

interface Open {
  node: PageNode;
  end: number;
  /** Undefined where the element is not written, but what it holds is. */
  element: HtmlElement | undefined;
  /** Of the element, or of the one around that is written. */
  children: HtmlNode[];
  /** How many elements are written around it. */
  depth: number;
  /** Running text in it is told. */
  telling: boolean;
  /** Items or rows so far, of a list or table. */
  items: number;
}

/** The captured page as HTML elements: visible ones only, nested containers merged, empty ones dropped. */
export function* buildHtml(scene: Scene, mode: HtmlMode): Steps<HtmlNode[]> {
  const { pruning } = scene.structure;
  const { nodes } = pruning.page;
  const telling = mode !== 'structure' && mode !== 'interactive-only';
  const root: Open = {
    node: nodes[0] as PageNode,
    end: 0,
    element: undefined,
    children: [],
    depth: 0,
    telling,
    items: 0,
  };
  const open: Open[] = [root];
  const closeUntil = (index: number): void => {
    while (open.length > 1 && (open.at(-1) as Open).end <= index) close(open.pop() as Open, open, mode);
  };
  for (let i = 1; i < nodes.length; i++) {
    if (i % STEP === 0) yield;
    closeUntil(i);
    const node = nodes[i] as PageNode;
    const around = open.at(-1) as Open;
    if (node.isText) {
      if (!isRemoved(pruning, node)) addText(node, around);
      continue;
    }
    const element = isRemoved(pruning, node) ? undefined : shape(node, scene, mode);
    const isShut = element !== undefined && isSealed(node, element);
    if (isShut && holdsUsable(node, scene)) {
      // A script may put anything into anything: what can be used in it stands beside it, without the words there.
      around.children.push(element);
      open.push({ ...begin(node, undefined, around, false), telling: false });
      continue;
    }
    open.push(begin(node, element, around, tells(node, scene, mode)));
    if (isShut) i = node.end - 1;
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return root.children;
}

/** Beyond the deepest level an element stands beside what it holds. */
function begin(node: PageNode, shaped: HtmlElement | undefined, around: Open, telling: boolean): Open {
  const isTooDeep = around.depth >= DEEPEST;
  if (breaks(node, shaped)) around.children.push(BREAK);
  if (shaped?.usable && isTooDeep) around.children.push(shaped);
  const element = isTooDeep ? undefined : shaped;
  return {
    node,
    end: node.end,
    element,
    children: element?.children ?? around.children,
    depth: around.depth + (element ? 1 : 0),
    telling: telling || around.telling,
    items: 0,
  };
}

const BREAK: HtmlNode = { kind: 'break' };

/** What stands on lines of its own; a line break that is not written is one too. */
function breaks(node: PageNode, element: HtmlElement | undefined): boolean {
  return node.has(Flag.Block) || node.has(Flag.Cell) || (node.tag === 'br' && !element);
}

/** In `structure` and `interactive-only`, only what stands in these is told. */
function tells(node: PageNode, { structure: { pruning } }: Scene, mode: HtmlMode): boolean {
  if (pruning.usable[node.index] === 1 && !FRAME_TAGS.has(node.tag)) return true;
  return mode === 'structure' && (node.role === 'heading' || LABELLING.has(node.tag));
}

/** What it holds is told by its attributes, or is for browsers that cannot show it. */
function isSealed(node: PageNode, { tag }: HtmlElement): boolean {
  return OPAQUE_TAGS.has(node.tag) || VOIDS.has(tag) || node.has(Flag.Unreadable) || isUnreadable(node);
}

function addText(node: PageNode, { children, telling }: Open): void {
  if (telling) children.push(textOf(node, node.text));
  else children.push(BREAK);
}

/** What is written for an element; undefined where only what it holds is. */
function shape(node: PageNode, scene: Scene, mode: HtmlMode): HtmlElement | undefined {
  const usable = scene.structure.pruning.usable[node.index] === 1;
  if (!node.isElement || (!usable && (node.tag === 'body' || !isKept(node, mode)))) return undefined;
  const attributes = htmlAttributes(node, mode);
  const tag = tagFor(node, usable, scene);
  const isNoted = usable || !NEUTRAL.has(tag) || isUnreadable(node) || attributes.size > 0;
  if (tag !== node.tag && isNoted) attributes.set('data-tag', clean(node.tag));
  const element: HtmlElement = { kind: 'element', tag, attributes, children: [], usable, node };
  if (usable) {
    const id = scene.structure.stableIds.of(node);
    element.attributes = new Map([['data-element-id', id], ...attributes]);
  }
  fillHtml(element, scene, mode);
  return element;
}

function isKept({ tag, role }: PageNode, mode: HtmlMode): boolean {
  if (mode === 'interactive-only') return false;
  if (mode === 'minimal')
    return HEADINGS.has(tag) || role === 'heading' || (HELD.has(tag) && tag !== 'br' && tag !== 'hr');
  return mode === 'full' || !PLAIN.has(tag);
}

/** Its own, where the parser keeps that; a picture for a drawing, else a container of its kind. */
function tagFor(node: PageNode, usable: boolean, scene: Scene): string {
  const { tag, role } = node;
  if (tag === 'svg' && role === 'img' && node.name !== '' && !holdsUsable(node, scene)) return 'img';
  if (FRAME_TAGS.has(tag)) return node.has(Flag.Unreadable) ? 'iframe' : 'div';
  const isCustom = /^[a-z][a-z\d]*-[a-z\d-]*$/.test(tag);
  if (isCustom && usable) return tag;
  if ((BLOCKS.has(tag) || INLINES.has(tag)) && !(PLAIN.has(tag) && !usable)) return tag;
  return node.has(Flag.Block) ? 'div' : 'span';
}

function holdsUsable(node: PageNode, { structure: { pruning } }: Scene): boolean {
  for (let i = node.index + 1; i < node.end; i++) if (pruning.usable[i] === 1) return true;
  return false;
}

/** Puts what an element came to into the one around it. */
function close(closed: Open, open: Open[], mode: HtmlMode): void {
  const { children } = open.at(-1) as Open;
  const { node, element } = closed;
  if (node.tag === 'li' || node.tag === 'tr') countItem(open);
  if (element) for (const told of outcome(element, closed, mode)) children.push(told);
  if (breaks(node, element)) children.push(BREAK);
}

function countItem(open: Open[]): void {
  const list = open.findLast(({ node }) => LISTS.has(node.tag));
  if (list) list.items++;
}

/** The element, what it holds in its place, or nothing. */
function outcome(element: HtmlElement, { node, items, telling }: Open, mode: HtmlMode): HtmlNode[] {
  const { children } = element;
  if (element.tag === 'br') return [telling ? element : BREAK];
  if (mode === 'structure' && LISTS.has(node.tag)) countMissing(element, items);
  const content = children.filter((child) => !isBlank(child));
  if (content.length === 0 && !standsAlone(element, mode)) return children.some(isSpace) ? [BREAK] : [];
  const isContainer = NEUTRAL.has(element.tag) && element.attributes.size === 0 && !element.usable;
  if (!isContainer) return [element];
  const [only] = content;
  const merges = element.tag === 'span' || (content.length === 1 && only?.kind === 'element');
  return merges ? children : [element];
}

function isSpace(node: HtmlNode): boolean {
  return node.kind === 'text' && node.text !== '';
}

/** In a list whose items have nothing left to tell, how many there are. */
function countMissing({ attributes, children, tag }: HtmlElement, items: number): void {
  const told = countTags(children, tag === 'table' ? 'tr' : 'li');
  if (told < items) attributes.set(tag === 'table' ? 'data-rows' : 'data-items', String(items));
}

function countTags(children: HtmlNode[], tag: string): number {
  let count = 0;
  for (const child of children) {
    if (child.kind !== 'element') continue;
    count += child.tag === tag ? 1 : LISTS.has(child.tag) ? 0 : countTags(child.children, tag);
  }
  return count;
}

/** Told though it holds nothing. */
function standsAlone({ node, tag, usable, attributes }: HtmlElement, mode: HtmlMode): boolean {
  if (usable || attributes.has('data-unreadable')) return true;
  if (attributes.has('data-items') || attributes.has('data-rows')) return true;
  if (tag === 'img') return (mode === 'full' && node.role === 'img') || node.name !== '';
  return HELD.has(tag);
}
