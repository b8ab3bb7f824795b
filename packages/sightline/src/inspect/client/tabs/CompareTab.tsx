import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { replaceRefs } from '../../../render/parseRenderedLine.ts';
import type { ShowOptions } from '../../../render/renderView.ts';
import type { PageNode } from '../../../snapshot/Page.ts';
import { nodeTitle } from '../Details.tsx';
import { type DiffLine, diffLines } from '../diffLines.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import type { ListRow } from '../list/ListChunk.tsx';
import { SearchableList } from '../list/SearchableList.tsx';
import { NodesByRef, textRow } from '../list/textRows.tsx';
import { type OverlayBox, overlayBoxes } from '../picture/OverlayBox.ts';
import type { TabProps } from './Tabs.tsx';

interface CompareTabProps extends TabProps {
  /** The first is before, the second after. */
  loadedPages: readonly LoadedPage[];
  options: ShowOptions;
}

/** The line diff of two outlines, with the changed elements of the selected page on the picture. */
export function CompareTab({
  loadedPages,
  loadedPage,
  selection,
  showOverlay,
  options,
}: CompareTabProps): JSX.Element {
  const [onlyChanges, setOnlyChanges] = useState(true);
  const outlines = useMemo(
    () => loadedPages.map((one) => renderOutline(one, options)),
    [loadedPages, options],
  );
  const lines = useMemo(() => diffLines(keysOf(outlines[0]), keysOf(outlines[1])), [outlines]);
  const pageIndex = loadedPages.indexOf(loadedPage);
  const items = useMemo(
    () => diffRows(onlyChanges ? withContext(lines) : lines, outlines, pageIndex),
    [lines, outlines, pageIndex, onlyChanges],
  );
  useEffect(
    () =>
      showOverlay({ boxes: changeBoxes(loadedPage, lines, outlines[pageIndex], pageIndex), listedNodes: [] }),
    [loadedPage, lines, outlines, pageIndex],
  );
  const count = (kind: DiffLine['kind']): string =>
    lines.filter((line) => line.kind === kind).length.toLocaleString('en');
  return (
    <SearchableList
      items={items}
      label="How the outline changed"
      loadedPage={loadedPage}
      selection={selection}
      className="text diff"
      placeholder={items.length === 0 && <p class="hint">Nothing changed.</p>}
    >
      <p>
        <span class="line-removed">− {count('gone')} lines</span>
        <span class="line-added">+ {count('new')} lines</span>
        <span class="muted">{count('same')} the same</span>
      </p>
      <label class="check">
        <input type="checkbox" checked={onlyChanges} onChange={() => setOnlyChanges(!onlyChanges)} /> Only
        changes
      </label>
    </SearchableList>
  );
}

interface OutlineText {
  items: ListRow[];
  texts: string[];
}

function renderOutline(loadedPage: LoadedPage, options: ShowOptions): OutlineText {
  const { text, lines } = loadedPage.captured.look({ ...options, view: 'outline' });
  const nodes = new NodesByRef(loadedPage);
  const texts = text.split('\n');
  return { texts, items: texts.map((line, at) => textRow(line, lines?.[at], nodes)) };
}

/** Numbers are not part of the page: a line with another number has not changed. */
const keysOf = (outline: OutlineText | undefined): string[] =>
  (outline?.texts ?? []).map((line) => replaceRefs(line, () => ''));

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 2;

/** The changes with context; undefined marks a gap. */
function withContext(lines: readonly DiffLine[]): (DiffLine | undefined)[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same')
      for (let offset = -CONTEXT_LINES; offset <= CONTEXT_LINES; offset++) near.add(at + offset);
  const shownLines: (DiffLine | undefined)[] = [];
  for (const [at, line] of lines.entries()) {
    if (near.has(at)) shownLines.push(line);
    else if (shownLines.length > 0 && shownLines.at(-1) !== undefined) shownLines.push(undefined);
  }
  if (shownLines.at(-1) === undefined) shownLines.pop();
  return shownLines;
}

const CLASSES = { same: '', gone: 'line-removed', new: 'line-added' } as const;
const SIGNS = { same: ' ', gone: '−', new: '+' } as const;
const SPOKEN_KINDS = { same: '', gone: 'gone: ', new: 'new: ' } as const;

/** Only lines of the selected page are linked to nodes. */
function diffRows(
  lines: readonly (DiffLine | undefined)[],
  outlines: readonly OutlineText[],
  pageIndex: number,
): ListRow[] {
  return lines.map((line) => {
    if (!line) return { nodes: [], className: 'gap', content: () => '⋯' };
    const { kind, before, after } = line;
    const shown = pageIndex === 0 ? outlines[0]?.items[before] : outlines[1]?.items[after];
    const item = (shown ?? outlines[0]?.items[before] ?? outlines[1]?.items[after]) as ListRow;
    return {
      ...item,
      nodes: shown ? item.nodes : [],
      className: `${item.className ?? ''} ${CLASSES[kind]}`,
      content: () => (
        <>
          <span class="sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          <span class="hidden">{SPOKEN_KINDS[kind]}</span>
          {item.content()}
        </>
      ),
    };
  });
}

const COLORS = { gone: '168 34 31', new: '18 104 58' } as const;

function changeBoxes(
  loadedPage: LoadedPage,
  lines: readonly DiffLine[],
  outline: OutlineText | undefined,
  pageIndex: number,
): OverlayBox[] {
  const kind = pageIndex === 0 ? 'gone' : 'new';
  const nodes = new Set<PageNode>();
  for (const line of lines) {
    if (line.kind !== kind) continue;
    for (const node of outline?.items[pageIndex === 0 ? line.before : line.after]?.nodes ?? [])
      if (node) nodes.add(node);
  }
  return [...nodes].flatMap((node) =>
    overlayBoxes(loadedPage, node, {
      title: `${kind}: ${nodeTitle(loadedPage, node)}`,
      color: COLORS[kind],
      kind: 'filled',
    }),
  );
}
