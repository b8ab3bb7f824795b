import type { ActionEffect } from '../../actions/ActionEffect.ts';
import type { DragOptions } from '../../actions/pointer.ts';
import { displayName } from '../../identity/displayName.ts';
import { cellSpanText } from '../../render/element/cellSpanText.ts';
import { quote, stripInvisible } from '../../render/escape.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { area, type Box, isEmpty } from '../../snapshot/geometry.ts';
import type { Page, PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';

/** CSS pixels of the window. */
type Point = NonNullable<DragOptions['sourcePosition']>;

/** CSS pixels from an edge by which it is drawn. */
const EDGE = 12;
/** By which an element is larger or elsewhere. */
const MIN_CHANGE = 2;
const MAX_NAME_LENGTH = 40;

type Side = 'width' | 'height';

interface SizedElement {
  node: PageNode;
  /** Of which the mouse is at an edge. */
  sides: readonly Side[];
  /** `(to 18)`: the cells that it is over. */
  span: string;
}

/** Where the mouse was pressed, and the page then: to see what the drag did to what is there. */
export interface MousePress {
  /** The elements there whose edge is drawn by that, the smallest first. */
  sized: readonly SizedElement[];
  /** What is dragged there, if it is known. */
  placed: PageNode | undefined;
}

/** A point of the viewport of the main document, or the middle of an element, or a place from its top left corner. */
export type MousePlace = Point | { over: PageNode; place: Point | undefined };

export function pressAt(mouse: MousePlace, context: RenderContext): MousePress {
  const { visibility } = context.pageState;
  const at = pagePoint(mouse, visibility.page);
  const there = visibility.page.nodes
    .filter(
      (node) =>
        at &&
        node.isElement &&
        node.box &&
        !isEmpty(node.box) &&
        holds(node.box, at) &&
        !isRemoved(visibility, node),
    )
    .sort((one, other) => area(one.box as Box) - area(other.box as Box));
  const sized = there.flatMap((node) => {
    const sides = at && !ROOT_TAGS.has(node.tag) ? sidesAt(node.box as Box, at) : [];
    return sides.length > 0 ? [{ node, sides, span: cellSpanText(node, context) }] : [];
  });
  return {
    sized,
    placed: there.find((node) => isShownInteractive(visibility, node)),
  };
}

function pagePoint(mouse: MousePlace, page: Page): Point | undefined {
  if ('over' in mouse) {
    const box = page.counterpart(mouse.over)?.box;
    const { x, y } = mouse.place ?? { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 };
    return box && { x: box.x + x, y: box.y + y };
  }
  const { scroll } = page.documents[0] ?? { scroll: { x: 0, y: 0 } };
  return { x: mouse.x + scroll.x, y: mouse.y + scroll.y };
}

const ROOT_TAGS: ReadonlySet<string> = new Set(['html', 'body']);

const holds = ({ x, y, width, height }: Box, at: Point): boolean =>
  at.x >= x - 1 && at.x <= x + width + 1 && at.y >= y - 1 && at.y <= y + height + 1;

function sidesAt({ x, y, width, height }: Box, at: Point): Side[] {
  const isNear = (position: number, size: number): boolean =>
    Math.min(Math.abs(position), Math.abs(size - position)) <= Math.min(EDGE, size / 4);
  const isNearSide = { width: isNear(at.x - x, width), height: isNear(at.y - y, height) };
  return (['width', 'height'] as const).filter((side) => isNearSide[side]);
}

/** `[10]<a>"Fair" now reaches to 19`, `"Name" width 100 -> 160`; '' where nothing was drawn to another size. */
export function sizeChange({ sized }: MousePress, after: RenderContext): string {
  const { visibility } = after.pageState;
  const changes = sized.flatMap((was) => {
    const node = findAgain(was.node, after);
    const text = node ? sizeText(was, node, after) : '';
    return node && text !== '' ? [{ node, text }] : [];
  });
  const chosen =
    changes.find(({ node }) => isShownInteractive(visibility, node)) ??
    changes.find(({ node }) => displayName(node) !== '') ??
    changes[0];
  return chosen ? `${labelOf(chosen.node, after)} ${chosen.text}` : '';
}

function labelOf(node: PageNode, context: RenderContext): string {
  const words = isShownInteractive(context.pageState.visibility, node) ? '' : displayName(node);
  return words === '' ? elementLabel(node, context) : quote(stripInvisible(shorten(words, MAX_NAME_LENGTH)));
}

function sizeText({ node, sides, span: spanWas }: SizedElement, is: PageNode, after: RenderContext): string {
  const span = sides.includes('width') ? cellSpanText(is, after) : spanWas;
  if (span !== spanWas) return spanText(span);
  const [from, to] = [node.box as Box, is.box as Box];
  const changed = sides.filter((side) => Math.abs(from[side] - to[side]) >= MIN_CHANGE);
  return changed.map((side) => `${side} ${Math.round(from[side])} -> ${Math.round(to[side])}`).join(', ');
}

/** Of `(to 19)`, `(3 cells)` or ''. */
function spanText(span: string): string {
  const words = span.slice(1, -1);
  if (words === '') return 'is in one cell now';
  return words.startsWith('to ') ? `now reaches ${words}` : `is over ${words} now`;
}

/** `[4]<div>"Card" moved by 80, 0 px`; '' where it is where it was. */
export function placeChange({ placed }: MousePress, after: RenderContext): string {
  const now = placed && findAgain(placed, after);
  if (!placed?.box || !now?.box) return '';
  const [x, y] = [Math.round(now.box.x - placed.box.x), Math.round(now.box.y - placed.box.y)];
  return Math.max(Math.abs(x), Math.abs(y)) < MIN_CHANGE
    ? ''
    : `${labelOf(now, after)} moved by ${x}, ${y} px`;
}

/** The element, or the only one of its tag and name that a redraw has put in its place. */
function findAgain(node: PageNode, { pageState: { page, visibility } }: RenderContext): PageNode | undefined {
  const same = page.counterpart(node);
  if (same) return same.box && !isRemoved(visibility, same) ? same : undefined;
  const name = displayName(node);
  const others = page.nodes.filter(
    (one) =>
      one.tag === node.tag &&
      one.box &&
      !isRemoved(visibility, one) &&
      name !== '' &&
      displayName(one) === name,
  );
  return others.length === 1 ? others[0] : undefined;
}

/** The size change of what a drag pressed the mouse on; '' for none. */
export function dragSizeChange(
  { node, pressed }: ActionEffect,
  before: RenderContext,
  after: RenderContext,
): string {
  return node && pressed ? sizeChange(pressAt({ over: node, place: pressed.place }, before), after) : '';
}
