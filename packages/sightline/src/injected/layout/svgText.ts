import type { WalkFrame } from '../capture/WalkFrame.ts';
import { areApart, attribute, boundingRect, firstElementChild, localName, queryAll } from '../dom/dom.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';
import type { BackdropColors, StyledFrame } from './BackdropColors.ts';

/** CSS pixels. */
const MIN_SIZE = 1;

/** What else of a drawing may lie below its words. */
const PAINTING =
  'path, rect, circle, ellipse, line, polyline, polygon, image, use, foreignObject, mesh, video, canvas, iframe';

/** Why nobody sees the words of a `text` of a drawing: the style; '' where they are seen, or it is not known. */
export function hiddenSvgText(text: SVGElement, parent: WalkFrame, backdrop: BackdropColors): string {
  const words = boundingRect(text);
  if (words.width < MIN_SIZE || words.height < MIN_SIZE) return 'size';
  if (isBesideDrawing(text, words)) return 'overflow';
  const style = getComputedStyle(text);
  if (isClippedAway(text, style)) return 'clip-path';
  if (isMaskedAway(text)) return 'mask';
  if (followsNothing(text)) return 'textPath';
  // A part of it may have a style of its own.
  if (firstElementChild(text)) return '';
  if (paints(style, 'stroke')) return '';
  if (!paints(style, 'fill')) return 'fill';
  return hasColorOfGround(text, style, parent, backdrop) ? 'the colour of its ground' : '';
}

/** Out of a drawing around it that cuts off what runs over its edges. */
function isBesideDrawing(text: SVGElement, words: DOMRect): boolean {
  for (let svg = text.ownerSVGElement; svg; svg = svg.ownerSVGElement) {
    if (!svg.parentElement || !areApart(words, boundingRect(svg))) continue;
    if (styleValue(getComputedStyle(svg), 'overflow-x') !== 'visible') return true;
  }
  return false;
}

function paints(style: CSSStyleDeclaration, property: 'fill' | 'stroke'): boolean {
  const paint = styleValue(style, property);
  const opacity = Number(styleValue(style, `${property}-opacity`));
  return paint !== 'none' && alphaOf(paint) * opacity >= MIN_VISIBLE_ALPHA;
}

/** Only in a drawing that holds nothing but words: what else lies below them is not known. */
function hasColorOfGround(
  text: SVGElement,
  style: CSSStyleDeclaration,
  parent: WalkFrame,
  backdrop: BackdropColors,
): boolean {
  const fill = styleValue(style, 'fill');
  if (!/^(?:rgb|color|lab|lch|ok)/.test(fill)) return false;
  let level: WalkFrame | null = parent;
  while (level?.element instanceof SVGElement && level.element.ownerSVGElement) level = level.parent;
  if (!level?.element || !level.style || localName(level.element) !== 'svg') return false;
  if (text.ownerSVGElement === null || !backdrop.hidesWords(level as StyledFrame, fill, false)) return false;
  return level.element.querySelector(PAINTING) === null;
}

/** Clips that leave nothing: around it, or, of its own, beside its words. */
function isClippedAway(text: SVGElement, style: CSSStyleDeclaration): boolean {
  const own = referenced(text, styleValue(style, 'clip-path'));
  if (own && localName(own) === 'clipPath' && !isTouched(own, text)) return true;
  return groupsAround(text).some((group) => {
    const clip = referenced(group, attribute(group, 'clip-path') ?? '');
    return clip !== undefined && localName(clip) === 'clipPath' && clipBoxes(clip).length === 0;
  });
}

const clipBoxes = (clip: Element): DOMRect[] =>
  Array.from(queryAll(clip, '*'))
    .filter((shape) => shape instanceof SVGGraphicsElement)
    .map((shape) => shape.getBBox())
    .filter(({ width, height }) => width > 0 && height > 0);

/** Whether something of the clip lies over the words. */
function isTouched(clip: Element, text: SVGElement): boolean {
  const boxes = clipBoxes(clip);
  if (boxes.length === 0) return false;
  if (attribute(clip, 'clipPathUnits') === 'objectBoundingBox') return true;
  if (queryAll(clip, '[transform], use').length > 0 || clip.hasAttribute('transform')) return true;
  const { x, y, width, height } = (text as SVGGraphicsElement).getBBox();
  return boxes.some(
    (box) => box.x < x + width && box.x + box.width > x && box.y < y + height && box.y + box.height > y,
  );
}

/** Words along a path that is not there are not painted (SVG 2, section 11.8.2). */
function followsNothing(text: SVGElement): boolean {
  const path = firstElementChild(text);
  if (!path || localName(path) !== 'textPath' || path.nextElementSibling) return false;
  return !linked(path);
}

function isMaskedAway(text: SVGElement): boolean {
  return [text, ...groupsAround(text)].some((one) => {
    const mask = referenced(one, attribute(one, 'mask') ?? '');
    return mask !== undefined && localName(mask) === 'mask' && firstElementChild(mask) === null;
  });
}

/** What `url(#id)` names in the document or shadow root of an element. */
function referenced(from: Element, value: string): Element | undefined {
  const id = /^url\(["']?[^"')]*#([^"')]+)["']?\)$/.exec(value)?.[1];
  if (id === undefined) return undefined;
  return (from.getRootNode() as Document | ShadowRoot).getElementById(id) ?? undefined;
}

function groupsAround(text: SVGElement): Element[] {
  const groups: Element[] = [];
  for (let up = text.parentElement; up instanceof SVGElement; up = up.parentElement) groups.push(up);
  return groups;
}

/** What its address names there. */
const linked = (from: Element): Element | undefined =>
  referenced(from, `url(${attribute(from, 'href') ?? attribute(from, 'xlink:href') ?? ''})`);

/** The words that a `use` paints once more. */
export function wordsOfUse(use: Element): string {
  const used = linked(use);
  if (!used || !(used instanceof SVGElement)) return '';
  const texts = localName(used) === 'text' ? [used] : Array.from(queryAll(used, 'text'));
  return texts.map((text) => text.textContent ?? '').join(' ');
}
