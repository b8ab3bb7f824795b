import type { ComponentChildren } from 'preact';
import type { Steps } from '../../model/finish.ts';
import type { PageNode } from '../../model/Page.ts';
import { colorOf } from '../../view/colors.ts';
import type { Rendered, ViewName } from '../../view/render.ts';
import type { WrittenLine } from '../../view/View.ts';
import type { Item } from './Chunk.tsx';
import type { Look } from './Look.ts';
import { lineParts, numbersIn, type Part } from './lineParts.ts';

/** The lines of a view, each with what it tells of. */
export function* textItems(look: Look, view: ViewName, { text, lines }: Rendered): Steps<Item[]> {
  const nodes = new NumberedNodes(look);
  const items: Item[] = [];
  const jsonItem = jsonItems(nodes);
  for (const [at, line] of text.split('\n').entries()) {
    if (at % STEP === STEP - 1) yield;
    if (view === 'json') items.push(jsonItem(line));
    else if (view === 'html') items.push(htmlItem(line, look));
    else items.push(tellingItem(line, lines?.[at], nodes));
  }
  return items;
}

/** Lines of a step. */
const STEP = 2_000;

/** What numbers stand for, looked up in one pass. */
export class NumberedNodes {
  readonly #nodes = new Map<number, PageNode>();

  constructor({ page, pruning }: Look) {
    for (const node of pruning.page.nodes) {
      const number = node.isElement ? page.numbers.known(node) : undefined;
      if (number !== undefined) this.#nodes.set(number, node);
    }
  }

  of(number: number | undefined): PageNode | undefined {
    return number === undefined ? undefined : this.#nodes.get(number);
  }
}

/** A line as models read it. */
export function tellingItem(line: string, told: WrittenLine | undefined, nodes: NumberedNodes): Item {
  const parts = lineParts(line.trimStart());
  const numbered = numbersIn(parts).map((number) => nodes.of(number));
  return {
    nodes: told?.node ? [...numbered, told.node] : numbered,
    className: classOf(line, told),
    indent: indentOf(line),
    text: line,
    ...(line === '' && { label: 'empty line' }),
    content: () => parts.map((part, at) => <Piece key={at} part={part} node={nodes.of(part.number)} />),
  };
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '  ').length ?? 0;

function classOf(line: string, told: WrittenLine | undefined): string {
  if (told) return told.kind;
  return /^\s*[A-Z]+(?:#\d+)?:/.test(line) ? 'region' : '';
}

export function Piece({ part, node }: { part: Part; node: PageNode | undefined }): ComponentChildren {
  const { kind, text } = part;
  if (!node) return kind === 'words' ? text : <span class={`p-${kind}`}>{text}</span>;
  const style = kind === 'number' || kind === 'mark' ? { '--c': colorOf(node).join(' ') } : undefined;
  return (
    <span class={`p-${kind} p-own`} data-node={node.index} style={style}>
      {text}
    </span>
  );
}

/** Every element of the json view has its number as `index`, first of its keys: those after it tell of it too. */
function jsonItems(nodes: NumberedNodes): (line: string) => Item {
  let node: PageNode | undefined;
  let depth = 0;
  return (line) => {
    const index = /^ *"index": (\d+)/.exec(line)?.[1];
    const indent = indentOf(line);
    if (index !== undefined) [node, depth] = [nodes.of(Number(index)), indent];
    else if (indent < depth) node = undefined;
    const own = index === undefined ? undefined : node;
    return { nodes: node ? [node] : [], indent, text: line, content: () => jsonPieces(line, own) };
  };
}

/** `node`: what the number in the line stands for. */
function jsonPieces(line: string, node: PageNode | undefined): ComponentChildren {
  const [, key = '', value = line.trim()] = /^\s*("(?:[^"\\]|\\.)*": )?(.*)$/.exec(line) ?? [];
  return [
    <span key="key" class="p-tag">
      {key}
    </span>,
    node ? <Piece key="value" part={{ kind: 'number', text: value }} node={node} /> : value,
  ];
}

const STABLE_ID = /data-element-id="(elem-[0-9a-z]{7})"/g;

function htmlItem(line: string, look: Look): Item {
  const { stableIds } = look.structure;
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
