import { type Box, intersect, isEmpty } from '../../snapshot/geometry.ts';
import type { PageDocument, PageNode } from '../../snapshot/Page.ts';
import { isShownInteractive, type Visibility } from '../../visibility/Visibility.ts';
import type { Size } from './placeLabels.ts';

/** An interactive element and where it is in a screenshot. */
export interface Mark {
  node: PageNode;
  /** Pixels of the picture. */
  box: Box;
}

/** The part of the page in a screenshot. */
export interface ScreenshotFrame {
  /** CSS pixels of the page. */
  x: number;
  y: number;
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** Pixels of the picture per CSS pixel. */
  scale: number;
}

/**
 * The frame of a screenshot of the viewport or the whole page. `size`: of the picture; default one pixel per CSS
 * pixel.
 */
export function screenshotFrame({ page }: Visibility, fullPage: boolean, size?: Size): ScreenshotFrame {
  const { scroll, viewport } = page.documents[0] as PageDocument;
  const width = fullPage ? Math.max(scroll.width, viewport.width) : viewport.width;
  const height = fullPage ? Math.max(scroll.height, viewport.height) : viewport.height;
  const { x, y } = fullPage ? { x: -(scroll.left ?? 0), y: -(scroll.top ?? 0) } : scroll;
  return { x, y, ...(size ?? { width, height }), scale: size ? size.width / width : 1 };
}

/** The interactive elements in the screenshot, in document order, each with its visible part. */
export function findMarks(visibility: Visibility, frame: ScreenshotFrame): Mark[] {
  const { page } = visibility;
  const bounds = { x: 0, y: 0, width: frame.width, height: frame.height };
  return page.nodes.flatMap((node) => {
    if (!isShownInteractive(visibility, node)) return [];
    const visibleBox = visibleBoxOf(node, visibility);
    const box = visibleBox && intersect(toScreenshotBox(visibleBox, frame), bounds);
    return box && !isEmpty(box) ? [{ node, box }] : [];
  });
}

/** The visible box of an element; for a link without area that of its content. */
function visibleBoxOf(node: PageNode, { page, visibleBoxes }: Visibility): Box | undefined {
  const ownBox = visibleBoxes[node.index];
  if (ownBox && !isEmpty(ownBox)) return ownBox;
  const childBoxes = page.descendants(node).flatMap(({ index, isText }) => {
    const childBox = visibleBoxes[index];
    return childBox && !isText && !isEmpty(childBox) ? [childBox] : [];
  });
  return childBoxes.length > 0 ? childBoxes.reduce(unionBox) : undefined;
}

function unionBox(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** A box of the page in pixels of the picture. */
export function toScreenshotBox(box: Box, { x, y, scale }: ScreenshotFrame): Box {
  const left = Math.round((box.x - x) * scale);
  const top = Math.round((box.y - y) * scale);
  return {
    x: left,
    y: top,
    width: Math.round((box.x + box.width - x) * scale) - left,
    height: Math.round((box.y + box.height - y) * scale) - top,
  };
}
