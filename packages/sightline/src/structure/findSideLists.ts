import type { Box } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { LANDMARK_ROLES } from '../snapshot/roles.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import type { NodeCounts } from './landmarks.ts';

/** Fewer entries are no long list. */
const MIN_ENTRIES = 12;
/** Share of the viewport: no wider, and at least as high. */
const MAX_WIDTH = 0.4;
const MIN_HEIGHT = 0.5;
/** Share of the controls that only lead somewhere, and of the text that they hold. */
const MIN_LINKS = 0.9;
const MIN_LINK_TEXT = 0.7;
/** Longer entries, or those of more parts, are records to read: messages, search results. Characters; parts. */
const MAX_ENTRY_LENGTH = 40;
const MAX_ENTRY_PARTS = 2;

/** The last is that of a box that a script made a control: what is dragged from a palette. */
const ENTRY_ROLES = new Set(['link', 'treeitem', 'button', 'tab', 'menuitem', '']);

interface ListSource {
  readonly visibility: Visibility;
  readonly counts: NodeCounts;
}

/** Long narrow lists of entries beside something wider, that are no landmark: the contents of a manual, a tree of folders, a palette. */
export function findSideLists({ visibility, counts }: ListSource): PageNode[] {
  const { nodes } = visibility.page;
  const lists: PageNode[] = [];
  for (let i = 0; i < nodes.length; ) {
    const node = nodes[i] as PageNode;
    const isFound = isSideList(node, visibility, counts);
    if (isFound) lists.push(node);
    i = isFound ? node.end : i + 1;
  }
  return lists;
}

function isSideList(node: PageNode, visibility: Visibility, counts: NodeCounts): boolean {
  const { box } = node;
  const { viewport } = node.document;
  if (!box || !node.isElement || counts.interactive(node) < MIN_ENTRIES) return false;
  if (LANDMARK_ROLES.has(node.role) || isRemoved(visibility, node)) return false;
  if (box.width > MAX_WIDTH * viewport.width || box.height < MIN_HEIGHT * viewport.height) return false;
  return holdsOnlyEntries(node, visibility, counts) && standsBeside(node, box, counts);
}

function holdsOnlyEntries(node: PageNode, visibility: Visibility, counts: NodeCounts): boolean {
  const controls = visibility.page
    .descendants(node)
    .filter(({ index }) => visibility.interactive[index] === 1);
  const entries = controls.filter(({ role }) => ENTRY_ROLES.has(role));
  if (entries.length < MIN_ENTRIES || entries.length < MIN_LINKS * controls.length) return false;
  // Of entries in each other (a tree), the text counts once.
  const outermost = entries.filter((entry, i) => i === 0 || !entries[i - 1]?.contains(entry));
  const length = outermost.reduce((sum, entry) => sum + counts.textLength(entry), 0);
  return (
    length >= MIN_LINK_TEXT * counts.textLength(node) &&
    length <= MAX_ENTRY_LENGTH * entries.length &&
    counts.visibleLeaves(node) - entries.length <= MAX_ENTRY_PARTS * entries.length
  );
}

/** Whether something wider that shows anything is at its left or right. */
function standsBeside(node: PageNode, box: Box, counts: NodeCounts): boolean {
  const isBeside = (other: Box): boolean =>
    other.width > box.width &&
    (other.x >= box.x + box.width - 1 || other.x + other.width <= box.x + 1) &&
    other.y < box.y + box.height &&
    box.y < other.y + other.height;
  for (let inner = node; inner.parent; inner = inner.parent) {
    const others = inner.parent.children.filter((one) => one !== inner && one.box && isBeside(one.box));
    if (others.some((one) => counts.visibleLeaves(one) > 0)) return true;
  }
  return false;
}
