import { fieldDisplayText } from '../../render/marks/estimateTextBoxes.ts';
import { markColor } from '../../render/marks/markColors.ts';
import { type Box, intersect, isEmpty, overlaps } from '../../snapshot/geometry.ts';
import type { PageDocument, PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { collapseSpaces, shorten } from '../../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import { fitTextToBox, maxLetterSize } from './fitTextToBox.ts';
import type { Shape, Sketch } from './Sketch.ts';
import { visiblePart } from './visiblePart.ts';

/** Options of a sketch. */
export interface SketchOptions {
  refOf: (node: PageNode) => number | undefined;
  /** Elements the step acted on. */
  targets: ReadonlySet<PageNode>;
  /** Draw the viewport even if the target is outside. Default false. */
  keepsViewport?: boolean;
}

/** Limits: shapes of a sketch, characters of a text and of a title. */
const MAX_SHAPES = 600;
const MAX_TEXT_CHARS = 400;
const MAX_TITLE_CHARS = 80;

/** Draws the viewport of a page from its snapshot, or the part around a target outside of it. */
export function sketchPage(visibility: Visibility, options: SketchOptions): Sketch {
  const { page } = visibility;
  const area = drawnArea(visibility, options);
  const shapes = page.nodes.flatMap((node) =>
    isRemoved(visibility, node) && !options.targets.has(node) ? [] : shapesOf(node),
  );
  const marks = shapes.filter(({ kind }) => kind === 'mark');
  const rest = shapes.filter(({ kind }) => kind !== 'mark');
  // Targets are drawn last, and never left out.
  marks.sort((a, b) => Number(a.isTarget ?? false) - Number(b.isTarget ?? false));
  const keptShapes = [
    ...rest.slice(0, Math.max(MAX_SHAPES / 2, MAX_SHAPES - marks.length)),
    ...marks.slice(-MAX_SHAPES / 2),
  ];
  return { ...area, shapes: keptShapes, left: shapes.length - keptShapes.length };

  function shapesOf(node: PageNode): Shape[] {
    const nodeBox = nodeBoxOf(node, visibility, options.targets.has(node));
    const clipped = nodeBox && intersect(nodeBox, area);
    if (!clipped || isEmpty(clipped)) return [];
    const box = relative(clipped, area);
    const surface = surfaceShape(node, box, area);
    const ownText = textOf(node, visibility);
    const mark = markShape(node, box, options);
    const drawnText =
      ownText || (mark && node.children.length === 0 ? fieldDisplayText(node).slice(0, MAX_TITLE_CHARS) : '');
    return [
      ...(surface ? [surface] : []),
      ...(drawnText ? [textShape(node, drawnText, box)] : []),
      ...(mark ? [mark] : []),
    ];
  }
}

function drawnArea(
  { page, visibleBoxes }: Visibility,
  { targets, keepsViewport = false }: SketchOptions,
): Box {
  const { scroll, viewport } = page.documents[0] as PageDocument;
  const area = { x: scroll.x, y: scroll.y, ...viewport };
  const [target] = targets;
  const box = target && (visibleBoxes[target.index] ?? target.box);
  if (!box || keepsViewport || overlaps(area, box)) return area;
  const [x, y] = [box.x + box.width / 2 - area.width / 2, box.y + box.height / 2 - area.height / 2];
  return {
    ...area,
    x: Math.max(-(scroll.left ?? 0), Math.round(x)),
    y: Math.max(-(scroll.top ?? 0), Math.round(y)),
  };
}

/** The visible box of a node; of a target also a hidden one. */
function nodeBoxOf(node: PageNode, { visibleBoxes }: Visibility, isTarget: boolean): Box | undefined {
  const box = visibleBoxes[node.index];
  if (isTarget) return box ?? node.box;
  return box && visiblePart(node, box);
}

function relative({ x, y, width, height }: Box, area: Box): Shape['box'] {
  return [x - area.x, y - area.y, width, height].map(Math.round) as Shape['box'];
}

const IMAGES: ReadonlySet<string> = new Set(['img', 'svg', 'canvas', 'video', 'picture', 'object', 'embed']);

/** A painted surface, except one that covers the whole area: that is the background. */
function surfaceShape(node: PageNode, box: Shape['box'], area: Box): Shape | undefined {
  const [, , width, height] = box;
  if (width < 4 || height < 4) return undefined;
  if (IMAGES.has(node.tag)) return { kind: 'image', box };
  const isBackdrop = width >= area.width && height >= area.height;
  return !isBackdrop && !node.isText && node.has(Flag.Paints) ? { kind: 'panel', box } : undefined;
}

function markShape(node: PageNode, box: Shape['box'], { refOf, targets }: SketchOptions): Shape | undefined {
  const number = node.isElement ? refOf(node) : undefined;
  const isTarget = targets.has(node);
  if (number === undefined && !isTarget) return undefined;
  const title = shorten(`${node.role || node.tag} ${node.name}`.trim(), MAX_TITLE_CHARS);
  return {
    kind: 'mark',
    box,
    ...(number !== undefined && { number }),
    title,
    color: markColor(node).join(' '),
    ...(isTarget && { isTarget }),
  };
}

/** The text to draw for a node: a block draws its inline text as a whole. */
function textOf(node: PageNode, visibility: Visibility): string {
  if (node.isText) return '';
  const texts: string[] = [];
  const isRunning = hasOwnText(node) && node.has(Flag.Block);
  for (const child of node.children) collect(child);
  return collapseSpaces(texts.join(' ')).slice(0, MAX_TEXT_CHARS);

  function collect(child: PageNode): void {
    if (child.isText) {
      const block = blockOf(child);
      if ((block === node || !isRunningText(block)) && visibility.visibleBoxes[child.index])
        texts.push(child.text);
    } else if (isRunning && !child.has(Flag.Block)) child.children.forEach(collect);
  }
}

const hasOwnText = (node: PageNode): boolean =>
  node.children.some((child) => child.isText && child.text.trim() !== '');

const blockOf = (text: PageNode): PageNode | undefined =>
  text.parent?.closest((node) => node.has(Flag.Block));

const isRunningText = (block: PageNode | undefined): boolean => block !== undefined && hasOwnText(block);

function textShape(node: PageNode, text: string, box: Shape['box']): Shape {
  return { kind: 'words', box, ...fitTextToBox(text, box[2], box[3], maxLetterSize(node)) };
}
