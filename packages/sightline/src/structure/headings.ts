import type { PageNode } from '../snapshot/Page.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import type { LandmarkRegion, NodeCounts } from './landmarks.ts';

/** A heading and the section it opens. */
export interface HeadingNode {
  /** 1 to 6, or the `aria-level`. */
  level: number;
  text: string;
  node: PageNode;
  /** The region that the heading is in; its section ends with the region. */
  landmark: LandmarkRegion | undefined;
  children: HeadingNode[];
  parent: HeadingNode | undefined;
  /** Interactive elements in the section: up to the next heading of its level or a higher one. */
  elementCount: number;
  /** Index one past the section's last node. */
  end: number;
}

/** The parts of a page state that are known before its headings. */
interface HeadingSource {
  readonly visibility: Visibility;
  readonly regions: readonly LandmarkRegion[];
  readonly regionAt: readonly (LandmarkRegion | undefined)[];
  readonly counts: NodeCounts;
}

/** The headings in document order. Each hierarchy stays within its landmark. */
export function extractHeadings({ visibility, regions, regionAt, counts }: HeadingSource): HeadingNode[] {
  const headings: HeadingNode[] = [];
  const openSections = new Map<LandmarkRegion | undefined, HeadingNode[]>();
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (node.role !== 'heading' || isRemoved(visibility, node) || node.name === '') continue;
    const landmark = regionAt[node.index];
    const stack = openSections.get(landmark) ?? [];
    openSections.set(landmark, stack);
    const heading = createHeading(node, landmark);
    closeSections(stack, heading);
    heading.parent = stack.at(-1);
    heading.parent?.children.push(heading);
    stack.push(heading);
    headings.push(heading);
  }
  for (const [landmark, stack] of openSections) {
    for (const heading of stack) heading.end = landmark ? landmark.node.end : visibility.page.nodes.length;
  }
  endAtNextLandmark(headings, regions);
  for (const heading of headings)
    heading.elementCount = counts.interactiveBetween(heading.node.index, heading.end);
  return headings;
}

/** A section outside every landmark ends where the next landmark begins. */
function endAtNextLandmark(headings: HeadingNode[], regions: readonly LandmarkRegion[]): void {
  const starts = regions.filter((region) => !region.parent).map((region) => region.node.index);
  for (const heading of headings) {
    if (heading.landmark) continue;
    const next = starts.find((start) => start > heading.node.index);
    if (next !== undefined && next < heading.end) heading.end = next;
  }
}

function createHeading(node: PageNode, landmark: LandmarkRegion | undefined): HeadingNode {
  const level = headingLevel(node);
  return {
    level,
    text: node.name,
    node,
    landmark,
    children: [],
    parent: undefined,
    elementCount: 0,
    end: node.end,
  };
}

/** `aria-level` when it is a positive number, else the tag's, else 2 (WAI-ARIA 1.2, heading). */
export function headingLevel(node: PageNode): number {
  const ariaLevel = Number(node.attributes['aria-level']);
  if (Number.isInteger(ariaLevel) && ariaLevel > 0) return ariaLevel;
  const tag = /^h([1-6])$/.exec(node.tag);
  return tag ? Number(tag[1]) : 2;
}

function closeSections(stack: HeadingNode[], next: HeadingNode): void {
  while (stack.length > 0 && (stack.at(-1) as HeadingNode).level >= next.level) {
    (stack.pop() as HeadingNode).end = next.node.index;
  }
}
