import type { ActionEffect } from '../../actions/ActionEffect.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import { displayTag } from '../../render/element/displayTag.ts';
import { escapeInline, quote, stripInvisible } from '../../render/escape.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { Box } from '../../snapshot/geometry.ts';
import { elementKey, type Page, type PageNode } from '../../snapshot/Page.ts';
import { CELL_ROLES } from '../../snapshot/roles.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import { containerName, type DropZone, findDropZones } from '../refs/dropZones.ts';

/** Drop zones that an error names. */
const MAX_ZONES = 5;
const MAX_NAME_LENGTH = 40;
/** What a drag changes of an element that it did not move. */
const PASSING_FACTS = new Set(['class', 'style', 'cursor']);

/**
 * What a drag onto an element came to: `it is now in "Done"`, or the line that it drew; '' where it moved within what it is in, or something else
 * happened. Throws `not_accepted` with the drop zones where nothing did.
 */
export function verifyDrag(
  { node, dropTarget }: ActionEffect,
  { diff, before, after }: { diff: PageDiff; before: PageState; after: RenderContext },
): string {
  if (!node || !dropTarget || diff.otherPage) return '';
  const [was, is] = [before.page.counterpart(node), findMoved(node, diff, after.pageState)];
  if (was && is && isAtSamePlace(was, is)) {
    const drawn = drawnLine(was, dropTarget, before.page, after.pageState.page);
    if (drawn !== '') return drawn;
    if (isQuiet(diff)) throw notMovedError(is, after);
  }
  const container = was && is && newContainerName(was, before, is, after.pageState);
  return container ? `it is now in ${quote(stripInvisible(shorten(container, MAX_NAME_LENGTH)))}` : '';
}

const LINE_TAGS = new Set(['path', 'line', 'polyline']);

/** `a line was drawn from "read soil" to "valve"`, where a drawing in which nothing moved has more lines; else ''. */
function drawnLine(from: PageNode, to: PageNode, before: Page, after: Page): string {
  const isDrawn = (node: PageNode): boolean => node.closest(({ tag }) => tag === 'svg') !== undefined;
  if (!isDrawn(from) || !isDrawn(to)) return '';
  const countLines = ({ nodes }: Page): number => nodes.filter(({ tag }) => LINE_TAGS.has(tag)).length;
  if (countLines(after) <= countLines(before)) return '';
  const ends = [from, to].map((node) => wordsAround(node, before));
  return `a line was drawn from ${ends.map((end) => (end ? quote(end) : 'it')).join(' to ')}`;
}

/** The words of a drawing that stand nearest to a shape. */
function wordsAround(shape: PageNode, { nodes }: Page): string {
  const drawing = shape.closest(({ tag }) => tag === 'svg');
  const texts = nodes.flatMap(({ isText, text, parent }) =>
    isText && text.trim() !== '' && parent?.box && drawing?.contains(parent)
      ? [{ text: text.trim(), distance: distanceBetween(shape.box, parent.box) }]
      : [],
  );
  const [nearest] = texts.sort((one, other) => one.distance - other.distance);
  return nearest ? stripInvisible(shorten(nearest.text, MAX_NAME_LENGTH)) : '';
}

function distanceBetween(a: Box | undefined, b: Box): number {
  if (!a) return Number.POSITIVE_INFINITY;
  const gap = (from: number, size: number, to: number, other: number): number =>
    Math.max(0, to - (from + size), from - (to + other));
  return Math.hypot(gap(a.x, a.width, b.x, b.width), gap(a.y, a.height, b.y, b.height));
}

/** The element that was dragged, or the one that a redraw put in its place. */
function findMoved(node: PageNode, diff: PageDiff, { page }: PageState): PageNode | undefined {
  const alive = page.counterpart(node);
  return alive ?? diff.replaced.find(({ before }) => elementKey(before) === elementKey(node))?.after;
}

function isAtSamePlace(was: PageNode, is: PageNode): boolean {
  if (elementKey(was) !== elementKey(is)) return false;
  const [from, to] = [was.box, is.box];
  const isSameBox = from && to ? Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1 : from === to;
  return isSameBox && was.parent?.id === is.parent?.id;
}

/** Nothing changed but for what a pointer that passes changes. */
function isQuiet({
  opened,
  closed,
  appeared,
  gone,
  texts,
  moved,
  reordered,
  replaced,
  changed,
  url,
}: PageDiff): boolean {
  const lists = [opened, closed, appeared, gone, texts, moved, replaced];
  const isPassing = changed.every(({ changes }) => changes.every(({ fact }) => PASSING_FACTS.has(fact)));
  return !url && reordered.size === 0 && lists.every((list) => list.length === 0) && isPassing;
}

/** By its heading; else by its cell, or by the outermost element that it was not in before. */
function newContainerName(was: PageNode, before: PageState, is: PageNode, after: PageState): string {
  const heading = after.landmarkIndex.headingOf(is)?.text ?? '';
  if (heading !== '' && heading !== before.landmarkIndex.headingOf(was)?.text) return heading;
  const containers = newContainers(was, is, after);
  const cell = containers.find(({ role, tag }) => CELL_ROLES.has(role) || tag === 'td');
  const container = cell ?? containers.at(-1);
  return container ? containerName(container, after, is) : '';
}

/** The elements around it that it was not in before, the innermost first; a redraw makes none another. */
function newContainers(was: PageNode, is: PageNode, { page }: PageState): PageNode[] {
  const [earlier, now] = [ancestors(was), ancestors(is)];
  const isSame = (one: PageNode, other: PageNode): boolean =>
    elementKey(one) === elementKey(other) ||
    (!page.counterpart(one) && one.tag === other.tag && positionOf(one) === positionOf(other));
  let common = 0;
  while (common < Math.min(earlier.length, now.length)) {
    if (!isSame(earlier[common] as PageNode, now[common] as PageNode)) break;
    common++;
  }
  return now.slice(common).reverse();
}

/** The outermost first. */
function ancestors(node: PageNode): PageNode[] {
  const found: PageNode[] = [];
  for (let one = node.parent; one; one = one.parent) found.unshift(one);
  return found;
}

const positionOf = (node: PageNode): number => node.parent?.children.indexOf(node) ?? 0;

function notMovedError(node: PageNode, context: RenderContext): SightlineError {
  const zones = findDropZones(node, context.pageState);
  const names = zones.slice(0, MAX_ZONES).map((zone) => zoneText(zone, context));
  const more = zones.length - names.length;
  const zonesText =
    zones.length === 0 ? '' : ` Drop zones: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return new SightlineError(
    'not_accepted',
    `${elementLabel(node, context)} did not move, and nothing else changed.${zonesText}`,
    {
      hint:
        zones.length > 0 ? 'Drag it onto something in one of these.' : 'Look for what it can be dropped on.',
    },
  );
}

/** `"Done" (at [14]<button>"Task 2")`; an empty list by its own number, as what heads it takes no drop. */
function zoneText(zone: DropZone, context: RenderContext): string {
  const label = quote(stripInvisible(shorten(zone.name, MAX_NAME_LENGTH)));
  const { place, isEmptyList } = zone;
  if (!place) return label;
  return isEmptyList
    ? `${label} (at [${context.refOf(place)}]<${escapeInline(displayTag(place, context.style))}>, empty)`
    : `${label} (at ${elementLabel(place, context)})`;
}
