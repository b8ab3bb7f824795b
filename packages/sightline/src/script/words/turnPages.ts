import type { SessionResult } from '../../session/SessionResult.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { actionWords } from './actionWords.ts';
import type { WordContext } from './WordContext.ts';

/** Pages of a table that are turned, and milliseconds in which they are. */
const MAX_PAGES = 50;
const MAX_PAGES_MS = 15_000;

/** What a table says of its pages: see `renderTable`. */
export const NEXT_PAGE = /: click (\d+) for the next page$/;

interface PagedRows {
  rows: unknown[];
  /** What the report says of it; undefined for a table of one page. */
  note?: string;
}

/** The rows of this page of a table and of those behind it, each reached by what leads to the next. The page stays on the last one. */
export async function turnPages(
  context: WordContext,
  first: SessionResult,
  read: () => Promise<SessionResult>,
  { line, maxRows }: { line: number | undefined; maxRows: number },
): Promise<PagedRows> {
  const rows = [...(first.data.rows as unknown[])];
  const end = performance.now() + MAX_PAGES_MS;
  let pages = 1;
  let { data } = first;
  for (let next = nextOf(data); next !== undefined; next = nextOf(data)) {
    if (pages === MAX_PAGES || rows.length >= maxRows || performance.now() > end)
      return { rows, note: `read ${pages} pages; there are more: ${String(data.paged)}` };
    await actionWords.click(context, { locator: [{ by: 'ref', ref: next }] }, line);
    const turned = await read().catch((error: unknown) => {
      if (error instanceof SightlineError) return undefined;
      throw error;
    });
    if (!turned || areSame(turned.data.rows, data.rows)) break;
    pages++;
    rows.push(...(turned.data.rows as unknown[]));
    ({ data } = turned);
  }
  return pages === 1 ? { rows } : { rows, note: `read ${pages} pages, of which the last is shown` };
}

function nextOf({ paged }: SessionResult['data']): number | undefined {
  const number = typeof paged === 'string' ? NEXT_PAGE.exec(paged)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}

const areSame = (rows: unknown, others: unknown): boolean => JSON.stringify(rows) === JSON.stringify(others);
