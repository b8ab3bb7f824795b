import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { shorten } from '../../model/shorten.ts';
import type { Item } from './Chunk.tsx';
import { type Found, LongList, type LongListProps } from './LongList.tsx';

type TextListProps = Omit<LongListProps, 'found' | 'onFind'> & {
  /** Stands before the box to search in. */
  children: ComponentChildren;
  /** Stands where the list would: while it is made, or where it is empty. */
  instead: ComponentChildren;
};

/** A long list with a search of its own: the browser's sees what is drawn only. */
export function TextList({ children, instead, ...list }: TextListProps): JSX.Element {
  const { items, label } = list;
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [place, setPlace] = useState<Place>({ items, at: -1 });
  const rows = useMemo(() => rowsWith(items, words), [items, words]);
  const at = place.items === items ? place.at : -1;
  const found = useMemo<Found>(() => ({ words, at }), [words, place, items]);
  const seek = (from: number, step: 1 | -1, wanted = rows): void =>
    setPlace({ items, at: nextOf(wanted, from, step) });
  const search = (typed: string): void => {
    setWords(typed);
    seek(Math.max(0, at) - 1, 1, rowsWith(items, typed));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') seek(at, event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      search('');
      (event.currentTarget as Element).closest('.panel')?.querySelector<HTMLElement>('.long')?.focus();
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
          <span class="soft" role="status">
            {words !== '' && !instead && countText(rows, at)}
            <span class="hidden">{at >= 0 && shorten(`: ${items[at]?.text?.trim()}`, 200)}</span>
          </span>
          <input
            ref={input}
            type="search"
            placeholder="Find  /"
            aria-label="Find in the text"
            aria-keyshortcuts="/"
            value={words}
            onInput={(event) => search(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Step name="Find previous" sign="↑" isOff={rows.length === 0} onClick={() => seek(at, -1)} />
          <Step name="Find next" sign="↓" isOff={rows.length === 0} onClick={() => seek(at, 1)} />
        </search>
      </div>
      {instead || <LongList key={label} {...list} {...{ found, onFind }} />}
    </>
  );
}

/** A row of these items and of no others. */
interface Place {
  items: readonly Item[];
  at: number;
}

interface StepProps {
  name: string;
  sign: string;
  isOff: boolean;
  onClick: () => void;
}

function Step({ name, sign, isOff, onClick }: StepProps): JSX.Element {
  return (
    <button type="button" class="icon" aria-label={name} title={name} disabled={isOff} onClick={onClick}>
      {sign}
    </button>
  );
}

/** Case has no say. */
function rowsWith(items: readonly Item[], words: string): number[] {
  if (words === '') return [];
  const wanted = words.toLowerCase();
  return items.flatMap(({ text = '' }, at) => (text.toLowerCase().includes(wanted) ? [at] : []));
}

/** Behind the last comes the first. */
function nextOf(rows: readonly number[], from: number, step: 1 | -1): number {
  const next = step === 1 ? rows.find((row) => row > from) : rows.findLast((row) => row < from);
  return next ?? rows.at(step === 1 ? 0 : -1) ?? -1;
}

function countText(rows: readonly number[], at: number): string {
  if (rows.length === 0) return 'in no line';
  const count = rows.length.toLocaleString('en');
  return at < 0 ? `in ${count} lines` : `${(rows.indexOf(at) + 1).toLocaleString('en')} of ${count}`;
}
