import type { ComponentChildren } from 'preact';
import { markColor } from '../../../render/marks/markColors.ts';
import type { RenderedLine } from '../../../render/RenderContext.ts';
import type { RenderedView, ViewName } from '../../../render/renderView.ts';
import type { PageNode } from '../../../snapshot/Page.ts';
import type { Steps } from '../../../snapshot/runSteps.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import { type LinePart, refsIn, splitLine } from '../splitLine.ts';
import type { ListRow } from './ListChunk.tsx';

/** The lines of a view, each with its nodes. */
export function* textRows(
  loadedPage: LoadedPage,
  view: ViewName,
  { text, lines }: RenderedView,
): Steps<ListRow[]> {
  const nodes = new NodesByRef(loadedPage);
  const items: ListRow[] = [];
  const jsonRow = jsonRowMaker(nodes);
  for (const [at, line] of text.split('\n').entries()) {
    if (at % LINES_PER_STEP === LINES_PER_STEP - 1) yield;
    if (view === 'json') items.push(jsonRow(line));
    else if (view === 'html') items.push(htmlRow(line, loadedPage));
    else items.push(textRow(line, lines?.[at], nodes));
  }
  return items;
}

/** Lines per step. */
const LINES_PER_STEP = 2_000;

/** Nodes by number, collected in one pass. */
export class NodesByRef {
  readonly #nodes = new Map<number, PageNode>();

  constructor({ captured, visibility }: LoadedPage) {
    for (const node of visibility.page.nodes) {
      const number = node.isElement ? captured.numberOf(node) : undefined;
      if (number !== undefined) this.#nodes.set(number, node);
    }
  }

  get(number: number | undefined): PageNode | undefined {
    return number === undefined ? undefined : this.#nodes.get(number);
  }
}

/** A line as models read it. */
export function textRow(line: string, writtenLine: RenderedLine | undefined, nodes: NodesByRef): ListRow {
  const parts = splitLine(line.trimStart());
  const numbered = refsIn(parts).map((number) => nodes.get(number));
  return {
    nodes: writtenLine?.node ? [...numbered, writtenLine.node] : numbered,
    className: rowClass(line, writtenLine),
    indent: indentOf(line),
    text: line,
    ...(line === '' && { label: 'empty line' }),
    content: () => parts.map((part, at) => <LinePiece key={at} part={part} node={nodes.get(part.number)} />),
  };
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '  ').length ?? 0;

function rowClass(line: string, writtenLine: RenderedLine | undefined): string {
  if (writtenLine) return writtenLine.kind;
  return /^\s*[A-Z]+(?:#\d+)?:/.test(line) ? 'region' : '';
}

function LinePiece({ part, node }: { part: LinePart; node: PageNode | undefined }): ComponentChildren {
  const { kind, text } = part;
  if (!node) return kind === 'words' ? text : <span class={`p-${kind}`}>{text}</span>;
  const style = kind === 'number' || kind === 'mark' ? { '--c': markColor(node).join(' ') } : undefined;
  return (
    <span class={`p-${kind} p-linked`} data-node={node.index} style={style}>
      {text}
    </span>
  );
}

/** In the json view `index` is the first key of every element: the keys after it belong to the same element. */
function jsonRowMaker(nodes: NodesByRef): (line: string) => ListRow {
  let node: PageNode | undefined;
  let depth = 0;
  return (line) => {
    const index = /^ *"index": (\d+)/.exec(line)?.[1];
    const indent = indentOf(line);
    if (index !== undefined) [node, depth] = [nodes.get(Number(index)), indent];
    else if (indent < depth) node = undefined;
    const ownNode = index === undefined ? undefined : node;
    return { nodes: node ? [node] : [], indent, text: line, content: () => jsonPieces(line, ownNode) };
  };
}

/** `node`: the node of the number in the line. */
function jsonPieces(line: string, node: PageNode | undefined): ComponentChildren {
  const [, key = '', value = line.trim()] = /^\s*("(?:[^"\\]|\\.)*": )?(.*)$/.exec(line) ?? [];
  return [
    <span key="key" class="p-tag">
      {key}
    </span>,
    node ? <LinePiece key="value" part={{ kind: 'number', text: value }} node={node} /> : value,
  ];
}

const STABLE_ID = /data-element-id="(elem-[0-9a-z]{7})"/g;

function htmlRow(line: string, loadedPage: LoadedPage): ListRow {
  const { stableIds } = loadedPage.pageState;
  const nodes = [...line.matchAll(STABLE_ID)].map(([, id = '']) => stableIds.find(id));
  return {
    nodes,
    indent: indentOf(line),
    text: line,
    content: () =>
      line
        .trim()
        .split(/(<[^>]*>)/)
        .map((piece, at) => {
          const [, id] = /data-element-id="(elem-[0-9a-z]{7})"/.exec(piece) ?? [];
          const node = id === undefined ? undefined : stableIds.find(id);
          return at % 2 === 0 ? (
            piece
          ) : (
            <span key={at} class="p-tag" data-node={node?.index}>
              {piece}
            </span>
          );
        }),
  };
}
