import { lowerBound } from '../snapshot/binarySearch.ts';
import type { PageNode } from '../snapshot/Page.ts';
import type { HeadingNode } from './headings.ts';
import type { LandmarkRegion } from './landmarks.ts';

/** The region and the heading that an element belongs to. */
export class LandmarkIndex {
  readonly #regionAt: readonly (LandmarkRegion | undefined)[];
  readonly #headings: readonly HeadingNode[];

  constructor(state: {
    readonly regionAt: readonly (LandmarkRegion | undefined)[];
    readonly headings: readonly HeadingNode[];
  }) {
    this.#regionAt = state.regionAt;
    this.#headings = state.headings;
  }

  regionOf(node: PageNode): LandmarkRegion | undefined {
    return this.#regionAt[node.index];
  }

  /**
   * The heading of the innermost section around the node: the last heading before it whose section has not ended. In a
   * card, what comes before the heading of the card (its picture) belongs to that heading, not to the card before.
   */
  headingOf(node: PageNode): HeadingNode | undefined {
    const next = lowerBound(this.#headings, (heading) => heading.node.index <= node.index);
    let heading: HeadingNode | undefined = this.#headings[next - 1];
    while (heading && heading.end <= node.index) heading = heading.parent;
    return this.#cardHeadingAfter(node, next) ?? heading;
  }

  /** The heading at `next`, if it is the only one of its level in the box around both, and one of several outside. */
  #cardHeadingAfter(node: PageNode, next: number): HeadingNode | undefined {
    const title = this.#headings[next];
    if (!title || title.landmark !== this.regionOf(node)) return undefined;
    const card = title.node.closest((ancestor) => ancestor.contains(node)) as PageNode;
    const before = this.#headings[next - 1];
    if (before && card.contains(before.node)) return undefined;
    const peers = (title.parent?.children ?? this.#headings).filter(
      (one) => one !== title && one.level === title.level && one.landmark === title.landmark,
    );
    return peers.length > 0 && !peers.some((peer) => card.contains(peer.node)) ? title : undefined;
  }
}
