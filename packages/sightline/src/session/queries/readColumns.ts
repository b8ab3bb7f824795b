import type { PageConnection } from '../../browser/PageConnection.ts';
import type { AttributeColumn, ElementQuery } from '../../search/elements/ElementQuery.ts';
import type { LiveFacts } from '../../search/elements/elementDetails.ts';
import { isKeptAttribute, MAX_ATTRIBUTE_LENGTH } from '../../snapshot/capturedAttributes.ts';
import type { Page, PageNode } from '../../snapshot/Page.ts';
import type { CapturedPage } from '../captured/CapturedPage.ts';
import type { SessionContext } from '../SessionContext.ts';

/** Elements of a document that have an attribute and are read. */
const MAX_ELEMENTS = 20_000;

/**
 * The values of the attributes of a question that the capture does not hold, or holds cut, without secrets, asked of the
 * live page. A saved page has no others.
 */
export async function readColumns(
  { attributes = {} }: Pick<ElementQuery, 'attributes'>,
  captured: CapturedPage,
  session: Pick<SessionContext, 'source' | 'connection'>,
): Promise<Map<string, AttributeColumn>> {
  const { page } = captured.pageState.visibility;
  const columns = new Map<string, AttributeColumn>();
  for (const name of session.source.saved ? [] : Object.keys(attributes)) {
    if (!isToAsk(name.toLowerCase(), page)) continue;
    const column = await readColumn(name, page, await session.connection());
    if (column) columns.set(name, column);
  }
  return columns;
}

function isToAsk(name: string, { nodes }: Page): boolean {
  const isCut = ({ attributes }: PageNode): boolean =>
    (attributes[name]?.length ?? 0) >= MAX_ATTRIBUTE_LENGTH;
  return !isKeptAttribute(name) || nodes.some(isCut);
}

/** Undefined where there are too many. */
async function readColumn(
  name: string,
  page: Page,
  connection: PageConnection,
): Promise<AttributeColumn | undefined> {
  const column = new Map<PageNode, string>();
  for (const { key } of page.documents) {
    const { ids, values, total } = await connection.callPageScript(
      key,
      'attributeColumn',
      name,
      MAX_ELEMENTS,
    );
    if (total > ids.length) return undefined;
    for (const [i, id] of ids.entries()) {
      const node = page.byIdentity(key, id);
      if (node) column.set(node, values[i] ?? '');
    }
  }
  return column;
}

/** What only the live page says of an element; nothing of a saved one. */
export async function readLiveFacts(
  { parent }: PageNode,
  session: Pick<SessionContext, 'source' | 'connection'>,
): Promise<LiveFacts> {
  if (session.source.saved || !parent || parent.attributes.class !== undefined) return {};
  const connection = await session.connection();
  const [row] = await connection.callPageScript(parent.document.key, 'attributes', [parent.id], ['class']);
  return { parentClass: row?.[0] ?? undefined };
}
