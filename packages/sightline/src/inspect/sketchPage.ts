import type { Box, PageDocument, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import { intersect, isEmpty } from '../prune/geometry.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import { colorOf } from '../view/colors.ts';
import { fieldWords } from '../view/wordBoxes.ts';
import { fitWords, highestLetters } from './fitWords.ts';
import type { Shape, Sketch } from './Sketch.ts';
import { shownPart } from './shownPart.ts';

/** What is drawn of a page. */
export interface SketchOptions {
  numberOf: (node: PageNode) => number | undefined;
  /** What was acted on. */
  targets: ReadonlySet<PageNode>;
  /** The viewport stays where it was, though the target lies elsewhere. Default false. */
  isFixed?: boolean;
}

/** Shapes of one sketch, letters of one text, letters of one title. */
const MOST = 600;
const MOST_WORDS = 400;
const MOST_TITLE = 80;

/** Draws the viewport of a page from its snapshot, or the part around what was acted on outside of it. */
export function sketchPage(pruning: Pruning, options: SketchOptions): Sketch {
  const { page } = pruning;
  const part = partOf(pruning, options);
  const shapes = page.nodes.flatMap((node) =>
    isRemoved(pruning, node) && !options.targets.has(node) ? [] : shapesOf(node),
  );
  const marks = shapes.filter(({ kind }) => kind === 'mark');
  const rest = shapes.filter(({ kind }) => kind !== 'mark');
  // What was acted on is drawn last, and whatever else there is.
  marks.sort((a, b) => Number(a.isTarget ?? false) - Number(b.isTarget ?? false));
  const kept = [...rest.slice(0, Math.max(MOST / 2, MOST - marks.length)), ...marks.slice(-MOST / 2)];
  return { ...part, shapes: kept, left: shapes.length - kept.length };

  function shapesOf(node: PageNode): Shape[] {
    const place = placeOf(node, pruning, options.targets.has(node));
    const shown = place && intersect(place, part);
    if (!shown || isEmpty(shown)) return [];
    const box = relative(shown, part);
    const surface = surfaceOf(node, box, part);
    const words = wordsIn(node, pruning);
    const mark = markOf(node, box, options);
    const told = words || (mark && node.children.length === 0 ? fieldWords(node).slice(0, MOST_TITLE) : '');
    return [
      ...(surface ? [surface] : []),
      ...(told ? [wordsShape(node, told, box)] : []),
      ...(mark ? [mark] : []),
    ];
  }
}

function partOf({ page, seen }: Pruning, { targets, isFixed = false }: SketchOptions): Box {
  const { scroll, viewport } = page.documents[0] as PageDocument;
  const part = { x: scroll.x, y: scroll.y, ...viewport };
  const [target] = targets;
  const box = target && (seen[target.index] ?? target.box);
  if (!box || isFixed || !isEmpty(intersect(part, box))) return part;
  const [x, y] = [box.x + box.width / 2 - part.width / 2, box.y + box.height / 2 - part.height / 2];
  return { ...part, x: Math.max(0, Math.round(x)), y: Math.max(0, Math.round(y)) };
}

/** Where it shows; of what was acted on, where it would. */
function placeOf(node: PageNode, { seen }: Pruning, isTarget: boolean): Box | undefined {
  const box = seen[node.index];
  if (isTarget) return box ?? node.box;
  return box && shownPart(node, box);
}

function relative({ x, y, width, height }: Box, part: Box): Shape['box'] {
  return [x - part.x, y - part.y, width, height].map(Math.round) as Shape['box'];
}

const IMAGES: ReadonlySet<string> = new Set(['img', 'svg', 'canvas', 'video', 'picture', 'object', 'embed']);

/** What paints, but not all of the page: that is the ground. */
function surfaceOf(node: PageNode, box: Shape['box'], part: Box): Shape | undefined {
  const [, , width, height] = box;
  if (width < 4 || height < 4) return undefined;
  if (IMAGES.has(node.tag)) return { kind: 'image', box };
  const isGround = width >= part.width && height >= part.height;
  return !isGround && !node.isText && node.has(Flag.Paints) ? { kind: 'panel', box } : undefined;
}

function markOf(node: PageNode, box: Shape['box'], { numberOf, targets }: SketchOptions): Shape | undefined {
  const number = node.isElement ? numberOf(node) : undefined;
  const isTarget = targets.has(node);
  if (number === undefined && !isTarget) return undefined;
  const title = shorten(`${node.role || node.tag} ${node.name}`.trim(), MOST_TITLE);
  return {
    kind: 'mark',
    box,
    ...(number !== undefined && { number }),
    title,
    color: colorOf(node).join(' '),
    ...(isTarget && { isTarget }),
  };
}

/** Running text is drawn as a whole by the block it stands in; text of its own by what holds it. */
function wordsIn(node: PageNode, pruning: Pruning): string {
  if (node.isText) return '';
  const texts: string[] = [];
  const isRunning = hasOwnText(node) && node.has(Flag.Block);
  for (const child of node.children) collect(child);
  return texts.join(' ').replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS);

  function collect(child: PageNode): void {
    if (child.isText) {
      const block = blockOf(child);
      if ((block === node || !isRunningText(block)) && pruning.seen[child.index]) texts.push(child.text);
    } else if (isRunning && !child.has(Flag.Block)) child.children.forEach(collect);
  }
}

const hasOwnText = (node: PageNode): boolean =>
  node.children.some((child) => child.isText && child.text.trim() !== '');

const blockOf = (text: PageNode): PageNode | undefined =>
  text.parent?.closest((node) => node.has(Flag.Block));

const isRunningText = (block: PageNode | undefined): boolean => block !== undefined && hasOwnText(block);

function wordsShape(node: PageNode, words: string, box: Shape['box']): Shape {
  return { kind: 'words', box, ...fitWords(words, box[2], box[3], highestLetters(node)) };
}
