import type { Box, PageDocument, PageNode } from '../model/Page.ts';
import { intersect, isEmpty } from '../prune/geometry.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import type { Size } from './placeLabels.ts';

/** An element that a person can use, and where it shows in a picture of the page. */
export interface Mark {
  node: PageNode;
  /** Pixels of the picture. */
  box: Box;
}

/** What a picture shows of the page. */
export interface PictureFrame {
  /** CSS pixels of the page. */
  x: number;
  y: number;
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** Pixels of the picture a CSS pixel. */
  scale: number;
}

/** What a picture of the viewport, or of all of the page, shows; `picture`: how large it is, default one CSS pixel a pixel. */
export function frameOf({ page }: Pruning, fullPage: boolean, picture?: Size): PictureFrame {
  const { scroll, viewport } = page.documents[0] as PageDocument;
  const width = fullPage ? Math.max(scroll.width, viewport.width) : viewport.width;
  const height = fullPage ? Math.max(scroll.height, viewport.height) : viewport.height;
  const { x, y } = fullPage ? { x: 0, y: 0 } : scroll;
  return { x, y, ...(picture ?? { width, height }), scale: picture ? picture.width / width : 1 };
}

/** The numbered elements that show in the picture, in document order, each by the part of it that shows. */
export function marksOf(pruning: Pruning, frame: PictureFrame): Mark[] {
  const { page, usable } = pruning;
  const picture = { x: 0, y: 0, width: frame.width, height: frame.height };
  return page.nodes.flatMap((node) => {
    if (usable[node.index] !== 1 || isRemoved(pruning, node)) return [];
    const seen = seenOf(node, pruning);
    const box = seen && intersect(inPicture(seen, frame), picture);
    return box && !isEmpty(box) ? [{ node, box }] : [];
  });
}

/** A link without area shows where what it holds does. */
function seenOf(node: PageNode, { page, seen }: Pruning): Box | undefined {
  const own = seen[node.index];
  if (own && !isEmpty(own)) return own;
  const parts = page.nodes.slice(node.index + 1, node.end).flatMap(({ index, isText }) => {
    const part = seen[index];
    return part && !isText && !isEmpty(part) ? [part] : [];
  });
  return parts.length > 0 ? parts.reduce(around) : undefined;
}

function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** A box of the page in pixels of the picture. */
export function inPicture(box: Box, { x, y, scale }: PictureFrame): Box {
  const left = Math.round((box.x - x) * scale);
  const top = Math.round((box.y - y) * scale);
  return {
    x: left,
    y: top,
    width: Math.round((box.x + box.width - x) * scale) - left,
    height: Math.round((box.y + box.height - y) * scale) - top,
  };
}
