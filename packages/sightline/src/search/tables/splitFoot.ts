import type { PageNode } from '../../snapshot/Page.ts';

interface ReadRow {
  node: PageNode;
  cells: { text: string }[];
}

interface ReadRows<Row extends ReadRow> {
  columns: string[];
  rows: Row[];
}

/** Rows of the foot repeat the heads or sum up: they are no data beside other rows. `foot`: the words of those that sum up. */
export function splitFoot<Row extends ReadRow>({
  columns,
  rows,
}: ReadRows<Row>): ReadRows<Row> & { foot: string[][] } {
  const inFoot = rows.filter(({ node }) => node.parent?.tag === 'tfoot');
  if (inFoot.length === rows.length) return { columns, rows, foot: [] };
  const texts = inFoot.map(({ cells }) => cells.map(({ text }) => text));
  const foot = texts.filter((row) => row.some((text, i) => text !== '' && text !== columns[i]));
  return { columns, rows: rows.filter((row) => !inFoot.includes(row)), foot };
}

/** Without the arrows and triangles beside the words of a head, which say how it is sorted. */
export function withoutArrows(head: string): string {
  const words = head.split(' ').filter((word) => !SORT_MARK.test(word));
  return words.length > 0 ? words.join(' ') : head;
}

const SORT_MARK = /^[\u2190-\u21ff\u2303\u2304\u25a0-\u25ff\u2b00-\u2bff\ufe0e\ufe0f]+$/u;
