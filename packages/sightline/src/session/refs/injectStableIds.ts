import type { PageConnection } from '../../browser/PageConnection.ts';
import type { RenderContext } from '../../render/RenderContext.ts';

/**
 * Writes the stable ids of the elements that a person can use into the live page, as `data-element-id` attributes (seed
 * 003), and answers how many carry theirs. An attribute of that name that the page itself has stays as it is.
 */
export function injectStableIds(
  { pageState }: RenderContext,
  connection: Pick<PageConnection, 'writeIdAttributes'>,
): Promise<number> {
  const { visibility, stableIds } = pageState;
  const idsByDocument = new Map<string, Record<number, string>>();
  for (const node of visibility.page.nodes) {
    if (visibility.interactive[node.index] !== 1) continue;
    const documentIds = idsByDocument.get(node.document.key) ?? {};
    idsByDocument.set(node.document.key, documentIds);
    documentIds[node.id] = stableIds.of(node);
  }
  return connection.writeIdAttributes(idsByDocument);
}
