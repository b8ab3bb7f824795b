import type { PageConnection } from '../../browser/PageConnection.ts';
import { addToGroup } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';

/** Asked for one by one so often, an attribute is read of all elements that have it. */
const SINGLE_READS = 3;
/** Elements of a document that have an attribute and are read at once. */
const MAX_ELEMENTS = 5_000;

/** Values by ids of elements, of those that have it; undefined where there are too many. */
type Column = Promise<ReadonlyMap<number, string> | undefined>;

/** Attributes that captures do not hold, asked of the live page, and kept as long as its DOM stays as it is. */
export class LiveAttributes {
  readonly #columns = new Map<string, Column>();
  readonly #counts = new Map<string, number>();
  #revision: string | undefined;

  /** For each element its attributes of these names, without secrets, null for what it has not. */
  async read(
    nodes: readonly PageNode[],
    names: readonly string[],
    connection: PageConnection,
  ): Promise<Map<PageNode, (string | null)[]>> {
    const { revision } = connection;
    if (revision !== this.#revision) this.#forget(revision);
    const groups = new Map<string, PageNode[]>();
    for (const node of nodes) addToGroup(groups, node.document.key, node);
    const rows = new Map<PageNode, (string | null)[]>();
    for (const [document, group] of groups) {
      const columns = await Promise.all(names.map((name) => this.#column(document, name, connection)));
      const known = columns.every((column) => column !== undefined) ? columns : undefined;
      const read = known
        ? group.map(({ id }) => known.map((column) => column.get(id) ?? null))
        : await connection.callPageScript(
            document,
            'attributes',
            group.map(({ id }) => id),
            names,
          );
      for (const [i, node] of group.entries()) rows.set(node, read[i] ?? names.map(() => null));
    }
    return rows;
  }

  /** Undefined as long as it is not worth it. */
  #column(document: string, name: string, connection: PageConnection): Column {
    const key = `${document} ${name}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count <= SINGLE_READS) return Promise.resolve(undefined);
    const known = this.#columns.get(key) ?? readColumn(document, name, connection);
    this.#columns.set(key, known);
    known.catch(() => this.#columns.delete(key));
    return known;
  }

  #forget(revision: string): void {
    this.#revision = revision;
    this.#columns.clear();
    this.#counts.clear();
  }
}

async function readColumn(document: string, name: string, connection: PageConnection): Column {
  const { ids, values, total } = await connection.callPageScript(
    document,
    'attributeColumn',
    name,
    MAX_ELEMENTS,
  );
  return total > ids.length ? undefined : new Map(ids.map((id, i) => [id, values[i] ?? '']));
}
