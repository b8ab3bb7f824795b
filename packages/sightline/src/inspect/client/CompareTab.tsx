import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageNode } from '../../model/Page.ts';
import type { ShowOptions } from '../../view/render.ts';
import type { Item } from './Chunk.tsx';
import { titleOf } from './Details.tsx';
import { type DiffLine, diffLines } from './diffLines.ts';
import type { Look } from './Look.ts';
import type { Drawn } from './Picture.tsx';
import type { TabProps } from './TabProps.ts';
import { TextList } from './TextList.tsx';
import { NumberedNodes, tellingItem } from './textItems.tsx';

interface CompareTabProps extends TabProps {
  /** The first is before, the second after. */
  looks: readonly Look[];
  options: ShowOptions;
}

/** How the outlines of two looks differ, line by line, with what went or came drawn on the look that is shown. */
export function CompareTab({ looks, look, pick, show, options }: CompareTabProps): JSX.Element {
  const [onlyChanges, setOnlyChanges] = useState(true);
  const told = useMemo(() => looks.map((one) => toldBy(one, options)), [looks, options]);
  const lines = useMemo(() => diffLines(keysOf(told[0]), keysOf(told[1])), [told]);
  const side = looks.indexOf(look);
  const items = useMemo(
    () => diffItems(onlyChanges ? around(lines) : lines, told, side),
    [lines, told, side, onlyChanges],
  );
  useEffect(
    () => show({ drawn: drawnChanges(look, lines, told[side], side), told: [] }),
    [look, lines, told, side],
  );
  const count = (kind: DiffLine['kind']): string =>
    lines.filter((line) => line.kind === kind).length.toLocaleString('en');
  return (
    <TextList
      items={items}
      label="How the outline changed"
      look={look}
      pick={pick}
      className="text diff"
      instead={items.length === 0 && <p class="hint">Nothing changed: both looks tell the same.</p>}
    >
      <p>
        <span class="gone">− {count('gone')} lines</span>
        <span class="new">+ {count('new')} lines</span>
        <span class="soft">{count('same')} the same</span>
      </p>
      <label class="check">
        <input type="checkbox" checked={onlyChanges} onChange={() => setOnlyChanges(!onlyChanges)} /> Only
        changes
      </label>
    </TextList>
  );
}

interface Told {
  items: Item[];
  texts: string[];
}

function toldBy(look: Look, options: ShowOptions): Told {
  const { text, lines } = look.page.look({ ...options, view: 'outline' });
  const nodes = new NumberedNodes(look);
  const texts = text.split('\n');
  return { texts, items: texts.map((line, at) => tellingItem(line, lines?.[at], nodes)) };
}

/** Numbers are given, not said by the page: a line that has another number has not changed. */
const keysOf = (told: Told | undefined): string[] =>
  (told?.texts ?? []).map((line) => line.replace(/(?<!\\)((?:\\\\)*)\[\d+\]/g, '$1[]'));

/** Lines of context that are kept around a change. */
const CONTEXT = 2;

/** The changes and what stands next to them; undefined where something was left out. */
function around(lines: readonly DiffLine[]): (DiffLine | undefined)[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') for (let by = -CONTEXT; by <= CONTEXT; by++) near.add(at + by);
  const kept: (DiffLine | undefined)[] = [];
  for (const [at, line] of lines.entries()) {
    if (near.has(at)) kept.push(line);
    else if (kept.length > 0 && kept.at(-1) !== undefined) kept.push(undefined);
  }
  if (kept.at(-1) === undefined) kept.pop();
  return kept;
}

const MARKS = { same: ' ', gone: '−', new: '+' } as const;
const SAID = { same: '', gone: 'gone: ', new: 'new: ' } as const;

/** A line tells of nodes of the look that is shown; of the other it is read only. */
function diffItems(lines: readonly (DiffLine | undefined)[], told: readonly Told[], side: number): Item[] {
  return lines.map((line) => {
    if (!line) return { nodes: [], className: 'gap', content: () => '⋯' };
    const { kind, before, after } = line;
    const shown = side === 0 ? told[0]?.items[before] : told[1]?.items[after];
    const item = (shown ?? told[0]?.items[before] ?? told[1]?.items[after]) as Item;
    return {
      ...item,
      nodes: shown ? item.nodes : [],
      className: `${item.className ?? ''} ${kind}`,
      content: () => (
        <>
          <span class="sign" aria-hidden="true">
            {MARKS[kind]}
          </span>
          <span class="hidden">{SAID[kind]}</span>
          {item.content()}
        </>
      ),
    };
  });
}

const COLORS = { gone: '168 34 31', new: '18 104 58' } as const;

function drawnChanges(look: Look, lines: readonly DiffLine[], told: Told | undefined, side: number): Drawn[] {
  const kind = side === 0 ? 'gone' : 'new';
  const nodes = new Set<PageNode>();
  for (const line of lines) {
    if (line.kind !== kind) continue;
    for (const node of told?.items[side === 0 ? line.before : line.after]?.nodes ?? [])
      if (node) nodes.add(node);
  }
  return [...nodes].flatMap((node) => {
    const box = look.boxOf(node);
    return box
      ? [
          {
            node,
            box,
            title: `${kind}: ${titleOf(look, node)}`,
            color: COLORS[kind],
            kind: 'filled' as const,
          },
        ]
      : [];
  });
}
