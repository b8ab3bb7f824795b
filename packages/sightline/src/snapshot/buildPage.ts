import { type Affine, type Box, compose, IDENTITY, transformBox } from './geometry.ts';
import { Page, PageDocument, PageNode } from './Page.ts';
import { INTERACTIVE_ROLES } from './roles.ts';
import { type DocumentSnapshot, Flag, type Snapshot } from './Snapshot.ts';
import { readBoxes, visualOrder } from './visualOrder.ts';

/**
 * Builds the tree from the wire: child documents under their frame elements, boxes in page coordinates, siblings in visual
 * order (`visualOrder`).
 */
export function buildPage(snapshot: Snapshot): Page {
  const nodes: PageNode[] = [];
  const documents: PageDocument[] = [];
  const documentsByOwner = new Map<string, DocumentSnapshot>();
  for (const document of snapshot.documents) {
    if (document.owner) documentsByOwner.set(`${document.owner.document}/${document.owner.id}`, document);
  }
  const main = snapshot.documents[0];
  if (main) appendDocument(main, undefined, IDENTITY, { nodes, documents, documentsByOwner });
  setSubtreeEnds(nodes);
  const { url, title, capturedAt } = snapshot;
  return new Page({ url, title, capturedAt, nodes, documents });
}

interface BuildContext {
  nodes: PageNode[];
  documents: PageDocument[];
  documentsByOwner: Map<string, DocumentSnapshot>;
}

/** `placement` is where the document lies in the page. Recurses on the nesting of frames, never on the depth of a document. */
function appendDocument(
  wire: DocumentSnapshot,
  owner: PageNode | undefined,
  placement: Affine,
  context: BuildContext,
): void {
  const document = new PageDocument(wire, owner, placement, context.nodes);
  context.documents.push(document);
  const { rows, strings } = wire;
  const byRow: PageNode[] = new Array(rows.tag.length);
  const isInert = owner?.closest((one) => one.has(Flag.Inert)) !== undefined;
  const isUntouchable =
    owner?.closest((one) => one.tag === 'iframe' && one.has(Flag.NoPointerEvents)) !== undefined;
  const attributesByRow = readAttributes(wire);
  const boxes = readBoxes(rows);
  const order = visualOrder(wire, boxes);
  const isOwner = ({ id }: PageNode): boolean => id !== 0 && context.documentsByOwner.size > 0;
  for (let i = 0; i < byRow.length; i++) {
    const row = order ? (order[i] as number) : i;
    const up = rows.up[row] as number;
    const role = strings[rows.role[row] as number] as string;
    const isDisabled = (isInert && INTERACTIVE_ROLES.has(role)) || (isUntouchable && PRESSED_ROLES.has(role));
    const flags = (rows.flags[row] as number) | (isDisabled ? Flag.Disabled : 0);
    const nameIndex = rows.name[row] as number;
    const parent = up === 0 ? owner : byRow[row - up];
    const node = new PageNode(context.nodes.length, parent, document, {
      tag: strings[rows.tag[row] as number] as string,
      id: rows.id[row] as number,
      flags,
      role,
      text: strings[rows.text[row] as number] as string,
      name: nameIndex < 0 ? undefined : (strings[nameIndex] as string),
      row,
    });
    const box = boxes[row];
    if (box) node.box = transformBox(box, placement);
    const attributes = attributesByRow[row];
    if (attributes) node.attributes = attributes;
    if ((flags & Flag.Unreadable) !== 0)
      node.attributes = { ...attributes, '.unreadable': wire.unread?.[node.id] ?? 'true' };
    byRow[row] = node;
    context.nodes.push(node);
    const child = isOwner(node) && context.documentsByOwner.get(`${document.key}/${node.id}`);
    if (child) {
      const inner = compose(placement, frameTransform(box ?? EMPTY_BOX, node, child));
      appendDocument(child, node, inner, context);
    }
  }
  attachSparseColumns(wire, byRow);
}

/** What a mouse alone works; a field in a frame that lets the mouse through still takes keys. */
const PRESSED_ROLES = new Set('button link checkbox radio switch tab menuitem option'.split(' '));

const EMPTY_BOX: Box = { x: 0, y: 0, width: 0, height: 0 };

/** From a document's coordinates to those of the one around it: inside its frame, less what it is scrolled. */
function frameTransform(box: Box, frame: PageNode, { scroll }: DocumentSnapshot): Affine {
  const content = (frame.attributes['.contentBox'] ?? '').split(',').map(Number);
  const [left = 0, top = 0, a = 1, b = 0, c = 0, d = 1] = content;
  return {
    ...{ a, b, c, d },
    e: box.x + left - a * scroll.x - c * scroll.y,
    f: box.y + top - b * scroll.x - d * scroll.y,
  };
}

/** By row: an array, since a map of so many rows takes longer to ask than all else that is read. */
function readAttributes({ rows, strings }: DocumentSnapshot): (Record<string, string> | undefined)[] {
  const attributes: (Record<string, string> | undefined)[] = new Array(rows.tag.length);
  const flat = rows.attributes;
  let row = -1;
  let current: Record<string, string> = {};
  for (let i = 0; i < flat.length; i += 3) {
    if (flat[i] !== row) {
      row = flat[i] as number;
      current = attributes[row] ?? {};
      attributes[row] = current;
    }
    current[strings[flat[i + 1] as number] as string] = strings[flat[i + 2] as number] as string;
  }
  return attributes;
}

function attachSparseColumns({ rows }: DocumentSnapshot, byRow: PageNode[]): void {
  const { scrollers, layers, covered } = rows;
  for (let i = 0; i < scrollers.length; i += 6) {
    const [row, left, top, width, height, clientHeight] = scrollers.slice(i, i + 6) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    (byRow[row] as PageNode).scroller = { left, top, width, height, clientHeight };
  }
  for (let i = 0; i < layers.length; i += 2) {
    (byRow[layers[i] as number] as PageNode).layer = layers[i + 1] as number;
  }
  for (let i = 0; i < covered.length; i += 2) {
    (byRow[covered[i] as number] as PageNode).coveredBy = byRow[covered[i + 1] as number];
  }
}

/** Sets `end` of every node, from the last to the first. */
function setSubtreeEnds(nodes: PageNode[]): void {
  for (let i = nodes.length - 1; i > 0; i--) {
    const node = nodes[i] as PageNode;
    if (node.parent && node.parent.end < node.end) node.parent.end = node.end;
  }
}
