import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageNode } from '../../model/Page.ts';
import { CHUNK, Chunk, type Item } from './Chunk.tsx';
import type { Look } from './Look.ts';
import type { Pick } from './Pick.ts';
import { nodeHolding, paintWords } from './paintWords.ts';
import { useNear } from './useNear.ts';

export interface LongListProps {
  items: readonly Item[];
  /** Said before anything is read. */
  label: string;
  look: Look;
  pick: Pick;
  className?: string;
  /** Other rows are being made. */
  isBusy?: boolean;
  /** What is searched for, and the row that was found; a new object is gone to. */
  found?: Found | undefined;
  /** Asked for by `/`, and where not all rows are drawn by the key of the browser's own search. */
  onFind?: () => void;
}

/** `at`: -1 for no row yet. */
export interface Found {
  words: string;
  at: number;
}

/** Chunks that are drawn at once, and then in each pause. */
const FIRST = 4;
const NEXT = 12;
/** Of a list of more chunks only those near the view are ever drawn. */
const WHOLE = 40;

/**
 * A list of any length whose rows stand for nodes: pointing at a row points at its node, and a node that is picked
 * elsewhere is found here. One stop of the Tab key; arrows move in it. Up to 2,000 rows are drawn, in chunks of which
 * the browser lays out those in view, so that searching in the page has all of them; of a longer list what is near the
 * view, and each row says which of how many it is.
 */
export function LongList({
  items,
  label,
  look,
  pick,
  className = '',
  isBusy = false,
  found,
  onFind,
}: LongListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [filled, setFilled] = useState(FIRST);
  const chunks = useMemo(() => chunked(items), [items]);
  const places = useMemo(() => placesOf(items), [items]);
  const id = useMemo(() => `list-${label.replace(/\W+/g, '-')}`, [label]);
  // Stays in view while rows around it are drawn, until somebody scrolls.
  const reveal = useRef<number>(-1);
  const letScroll = (): void => {
    reveal.current = -1;
  };

  useEffect(() => {
    letScroll();
    setFilled(FIRST);
    setActive(pick.chosen ? findPlace(places, pick.chosen) : -1);
  }, [items]);
  const isWhole = chunks.length <= WHOLE;
  const { near, heights } = useNear(list, isWhole ? undefined : chunks, FIRST);
  useEffect(() => {
    if (!isWhole || filled >= chunks.length) return;
    return whenIdle(() => setFilled((count) => count + NEXT));
  }, [filled, chunks]);
  useEffect(() => {
    const follow = (): void => {
      const node = pick.hot ?? pick.chosen;
      const at = node ? findPlace(places, node) : -1;
      if (pick.from === 'picture' && at >= 0) {
        reveal.current = at;
        setActive(at);
        setFilled((count) => Math.max(count, Math.ceil((at + 1) / CHUNK)));
      }
      mark(list.current, pick);
    };
    follow();
    return pick.listen(follow);
  }, [pick, places]);
  useLayoutEffect(() => mark(list.current, pick), [items, filled, near, active]);
  useLayoutEffect(() => {
    if (reveal.current < 0) return;
    document.getElementById(`${id}-${reveal.current}`)?.scrollIntoView({ block: 'nearest' });
  });
  const words = found?.words ?? '';
  useLayoutEffect(() => paintWords(list.current, words), [items, words, filled, near, active]);
  useLayoutEffect(() => () => paintWords(null, ''), []);
  useEffect(() => {
    if (found && found.at >= 0) show(found.at);
  }, [found]);
  useLayoutEffect(() => {
    if (!found || found.at < 0 || found.at !== active) return;
    const held = nodeHolding(document.getElementById(`${id}-${active}`), words);
    pick.point((held === undefined ? undefined : look.node(held)) ?? firstNode(items[active]), 'text');
  }, [found, active]);

  const show = (at: number): void => {
    reveal.current = at;
    setActive(at);
    setFilled((count) => Math.max(count, Math.ceil((at + 1) / CHUNK)));
  };
  const go = (at: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, at));
    show(next);
    pick.point(firstNode(items[next]), 'text');
  };
  const nodeAt = (event: Event): PageNode | undefined => {
    const index = (event.target as Element).closest<HTMLElement>('[data-node]')?.dataset.node;
    return index === undefined ? undefined : look.node(Number(index));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (onFind && isFind(event, isWhole)) {
      event.preventDefault();
      onFind();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = moves(event.key, active, items.length, pageRows(list.current));
    if (moved !== undefined) go(moved);
    else if (event.key === 'Enter' || event.key === ' ')
      pick.choose(pick.hot ?? firstNode(items[active]), 'text');
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const next = sibling(items[active], pick.hot, event.key === 'ArrowRight' ? 1 : -1);
      if (next) pick.point(next, 'text');
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      class={`long ${className}`}
      role="listbox"
      aria-label={label}
      aria-busy={isBusy}
      tabIndex={0}
      aria-activedescendant={active >= 0 && active < items.length ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => active < 0 && items.length > 0 && list.current?.matches(':focus-visible') && go(0)}
      onPointerOver={(event) => event.pointerType === 'mouse' && pick.point(nodeAt(event), 'text')}
      onPointerLeave={() => pick.point(undefined, 'text')}
      onWheel={letScroll}
      onPointerDown={letScroll}
      onTouchMove={letScroll}
      onClick={(event) => {
        const row = (event.target as Element).closest<HTMLElement>('[role=option]');
        if (!row || String(getSelection()) !== '') return;
        setActive(Number(row.id.slice(id.length + 1)));
        pick.choose(nodeAt(event), 'text');
      }}
    >
      {chunks.map((chunk, at) => (
        <Chunk
          key={at}
          rows={chunk}
          from={at * CHUNK}
          id={id}
          isFilled={isWhole ? at < filled : near.has(at) || Math.floor(active / CHUNK) === at}
          active={Math.floor(active / CHUNK) === at ? active : -1}
          height={heights.get(at)}
          of={isWhole ? undefined : items.length}
        />
      ))}
    </div>
  );
}

function isFind({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, isWhole: boolean): boolean {
  if (altKey) return false;
  return ctrlKey || metaKey ? key === 'f' && !isWhole : key === '/';
}

function chunked(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += CHUNK) chunks.push(items.slice(at, at + CHUNK));
  return chunks;
}

/** Where each node is told: in a row of its own rather than in one of others. */
function placesOf(items: readonly Item[]): Map<PageNode, number> {
  const places = new Map<PageNode, number>();
  for (const [at, { nodes }] of items.entries()) {
    for (const node of nodes) if (node && !places.has(node)) places.set(node, at);
  }
  return places;
}

/** Its row, or that of what it stands in. */
function findPlace(places: ReadonlyMap<PageNode, number>, node: PageNode): number {
  for (let one: PageNode | undefined = node; one; one = one.parent) {
    const at = places.get(one);
    if (at !== undefined) return at;
  }
  return -1;
}

const firstNode = (item: Item | undefined): PageNode | undefined =>
  item?.nodes.find((node) => node !== undefined);

/** The next node that a row tells of. */
function sibling(item: Item | undefined, node: PageNode | undefined, step: 1 | -1): PageNode | undefined {
  const nodes = (item?.nodes ?? []).filter((one) => one !== undefined);
  return nodes[node ? nodes.indexOf(node) + step : 0];
}

function moves(key: string, at: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'PageDown') return at + page;
  if (key === 'PageUp') return at - page;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

const pageRows = (list: HTMLElement | null): number =>
  Math.max(1, Math.floor((list?.clientHeight ?? 400) / 24) - 1);

/** Shows in the rows what is picked. */
function mark(list: HTMLElement | null, { hot, chosen }: Pick): void {
  if (!list) return;
  for (const element of list.querySelectorAll('.hot, .chosen')) element.classList.remove('hot', 'chosen');
  for (const [node, name] of [
    [hot, 'hot'],
    [chosen, 'chosen'],
  ] as const) {
    if (!node) continue;
    const own = list.querySelectorAll(`[data-node="${node.index}"]`);
    for (const element of own) element.classList.add(name);
  }
}

/** Runs work in the next pause; answers what calls it off. Not every browser has idle callbacks. */
function whenIdle(work: () => void): () => void {
  const { requestIdleCallback, cancelIdleCallback } = window as Partial<Window>;
  if (requestIdleCallback && cancelIdleCallback) {
    const timer = requestIdleCallback(work, { timeout: 200 });
    return () => cancelIdleCallback(timer);
  }
  const timer = setTimeout(work, 16);
  return () => clearTimeout(timer);
}
