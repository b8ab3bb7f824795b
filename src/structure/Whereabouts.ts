import type { PageNode } from '../model/Page.ts';
import type { HeadingNode } from './headings.ts';
import type { LandmarkRegion } from './landmarks.ts';
import type { Structure } from './Structure.ts';

/** Where elements stand: the innermost region around them, and the heading of the section they are in. */
export class Whereabouts {
  readonly #regions: ReadonlyMap<PageNode, LandmarkRegion>;
  readonly #headings: readonly HeadingNode[];

  constructor({ regions, headings }: Pick<Structure, 'regions' | 'headings'>) {
    this.#regions = new Map(regions.map((region) => [region.node, region]));
    this.#headings = headings;
  }

  regionOf(node: PageNode): LandmarkRegion | undefined {
    const root = node.closest((ancestor) => this.#regions.has(ancestor));
    return root && this.#regions.get(root);
  }

  /** The innermost section that holds the node: the last heading before it whose section has not ended. */
  headingOf(node: PageNode): HeadingNode | undefined {
    let low = 0;
    let high = this.#headings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#headings[middle] as HeadingNode).node.index <= node.index) low = middle + 1;
      else high = middle;
    }
    let at: HeadingNode | undefined = this.#headings[low - 1];
    while (at && at.end <= node.index) at = at.parent;
    return at;
  }
}
