import { dictionary } from '../snapshot/dictionary.ts';
import type { Page, PageNode } from '../snapshot/Page.ts';
import { shorten } from '../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';

/**
 * The ARIA landmark roles (WAI-ARIA 1.2, section 5.3.4) and dialogs, by the word that the views use.
 * `form` and `region` are landmarks only when they have a name.
 */
const LANDMARK_LABELS = dictionary({
  banner: 'BANNER',
  navigation: 'NAV',
  main: 'MAIN',
  complementary: 'COMPLEMENTARY',
  contentinfo: 'CONTENTINFO',
  search: 'SEARCH',
  form: 'FORM',
  region: 'REGION',
  dialog: 'DIALOG',
  alertdialog: 'DIALOG',
});

const NAMED_ONLY = new Set(['form', 'region']);

export const REGION_LABELS: readonly string[] = [...new Set(Object.values(LANDMARK_LABELS) as string[])];

/** A part of the page with a landmark role. */
export interface LandmarkRegion {
  /** ARIA role: `navigation`. */
  role: string;
  /** The word in the views: `NAV`. */
  label: string;
  /** Accessible name; '' without one. */
  name: string;
  /** What `get_region` takes: `MAIN`, `NAV:Primary`, `NAV#2`. Unique on its page. */
  address: string;
  node: PageNode;
  /** 0 for a region in no other. */
  depth: number;
  parent: LandmarkRegion | undefined;
  children: LandmarkRegion[];
  /** Elements in it that a person can use, nested regions included. */
  elementCount: number;
}

/** Finds the landmarks that show something, in document order; nested ones know their parent. */
export function detectLandmarks(visibility: Visibility, counts: NodeCounts): LandmarkRegion[] {
  const regions: LandmarkRegion[] = [];
  const openRegions: LandmarkRegion[] = [];
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (
      !isLandmark(node) ||
      isPartOfDialog(node) ||
      isRemoved(visibility, node) ||
      counts.visibleLeaves(node) === 0
    )
      continue;
    while (openRegions.length > 0 && !(openRegions.at(-1) as LandmarkRegion).node.contains(node))
      openRegions.pop();
    const parent = openRegions.at(-1);
    const region = createRegion(node, parent, counts.interactive(node));
    parent?.children.push(region);
    regions.push(region);
    openRegions.push(region);
  }
  assignAddresses(regions);
  return regions;
}

/** The innermost region around each node, itself included, by `PageNode.index`. */
export function innermostRegions(
  { nodes }: Page,
  regions: readonly LandmarkRegion[],
): (LandmarkRegion | undefined)[] {
  const innermost: (LandmarkRegion | undefined)[] = new Array(nodes.length);
  for (const region of regions) innermost[region.node.index] = region;
  for (let i = 0; i < nodes.length; i++) innermost[i] ??= innermost[nodes[i]?.parent?.index ?? -1];
  return innermost;
}

function isLandmark(node: PageNode): boolean {
  if (LANDMARK_LABELS[node.role] === undefined) return false;
  return !NAMED_ONLY.has(node.role) || node.name !== '';
}

/** The header and footer of a dialog are parts of it. */
function isPartOfDialog(node: PageNode): boolean {
  if (node.role !== 'banner' && node.role !== 'contentinfo') return false;
  return node.parent?.closest(({ role }) => role === 'dialog' || role === 'alertdialog') !== undefined;
}

function createRegion(
  node: PageNode,
  parent: LandmarkRegion | undefined,
  elementCount: number,
): LandmarkRegion {
  const label = LANDMARK_LABELS[node.role] as string;
  const depth = parent ? parent.depth + 1 : 0;
  return {
    role: node.role,
    label,
    name: regionName(node),
    address: label,
    node,
    depth,
    parent,
    children: [],
    elementCount,
  };
}

/** Only a name the author gave: a dialog named by all its content would repeat it. */
function regionName(node: PageNode): string {
  return shorten(node.name, 80);
}

/** `NAV:Primary` when named, `NAV#2` for the second of its kind; the first alone is just `NAV`. */
function assignAddresses(regions: LandmarkRegion[]): void {
  const usedAddresses = new Map<string, number>();
  for (const region of regions) {
    const base = region.name ? `${region.label}:${region.name}` : region.label;
    const count = (usedAddresses.get(base) ?? 0) + 1;
    usedAddresses.set(base, count);
    region.address = count === 1 ? base : `${base}#${count}`;
  }
}

/** Counts of a subtree, each in constant time. */
export interface NodeCounts {
  interactive(node: PageNode): number;
  interactiveBetween(from: number, to: number): number;
  visibleLeaves(node: PageNode): number;
  /** Characters of shown text. */
  textLength(node: PageNode): number;
}

export function countNodes(visibility: Visibility): NodeCounts {
  const { nodes } = visibility.page;
  const interactive = new Uint32Array(nodes.length + 1);
  const visibleLeaves = new Uint32Array(nodes.length + 1);
  const text = new Uint32Array(nodes.length + 1);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    const isInteractive = visibility.interactive[i] === 1;
    const isShown =
      !isRemoved(visibility, node) &&
      (isInteractive || (node.isText ? node.text.trim() !== '' : isGraphic(node)));
    interactive[i + 1] = (interactive[i] as number) + (isInteractive ? 1 : 0);
    visibleLeaves[i + 1] = (visibleLeaves[i] as number) + (isShown ? 1 : 0);
    text[i + 1] = (text[i] as number) + (isShown ? node.text.length : 0);
  }
  const between = (sums: Uint32Array, from: number, to: number): number =>
    (sums[to] as number) - (sums[from] as number);
  return {
    interactive: (node) => between(interactive, node.index, node.end),
    interactiveBetween: (from, to) => between(interactive, from, to),
    visibleLeaves: (node) => between(visibleLeaves, node.index, node.end),
    textLength: (node) => between(text, node.index, node.end),
  };
}

function isGraphic(node: PageNode): boolean {
  return node.role === 'img' || node.tag === 'canvas' || node.tag === 'iframe' || node.tag === 'video';
}
