import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageNode } from '../../../snapshot/Page.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import type { NodeSelection } from '../NodeSelection.ts';
import { highlightMatches, nodeIndexOfMatch } from './highlightMatches.ts';
import { CHUNK_SIZE, ListChunk, type ListRow } from './ListChunk.tsx';
import { INITIAL_CHUNKS, useNearChunks } from './useNearChunks.ts';

export interface ChunkedListProps {
  items: readonly ListRow[];
  /** Accessible name. */
  label: string;
  loadedPage: LoadedPage;
  selection: NodeSelection;
  className?: string;
  /** New rows are being computed. */
  isBusy?: boolean;
  /** The search and the current match; a new object scrolls to it. */
  match?: ListMatch | undefined;
  /** Called for `/`, and for Ctrl+F if not all rows are drawn. */
  onFind?: () => void;
}

/** `row`: -1 for none. */
export interface ListMatch {
  query: string;
  row: number;
}

/**
 * A list of any length whose rows stand for nodes: hovering a row highlights its node, and a node that is selected on
 * the picture is scrolled to. One tab stop; arrow keys move in it. Only chunks of rows near the view are drawn.
 */
export function ChunkedList({
  items,
  label,
  loadedPage,
  selection,
  className = '',
  isBusy = false,
  match,
  onFind,
}: ChunkedListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const chunks = useMemo(() => toChunks(items), [items]);
  const rowByNode = useMemo(() => rowsByNode(items), [items]);
  const id = useMemo(() => `list-${label.replace(/\W+/g, '-')}`, [label]);
  // Stays in view while rows around it are drawn, until the user scrolls.
  const revealedRow = useRef<number>(-1);
  const stopRevealing = (): void => {
    revealedRow.current = -1;
  };

  // Not after the next frame: a key that comes before it would be undone.
  useLayoutEffect(() => {
    stopRevealing();
    setActive(selection.selected ? findRow(rowByNode, selection.selected) : -1);
  }, [items]);
  const { nearChunks, heights } = useNearChunks(list, chunks);
  useLayoutEffect(() => {
    const follow = (): void => {
      const node = selection.hovered ?? selection.selected;
      const row = node ? findRow(rowByNode, node) : -1;
      if (selection.source === 'picture' && row >= 0) {
        revealedRow.current = row;
        setActive(row);
      }
      highlightRows(list.current, selection);
    };
    follow();
    return selection.subscribe(follow);
  }, [selection, rowByNode]);
  useLayoutEffect(() => highlightRows(list.current, selection), [items, nearChunks, active]);
  useLayoutEffect(() => {
    if (revealedRow.current < 0) return;
    document.getElementById(`${id}-${revealedRow.current}`)?.scrollIntoView({ block: 'nearest' });
  });
  const query = match?.query ?? '';
  useLayoutEffect(() => highlightMatches(list.current, query), [items, query, nearChunks, active]);
  useLayoutEffect(() => () => highlightMatches(null, ''), []);
  useEffect(() => {
    if (match && match.row >= 0) showRow(match.row);
  }, [match]);
  useLayoutEffect(() => {
    if (!match || match.row < 0 || match.row !== active) return;
    const matchIndex = nodeIndexOfMatch(document.getElementById(`${id}-${active}`), query);
    selection.hover(
      (matchIndex === undefined ? undefined : loadedPage.node(matchIndex)) ?? firstNode(items[active]),
      'text',
    );
  }, [match, active]);

  const showRow = (row: number): void => {
    revealedRow.current = row;
    setActive(row);
  };
  const goToRow = (row: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, row));
    showRow(next);
    selection.hover(firstNode(items[next]), 'text');
  };
  const nodeAt = (event: Event): PageNode | undefined => {
    const index = (event.target as Element).closest<HTMLElement>('[data-node]')?.dataset.node;
    return index === undefined ? undefined : loadedPage.node(Number(index));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (onFind && isFindKey(event, chunks.length)) {
      event.preventDefault();
      onFind();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const nextRow = rowAfterKey(event.key, active, items.length, pageRows(list.current));
    if (nextRow !== undefined) goToRow(nextRow);
    else if (event.key === 'Enter' || event.key === ' ')
      selection.select(selection.hovered ?? firstNode(items[active]), 'text');
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const next = siblingNode(items[active], selection.hovered, event.key === 'ArrowRight' ? 1 : -1);
      if (next) selection.hover(next, 'text');
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      class={`list ${className}`}
      role="listbox"
      aria-label={label}
      aria-busy={isBusy}
      tabIndex={0}
      aria-activedescendant={active >= 0 && active < items.length ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => active < 0 && items.length > 0 && list.current?.matches(':focus-visible') && goToRow(0)}
      onPointerOver={(event) => event.pointerType === 'mouse' && selection.hover(nodeAt(event), 'text')}
      onPointerLeave={() => selection.hover(undefined, 'text')}
      onWheel={stopRevealing}
      onPointerDown={stopRevealing}
      onTouchMove={stopRevealing}
      onClick={(event) => {
        const row = (event.target as Element).closest<HTMLElement>('[role=option]');
        if (!row || String(getSelection()) !== '') return;
        setActive(Number(row.id.slice(id.length + 1)));
        selection.select(nodeAt(event), 'text');
      }}
    >
      {chunks.map((chunk, at) => (
        <ListChunk
          key={at}
          rows={chunk}
          offset={at * CHUNK_SIZE}
          id={id}
          isRendered={nearChunks.has(at) || Math.floor(active / CHUNK_SIZE) === at}
          active={Math.floor(active / CHUNK_SIZE) === at ? active : -1}
          height={heights.get(at)}
          total={items.length}
        />
      ))}
    </div>
  );
}

/** `/`; in a list that is not drawn as a whole also the key of the browser's own search, which would miss rows. */
function isFindKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, chunkCount: number): boolean {
  if (altKey) return false;
  return ctrlKey || metaKey ? key === 'f' && chunkCount > INITIAL_CHUNKS : key === '/';
}

function toChunks(items: readonly ListRow[]): ListRow[][] {
  const chunks: ListRow[][] = [];
  for (let at = 0; at < items.length; at += CHUNK_SIZE) chunks.push(items.slice(at, at + CHUNK_SIZE));
  return chunks;
}

/** The first row of each node. */
function rowsByNode(items: readonly ListRow[]): Map<PageNode, number> {
  const rowByNode = new Map<PageNode, number>();
  for (const [at, { nodes }] of items.entries()) {
    for (const node of nodes) if (node && !rowByNode.has(node)) rowByNode.set(node, at);
  }
  return rowByNode;
}

/** The row of a node or of its nearest ancestor. */
function findRow(rowByNode: ReadonlyMap<PageNode, number>, node: PageNode): number {
  for (let ancestor: PageNode | undefined = node; ancestor; ancestor = ancestor.parent) {
    const at = rowByNode.get(ancestor);
    if (at !== undefined) return at;
  }
  return -1;
}

const firstNode = (item: ListRow | undefined): PageNode | undefined =>
  item?.nodes.find((node) => node !== undefined);

/** The next node of a row. */
function siblingNode(
  item: ListRow | undefined,
  node: PageNode | undefined,
  step: 1 | -1,
): PageNode | undefined {
  const nodes = (item?.nodes ?? []).filter((one) => one !== undefined);
  return nodes[node ? nodes.indexOf(node) + step : 0];
}

function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return row + 1;
  if (key === 'ArrowUp') return Math.max(0, row - 1);
  if (key === 'PageDown') return row + page;
  if (key === 'PageUp') return row - page;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

const pageRows = (list: HTMLElement | null): number =>
  Math.max(1, Math.floor((list?.clientHeight ?? 400) / 24) - 1);

/** Highlights the hovered and the selected node in the rows. */
function highlightRows(list: HTMLElement | null, { hovered, selected }: NodeSelection): void {
  if (!list) return;
  for (const element of list.querySelectorAll('.hovered, .selected'))
    element.classList.remove('hovered', 'selected');
  for (const [node, name] of [
    [hovered, 'hovered'],
    [selected, 'selected'],
  ] as const) {
    if (!node) continue;
    const elements = list.querySelectorAll(`[data-node="${node.index}"]`);
    for (const element of elements) element.classList.add(name);
  }
}
