import { dictionary } from '../model/dictionary.ts';
import type { PageNode } from '../model/Page.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';

/**
 * The ARIA landmark roles (WAI-ARIA 1.2, section 5.3.4) and dialogs, by the word that the views use.
 * `form` and `region` are landmarks only when they have a name.
 */
const LABELS = dictionary({
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

export const REGION_LABELS: readonly string[] = [...new Set(Object.values(LABELS) as string[])];

/** A part of the page that has a role of its own (seed 001, step 1). */
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
export function detectLandmarks(pruning: Pruning, counts: Counts): LandmarkRegion[] {
  const regions: LandmarkRegion[] = [];
  const open: LandmarkRegion[] = [];
  for (const node of pruning.page.nodes) {
    if (!isLandmark(node) || isRemoved(pruning, node) || counts.leaves(node) === 0) continue;
    while (open.length > 0 && !(open.at(-1) as LandmarkRegion).node.contains(node)) open.pop();
    const parent = open.at(-1);
    const region = describeRegion(node, parent, counts.usable(node));
    parent?.children.push(region);
    regions.push(region);
    open.push(region);
  }
  giveAddresses(regions);
  return regions;
}

function isLandmark(node: PageNode): boolean {
  if (LABELS[node.role] === undefined) return false;
  return !NAMED_ONLY.has(node.role) || node.name !== '';
}

function describeRegion(
  node: PageNode,
  parent: LandmarkRegion | undefined,
  elementCount: number,
): LandmarkRegion {
  const label = LABELS[node.role] as string;
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
function giveAddresses(regions: LandmarkRegion[]): void {
  const seen = new Map<string, number>();
  for (const region of regions) {
    const base = region.name ? `${region.label}:${region.name}` : region.label;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    region.address = count === 1 ? base : `${base}#${count}`;
  }
}

/** How many usable elements and shown leaves a subtree holds, each in constant time. */
export interface Counts {
  usable(node: PageNode): number;
  usableBetween(from: number, to: number): number;
  leaves(node: PageNode): number;
  /** Characters of shown text. */
  textLength(node: PageNode): number;
}

export function countElements(pruning: Pruning): Counts {
  const { nodes } = pruning.page;
  const usable = new Uint32Array(nodes.length + 1);
  const leaves = new Uint32Array(nodes.length + 1);
  const text = new Uint32Array(nodes.length + 1);
  for (const node of nodes) {
    const i = node.index;
    const isUsable = pruning.usable[i] === 1;
    const shown =
      !isRemoved(pruning, node) && (isUsable || (node.isText ? node.text.trim() !== '' : isPicture(node)));
    usable[i + 1] = (usable[i] as number) + (isUsable ? 1 : 0);
    leaves[i + 1] = (leaves[i] as number) + (shown ? 1 : 0);
    text[i + 1] = (text[i] as number) + (shown ? node.text.length : 0);
  }
  const between = (sums: Uint32Array, from: number, to: number): number =>
    (sums[to] as number) - (sums[from] as number);
  return {
    usable: (node) => between(usable, node.index, node.end),
    usableBetween: (from, to) => between(usable, from, to),
    leaves: (node) => between(leaves, node.index, node.end),
    textLength: (node) => between(text, node.index, node.end),
  };
}

function isPicture(node: PageNode): boolean {
  return node.role === 'img' || node.tag === 'canvas' || node.tag === 'iframe' || node.tag === 'video';
}
