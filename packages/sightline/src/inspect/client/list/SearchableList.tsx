import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { shorten } from '../../../snapshot/shorten.ts';
import { ChunkedList, type ChunkedListProps, type ListMatch } from './ChunkedList.tsx';
import type { ListRow } from './ListChunk.tsx';

type SearchableListProps = Omit<ChunkedListProps, 'found' | 'onFind'> & {
  /** Shown before the search field. */
  children: ComponentChildren;
  /** Shown instead of a list that is loading or empty. */
  placeholder: ComponentChildren;
};

/** A list with its own search: the browser's only finds rows that are drawn. */
export function SearchableList({ children, placeholder, ...list }: SearchableListProps): JSX.Element {
  const { items, label } = list;
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [position, setPosition] = useState<RowPosition>({ items, row: -1 });
  const rows = useMemo(() => matchingRows(items, query), [items, query]);
  const row = position.items === items ? position.row : -1;
  const match = useMemo<ListMatch>(() => ({ query, row }), [query, position, items]);
  const goToMatch = (fromRow: number, step: 1 | -1, rowsToSearch = rows): void =>
    setPosition({ items, row: nextMatch(rowsToSearch, fromRow, step) });
  const search = (typed: string): void => {
    setQuery(typed);
    goToMatch(Math.max(0, row) - 1, 1, matchingRows(items, typed));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') goToMatch(row, event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      search('');
      (event.currentTarget as Element).closest('.panel')?.querySelector<HTMLElement>('.list')?.focus();
    } else return;
    event.preventDefault();
  };
  const onFind = (): void => {
    input.current?.focus();
    input.current?.select();
  };
  return (
    <>
      <div class="bar wrap facts">
        {children}
        <search class="find">
          <span class="muted" role="status">
            {query !== '' && !placeholder && matchCountText(rows, row)}
            <span class="hidden">{row >= 0 && shorten(`: ${items[row]?.text?.trim()}`, 200)}</span>
          </span>
          <input
            ref={input}
            type="search"
            placeholder="Find  /"
            aria-label="Find in the text"
            aria-keyshortcuts="/"
            value={query}
            onInput={(event) => search(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <StepButton
            name="Find previous"
            symbol="↑"
            isDisabled={rows.length === 0}
            onClick={() => goToMatch(row, -1)}
          />
          <StepButton
            name="Find next"
            symbol="↓"
            isDisabled={rows.length === 0}
            onClick={() => goToMatch(row, 1)}
          />
        </search>
      </div>
      {placeholder || <ChunkedList key={label} {...list} {...{ match, onFind }} />}
    </>
  );
}

/** A row, valid for these items only. */
interface RowPosition {
  items: readonly ListRow[];
  row: number;
}

interface StepButtonProps {
  name: string;
  symbol: string;
  isDisabled: boolean;
  onClick: () => void;
}

function StepButton({ name, symbol, isDisabled, onClick }: StepButtonProps): JSX.Element {
  return (
    <button type="button" class="icon" aria-label={name} title={name} disabled={isDisabled} onClick={onClick}>
      {symbol}
    </button>
  );
}

/** Rows that contain the query, ignoring case. */
function matchingRows(items: readonly ListRow[], query: string): number[] {
  if (query === '') return [];
  const lowerCaseQuery = query.toLowerCase();
  return items.flatMap(({ text = '' }, row) => (text.toLowerCase().includes(lowerCaseQuery) ? [row] : []));
}

/** The next match, cyclic. */
function nextMatch(rows: readonly number[], fromRow: number, step: 1 | -1): number {
  const next = step === 1 ? rows.find((row) => row > fromRow) : rows.findLast((row) => row < fromRow);
  return next ?? rows.at(step === 1 ? 0 : -1) ?? -1;
}

function matchCountText(rows: readonly number[], row: number): string {
  if (rows.length === 0) return 'in no line';
  const count = rows.length.toLocaleString('en');
  return row < 0 ? `in ${count} lines` : `${(rows.indexOf(row) + 1).toLocaleString('en')} of ${count}`;
}
