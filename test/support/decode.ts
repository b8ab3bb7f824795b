import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag, type Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';

/** A captured row in words: what the wire says, with its name as the model derives it. */
export interface Row {
  tag: string;
  id: number;
  role: string;
  name: string;
  text: string;
  flags: string[];
  box: [number, number, number, number] | undefined;
  attributes: Readonly<Record<string, string>>;
  layer: number | undefined;
  coveredBy: string | undefined;
  scroller: PageNode['scroller'];
  node: PageNode;
}

const FLAGS = Object.entries(Flag);

/** All rows of a snapshot, in order. */
export function decode(snapshot: Snapshot): Row[] {
  return buildPage(snapshot).nodes.map(rowOf);
}

function rowOf(node: PageNode): Row {
  const { tag, id, role, name, text, box, attributes, layer, coveredBy, scroller, flags } = node;
  return {
    tag,
    id,
    role,
    name,
    text,
    flags: FLAGS.filter(([, bit]) => (flags & bit) !== 0).map(([word]) => word),
    box: box && [box.x, box.y, box.width, box.height],
    attributes,
    layer,
    coveredBy: coveredBy && (coveredBy.attribute('id') ?? coveredBy.tag),
    scroller,
    node,
  };
}

/** The row of the element with that `id` attribute. */
export function byId(rows: Row[], id: string): Row {
  const row = rows.find((candidate) => candidate.attributes.id === id);
  if (!row) throw new Error(`no row has the id ${id}`);
  return row;
}

/** The rows as an indented outline of tags and text: the shape of the flat tree. */
export function shape(snapshot: Snapshot): string[] {
  const depths = new Map<PageNode, number>();
  return buildPage(snapshot).nodes.map((node) => {
    const depth = node.parent ? (depths.get(node.parent) as number) + 1 : 0;
    depths.set(node, depth);
    return `${'  '.repeat(depth)}${node.isText ? JSON.stringify(node.text) : node.tag}`;
  });
}
