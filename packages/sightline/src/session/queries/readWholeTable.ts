import { SettleObserver } from '../../actions/settle/SettleObserver.ts';
import { type DataTable, extractTable, type TableRow } from '../../search/tables/extractTable.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { throwIfAborted } from '../../snapshot/untilAborted.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { CapturedPage } from '../captured/CapturedPage.ts';
import type { TargetFinder } from '../refs/TargetFinder.ts';
import type { SessionContext } from '../SessionContext.ts';
import { loadedExtent, middleOf, pagesToScroll, rowsApart, SAFE_PAGES, scrollerOf } from './loadedExtent.ts';

/** Milliseconds for the rows of one scroll to come. */
const SETTLE_MS = 2_000;
/** Milliseconds for all. */
const LIMIT_MS = 120_000;
const DEFAULT_ROWS = 1_000;
const MAX_ROWS = 10_000;
/** More than any list is high, CSS pixels. */
const FAR = 1e8;

/** What its reader meant, in a capture: a number, a name, or an element of the table. */
export type FindTable = (page: CapturedPage) => Promise<number | string | PageNode | undefined>;

/** The name of a table goes before words for an element in one. */
export async function findTableTarget(
  table: number | string | undefined,
  page: CapturedPage,
  finder: TargetFinder,
): Promise<number | string | PageNode | undefined> {
  if (typeof table !== 'string' || page.hasTable(table)) return table;
  const found = await finder.candidates(table, page.renderContext(), { toRead: true });
  return found.length === 1 ? found[0] : table;
}

/**
 * All rows of a list that keeps only some of them in the document, or loads more as it is scrolled: it is scrolled from its
 * beginning to its end, and back to where it was. What has left the document has no controls. Stops behind the rows that are asked for.
 */
export async function readWholeTable(
  findTable: FindTable,
  session: SessionContext,
  {
    from = 1,
    rows = DEFAULT_ROWS,
    signal,
  }: { from?: number; rows?: number; signal?: AbortSignal | undefined },
): Promise<DataTable> {
  const reading = new WholeTableReading(findTable, session);
  return reading.run(Math.min(from - 1 + rows, MAX_ROWS), signal);
}

class WholeTableReading {
  readonly #findTable: FindTable;
  readonly #session: SessionContext;
  /** The words in their cells alone: with a row itself all would be kept that was captured with it. */
  #rows: string[][] = [];
  /** The page's own number of the row behind them. */
  #next = 1;
  /** As it is in the document now, without the rows beside its scroller. */
  #table: DataTable | undefined;
  /** Those, such as a row of filters. */
  #fixedRows: readonly TableRow[] = [];
  /** Of a list, those of the rows that had most. */
  #columns: string[] = [];
  #hasGap = false;
  /** Where it is scrolled to, CSS pixels. */
  #above = 0;
  /** Columns with words in the row that has fewest. */
  #leastWords = Number.POSITIVE_INFINITY;

  constructor(findTable: FindTable, session: SessionContext) {
    this.#findTable = findTable;
    this.#session = session;
  }

  async run(maxRows: number, signal: AbortSignal | undefined): Promise<DataTable> {
    await this.#read();
    const moved = await this.#scroll(-FAR, 'px');
    const start = this.#above - moved;
    this.#append();
    const isAtEnd = await this.#readDown(maxRows, signal);
    await this.#scroll(start - this.#above, 'px');
    const table = this.#now;
    const areShown = this.#rows.length <= table.rows.length;
    const own = areShown ? table.rows : this.#rows.map((texts) => rowOf(texts, table));
    const { loaded, ...rest } = table;
    const isWhole = isAtEnd && !this.#hasGap && !(loaded?.total && loaded.total >= this.#next);
    const columns = this.#columns;
    const rows = [...this.#fixedRows, ...own].map((row) => filledRow(row, columns.length));
    return { ...rest, columns, rows, scrolled: { isWhole } };
  }

  get #now(): DataTable {
    return this.#table as DataTable;
  }

  /** Whether the end was reached. */
  async #readDown(maxRows: number, signal: AbortSignal | undefined): Promise<boolean> {
    const end = performance.now() + LIMIT_MS;
    while (this.#rows.length < maxRows && performance.now() < end) {
      throwIfAborted(signal);
      const before = this.#rows.length;
      const pages = pagesToScroll(loadedExtent(this.#now));
      let moved = await this.#scroll(pages, 'pages');
      if (pages > SAFE_PAGES && !this.#isNext) moved += await this.#scroll(SAFE_PAGES - pages, 'pages');
      this.#append();
      if (moved === 0 && this.#rows.length === before) return true;
    }
    return false;
  }

  /** How many of the rows that are there now are kept already; negative where some before them are not. */
  get #shared(): number {
    const { rows, loaded } = this.#now;
    return loaded ? this.#next - loaded.first : countShared(this.#rows, rows.map(textsOf));
  }

  /** Whether no row is missing between those that are kept and those that are there now. */
  get #isNext(): boolean {
    const { rows, loaded } = this.#now;
    const shared = this.#shared;
    return (
      shared > 0 || (shared === 0 && (loaded !== undefined || this.#rows.length === 0 || rows.length === 0))
    );
  }

  /**
   * Whether rows have come, and no more are to be expected: they fill the list, none says what another row does (`Loading`), or less
   * than all before them.
   */
  get #isDrawn(): boolean {
    const texts = this.#now.rows.map(textsOf);
    const repeated = repeatedIn(texts);
    const isFull = (row: string[]): boolean =>
      countWords(row) >= Math.max(1, this.#leastWords) && !repeated.has(keyOf(row));
    const added = texts.slice(Math.max(0, this.#shared));
    return added.length > 0 && added.every(isFull) && loadedExtent(this.#now).fills;
  }

  /** By the page's own numbers of its rows where it has some, else by what stands in them. */
  #append(): void {
    const { rows, loaded } = this.#now;
    const texts = rows.map(textsOf);
    const shared = this.#shared;
    if (!this.#isNext) this.#hasGap = true;
    const before = Math.max(0, this.#rows.length - Math.max(0, shared));
    const known = this.#rows.slice(before);
    const repeated = repeatedIn(texts);
    // What several rows say instead of what is known of them is no news: `Loading`.
    const isNoNews = (row: string[], before: string[]): boolean =>
      repeated.has(keyOf(row)) && !repeated.has(keyOf(before));
    const added = texts.map((row, i) => {
      const before = known[i];
      return before && isNoNews(row, before) ? before : withKnown(row, before);
    });
    this.#rows = [...this.#rows.slice(0, before), ...added];
    this.#next = (loaded?.first ?? this.#next - shared) + rows.length;
    this.#leastWords = Math.min(this.#leastWords, ...added.map(countWords));
  }

  /** Captures the page, and keeps what the table holds now. */
  async #read(): Promise<void> {
    const page = await this.#session.capture();
    const { pageState } = page;
    const same = this.#table && pageState.page.counterpart(this.#table.node);
    const table = same ? extractTable(same, pageState) : page.dataTable(await this.#findTable(page));
    if (table.columns.length > this.#columns.length) this.#columns = table.columns;
    this.#fixedRows = rowsBesideScroller(table);
    // Their numbers come before those of the others.
    const own = withoutRows(table, this.#fixedRows, () => Math.max(...this.#fixedRows.map(indexOf)));
    // The others keep their numbers.
    const apart = lacksRows(own, pageState) ? rowsApart(own) : [];
    this.#table = withoutRows(own, apart, ({ first }) => indexOf(own.rows[0]) - first);
  }

  /** Scrolls what its middle row is in, and reads the rows that are there then. How far it moved, in CSS pixels. */
  async #scroll(y: number, unit: 'px' | 'pages'): Promise<number> {
    const connection = await this.#session.connection();
    const { document, id } = middleOf(this.#now) ?? this.#now.node;
    const observer = await SettleObserver.start(this.#session.page, connection);
    try {
      const scrolled = await connection.callPageScript(document.key, 'scrollBy', id, 0, y, unit);
      this.#above = scrolled?.above ?? 0;
      const moved = scrolled?.y ?? 0;
      if (moved !== 0) {
        await observer.untilPainted(SETTLE_MS);
        await this.#read();
        if (this.#isDrawn) return moved;
      }
      await observer.settle({ timeoutMs: SETTLE_MS });
      await this.#read();
      return moved;
    } finally {
      observer.dispose();
    }
  }
}

/** Whether the page says, or its room shows, that more rows come as it is scrolled. */
function lacksRows({ node, rows, loaded }: DataTable, { unloaded }: PageState): boolean {
  if (loaded) return loaded.total === undefined || rows.length < loaded.total;
  return [...unloaded.keys()].some((list) => list.contains(node) || node.contains(list));
}

/** Rows of filters stand above what is scrolled, and stay there. */
function rowsBesideScroller(table: DataTable): TableRow[] {
  const scroller = scrollerOf(middleOf(table));
  return scroller && table.node.contains(scroller)
    ? table.rows.filter(({ node }) => !scroller.contains(node))
    : [];
}

const indexOf = (row: TableRow | undefined): number => Number(row?.node.attributes['aria-rowindex']);

/** Without rows that it had; `before`: the page's own number of a row that stands right before the first that counts. */
function withoutRows(
  table: DataTable,
  left: readonly TableRow[],
  before: (loaded: NonNullable<DataTable['loaded']>) => number,
): DataTable {
  if (left.length === 0) return table;
  const rows = table.rows.filter((row) => !left.includes(row));
  const { loaded } = table;
  if (!loaded) return { ...table, rows };
  const first = indexOf(rows[0]) - before(loaded);
  return { ...table, rows, loaded: { ...loaded, first, last: first + rows.length - 1 } };
}

/** How many rows at the end of the one list begin the other. */
function countShared(rows: readonly string[][], next: readonly string[][]): number {
  const all = next.length > 0 ? rows.slice(-next.length) : [];
  for (let count = all.length; count > 0; count--)
    if (all.slice(-count).every((row, i) => areSame(row, next[i] as string[]))) return count;
  return 0;
}

/** By their words; of a row at the edge of a list some may be cut off. */
function areSame(texts: readonly string[], other: readonly string[]): boolean {
  const pairs = texts.map((text, i) => [text, other[i] ?? ''] as const);
  const isCut = pairs.every(([a, b]) => a === '' || b === '' || a === b);
  return isCut && (pairs.some(([a, b]) => a !== '' && a === b) || pairs.every(([a, b]) => a === b));
}

/** At the edge of a list a cell may be below another: what the same row said before counts. */
const withKnown = (row: string[], before: readonly string[] | undefined): string[] =>
  before && areSame(row, before) ? row.map((text, i) => text || (before[i] ?? '')) : row;

const keyOf = (texts: readonly string[]): string => texts.join('\n');

/** What several rows say. */
function repeatedIn(rows: readonly string[][]): Set<string> {
  const seen = new Set<string>();
  return new Set(rows.map(keyOf).filter((key) => seen.size === seen.add(key).size));
}

const countWords = (texts: readonly string[]): number => texts.filter(Boolean).length;
const textsOf = ({ cells }: TableRow): string[] => cells.map(({ text }) => text);
const rowOf = (texts: readonly string[], { node }: DataTable): TableRow => ({
  node,
  cells: texts.map((text) => ({ text, controls: [] })),
});

const filledRow = ({ node, cells }: TableRow, length: number): TableRow => ({
  node,
  cells: Array.from({ length }, (_, i) => cells[i] ?? { text: '', controls: [] }),
});
