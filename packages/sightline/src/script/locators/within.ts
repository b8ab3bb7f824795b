import { lowerBound } from '../../snapshot/binarySearch.ts';
import type { PageNode } from '../../snapshot/Page.ts';

/** What steps search in: below these elements; `isFrame`: these are frames, and it is their documents. */
export interface LocatorScope {
  nodes: readonly PageNode[];
  isFrame: boolean;
}

/** Those of the found elements (in the order of the page) that are below the scope; `inclusive`: or in it themselves. */
export function within(
  found: readonly PageNode[],
  { nodes, isFrame }: LocatorScope,
  inclusive = false,
): PageNode[] {
  const result: PageNode[] = [];
  let end = 0;
  let inner = -1;
  for (const node of nodes) {
    // In an element of the scope that came before: all of it is there already, but for itself.
    const start = inclusive && !isFrame ? node.index : node.index + 1;
    if (node.end <= end) continue;
    const from = Math.max(start, inner);
    for (
      let i = lowerBound(found, ({ index }) => index < from);
      i < found.length && (found[i] as PageNode).index < node.end;
      i++
    )
      result.push(found[i] as PageNode);
    end = node.end;
    inner = node.end;
  }
  return result;
}

/** As the document has them; those of frames in the place of these. */
export function byDocument(nodes: readonly PageNode[]): PageNode[] {
  return [...nodes].sort((a, b) => (a.document === b.document ? a.row - b.row : a.index - b.index));
}

/** In the order of the page, each once. */
export function inPageOrder(nodes: Iterable<PageNode>): PageNode[] {
  return [...new Set(nodes)].sort((a, b) => a.index - b.index);
}
