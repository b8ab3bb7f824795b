import { Flag } from '../../snapshot/Snapshot.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { overrideDirection, resolveOverrides } from '../dom/bidiOverrides.ts';
import {
  areApart,
  boundingRect,
  contentRect,
  firstElementChild,
  isCutText,
  localName,
  MATHML_NAMESPACE,
  namespaceUri,
  nextSibling,
  previousSibling,
  textData,
} from '../dom/dom.ts';
import { isIconBesideWords } from '../dom/iconLigature.ts';
import {
  collapseSpace,
  collapseSpaceKeepLines,
  hasInnerSpace,
  hasWhiteSpace,
  isBlank,
  truncate,
} from '../dom/text.ts';
import type { StyledFrame } from '../layout/BackdropColors.ts';
import { clipShape } from '../layout/clipShape.ts';
import { hasTextSecurity } from '../secrets/FieldContext.ts';
import { highlightColors } from '../styles/highlightColors.ts';
import { styleValue } from '../styles/StyleCache.ts';
import type { CaptureContext } from './CaptureContext.ts';
import { MATH_TOKENS } from './linearMath.ts';
import type { SnapshotBuilder } from './SnapshotBuilder.ts';
import type { WalkFrame } from './WalkFrame.ts';
import { Inherit, TextEdge } from './walkBits.ts';

const NORMAL = 1;
const PRE = 2;
const PRE_LINE = 3;

/** What a text run contributes to a name; `touching`: it follows an inline box without a space between. */
export type TextContribution = 'nothing' | 'words' | 'touching';

/** Adds a row for a text run, unless it is white space that shows nothing; returns what it contributes to a name. */
export function addTextRow(node: Text, frame: WalkFrame, context: CaptureContext): TextContribution {
  const inSvg = (frame.inheritedBits & Inherit.Svg) !== 0;
  if (inSvg && (frame.inheritedBits & Inherit.SvgText) === 0) return 'nothing';
  if ((frame.inheritedBits & Inherit.Math) !== 0 && frame.element && isUnpaintedMath(frame.element))
    return 'nothing';
  const painted = textData(node);
  if (isBlank(painted)) {
    addBlankRow(painted, node, frame, context);
    return 'nothing';
  }
  if (!inSvg && isIconBesideWords(node)) {
    context.snapshot.addAttribute(frame.row, '.icon', painted.trim());
    return 'nothing';
  }
  const isDotted = context.hidingStyles.hasTextSecurity && frame.element && hasTextSecurity(frame.element);
  if (isDotted) context.secrets.addDottedText(painted);
  const data = isDotted ? REDACTED_PLACEHOLDER : asPainted(painted, node, frame, context);
  const whiteSpace = whiteSpaceOf(frame, data);
  if (whiteSpace !== NORMAL) context.snapshot.addFlags(frame.row, Flag.Pre);
  pushTextRow(truncate(collapseByStyle(data, whiteSpace, frame, node)), frame, context);
  if (isCutOff(node, frame)) markCutOff(context.snapshot);
  frame.textLength += data.length;
  const isLaidOut = (frame.inheritedBits & Inherit.NoLayout) === 0;
  if (isLaidOut && !frame.isTextStyleRead) readTextStyle(frame, context);
  frame.followsInline = true;
  const isTouching = frame.textEdge === TextEdge.Box && !isSpace(data.charCodeAt(0));
  frame.textEdge = isSpace(data.charCodeAt(data.length - 1)) ? TextEdge.Space : TextEdge.Text;
  return isTouching ? 'touching' : 'words';
}

/** Lines after a line break of which the box around them cuts off all: those before it may show. */
function isCutOff(node: Text, { element, style }: WalkFrame): boolean {
  const before = previousSibling(node);
  if (!before || !element || !style || before.nodeName !== 'BR') return false;
  const cuts = (axis: 'x' | 'y'): boolean => /hidden|clip/.test(styleValue(style, `overflow-${axis}`));
  if (!cuts('x') && !cuts('y')) return false;
  const line = contentRect(node);
  const box = boundingRect(element);
  if (cuts('y') && (line.top >= box.bottom - 1 || line.bottom <= box.top + 1)) return true;
  return cuts('x') && (line.left >= box.right - 1 || line.right <= box.left + 1);
}

function markCutOff(snapshot: SnapshotBuilder): void {
  const row = snapshot.rows.tag.length - 1;
  snapshot.addFlags(row, Flag.ClippedAway);
  snapshot.addAttribute(row, '.unseen', 'overflow');
}

/** Whether the words directly in it are not laid out: those of a formula are in its tokens. */
const isUnpaintedMath = (element: Element): boolean =>
  namespaceUri(element) === MATHML_NAMESPACE && !MATH_TOKENS.has(localName(element));

/** With overrides of the direction resolved: by characters, by `bdo`, by `unicode-bidi`. */
function asPainted(
  data: string,
  node: Text,
  { element, style: known }: WalkFrame,
  { hidingStyles }: CaptureContext,
): string {
  const text = resolveOverrides(data);
  const isStyled = element !== null && (hidingStyles.hasBidiOverride || localName(element) === 'bdo');
  const style = isStyled ? (known ?? getComputedStyle(element)) : undefined;
  const isOverridden = style !== undefined && styleValue(style, 'unicode-bidi').includes('override');
  // Turned round, it would begin where it was cut, perhaps within a secret.
  if ((isOverridden || text !== data) && isCutText(node)) return '\u2026';
  return isOverridden
    ? overrideDirection(text, styleValue(style, 'direction') === 'rtl' ? 'rtl' : 'ltr')
    : text;
}

/** Between words, also those of the elements around it; at the end of a block white space shows nothing. */
function addBlankRow(data: string, node: Text, frame: WalkFrame, context: CaptureContext): void {
  // Not rendered between the items of a flex container.
  if (!hasWhiteSpace(data) || isInFlexBox(frame)) return;
  const inSvg = (frame.inheritedBits & Inherit.Svg) !== 0;
  const isInLine = !frame.isBlock && !frame.isInlineBox;
  if ((frame.inheritedBits & Inherit.Pre) !== 0 && frame.whiteSpace === PRE) {
    context.snapshot.addFlags(frame.row, Flag.Pre);
    pushTextRow(data, frame, context);
  } else if (frame.followsInline && !inSvg && (isInLine || nextSibling(node)))
    pushTextRow(' ', frame, context);
  frame.textEdge = TextEdge.Space;
}

/** Adds a row for words that a style sheet puts there. */
export function addGeneratedTextRow(
  text: string,
  frame: WalkFrame,
  context: CaptureContext,
): TextContribution {
  const contribution = addWrittenTextRow(text, frame, context);
  context.snapshot.addFlags(context.snapshot.rows.tag.length - 1, Flag.Generated);
  return contribution;
}

/** Adds a row for words that stand for what the document holds. */
export function addWrittenTextRow(text: string, frame: WalkFrame, context: CaptureContext): TextContribution {
  const visibleText = frame.followsInline ? text : trimStart(text);
  pushTextRow(visibleText, frame, context);
  frame.textLength += visibleText.length;
  const isTouching = frame.textEdge === TextEdge.Box && !isSpace(visibleText.charCodeAt(0));
  frame.followsInline = true;
  frame.textEdge = isSpace(visibleText.charCodeAt(visibleText.length - 1)) ? TextEdge.Space : TextEdge.Text;
  return isTouching ? 'touching' : 'words';
}

function pushTextRow(text: string, frame: WalkFrame, context: CaptureContext): void {
  const { snapshot } = context;
  const row = snapshot.addRow(frame.row, context.textTagIndex, 0, null);
  snapshot.rows.text[row] = snapshot.strings.add(text);
  let flags = (snapshot.rows.flags[frame.row] as number) & Flag.VisibilityHidden;
  if ((frame.inheritedBits & Inherit.ChildrenHidden) !== 0) flags |= Flag.DisplayNone;
  snapshot.rows.flags[row] = flags;
}

/** Collapsed as its style says; at the ends of a block without the space that is not painted there. */
function collapseByStyle(data: string, whiteSpace: number, frame: WalkFrame, node: Node): string {
  if (whiteSpace === PRE) return data;
  let text = whiteSpace === PRE_LINE ? collapseSpaceKeepLines(data) : collapseSpace(data);
  if (!frame.followsInline || isInFlexBox(frame)) text = trimStart(text);
  if ((frame.isBlock && !nextSibling(node)) || isInFlexBox(frame)) text = trimEnd(text);
  return text;
}

/** A run of text in a flex or grid container is an item of its own. */
const isInFlexBox = ({ inheritedBits }: WalkFrame): boolean => (inheritedBits & Inherit.FlexOrGrid) !== 0;

function trimStart(text: string): string {
  return isSpace(text.charCodeAt(0)) ? text.replace(/^[ \t\n\r\f]+/, '') : text;
}

function trimEnd(text: string): string {
  return isSpace(text.charCodeAt(text.length - 1)) ? text.replace(/[ \t\n\r\f]+$/, '') : text;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

/** How white space shows; outside of `pre` it is asked only where there is any within the text. */
function whiteSpaceOf(frame: WalkFrame, data: string): number {
  if (frame.whiteSpace !== 0) return frame.whiteSpace;
  if (!hasInnerSpace(data.trim()) && !isIndented(data)) return NORMAL;
  return readWhiteSpace(frame);
}

/** Begins with more than one blank, of which a line of code may be made; not with a line break, as the source of a page does. */
const isIndented = (data: string): boolean =>
  isBlankCode(data.charCodeAt(0)) && isBlankCode(data.charCodeAt(1));

const isBlankCode = (code: number): boolean => code === 32 || code === 9;

/** By the style of the element, or of the one around it. */
export function readWhiteSpace(frame: WalkFrame): number {
  if (frame.whiteSpace !== 0) return frame.whiteSpace;
  frame.whiteSpace = NORMAL;
  if (frame.style) {
    const whiteSpaceCollapse = styleValue(frame.style, 'white-space-collapse');
    if (whiteSpaceCollapse === 'preserve' || whiteSpaceCollapse === 'break-spaces') frame.whiteSpace = PRE;
    else if (whiteSpaceCollapse === 'preserve-breaks') frame.whiteSpace = PRE_LINE;
  }
  return frame.whiteSpace;
}

/** Whether the element's own text can be seen at all. */
function readTextStyle(frame: WalkFrame, context: CaptureContext): void {
  frame.isTextStyleRead = true;
  if (!hasStyle(frame)) return;
  const { style } = frame;
  const size = styleValue(style, 'font-size');
  const fill = fillOf(frame, size, context);
  const isFiltered = (frame.inheritedBits & Inherit.Filtered) !== 0;
  let reason = '';
  if (size === '0px') reason = 'font-size:0';
  else if (isZoomedAway(frame, Number.parseFloat(size), context)) reason = 'zoom';
  else if (Number.parseFloat(size) < MAX_SPECK && isTiny(frame.element, Number.parseFloat(size)))
    reason = `font-size:${size}`;
  else if (context.backdrop.isForced && styleValue(style, 'forced-color-adjust') !== 'none') return;
  else if (context.styles.isTransparent(fill)) reason = reasonOfTransparent(frame, size, context);
  else if (
    context.backdrop.hidesWords(frame, fill, isFiltered) &&
    !context.hidingStyles.hasLowLayer(frame.element)
  )
    reason = OF_ITS_GROUND;
  else if (context.hidingStyles.hasWideIndent && isIndentedAway(frame, Number.parseFloat(size)))
    reason = 'text-indent';
  else if (context.hidingStyles.mayBeCovered(frame.element)) reason = generatedCover(frame, context);
  else if (context.hidingStyles.has(frame.element) && isBesideClip(frame)) reason = 'clip-path';
  if (reason === '' || (IN_THEIR_COLOUR.has(reason) && isHighlighted(frame, context))) return;
  context.snapshot.hideWords(frame.row, reason);
}

const OF_ITS_GROUND = 'the colour of its ground';
const TRANSPARENT = 'color:transparent';
/** What a highlight may give another colour. */
const IN_THEIR_COLOUR = new Set([OF_ITS_GROUND, TRANSPARENT]);

/** Whether a script has marked words of it in a colour that is seen. */
function isHighlighted(frame: StyledFrame, { backdrop }: CaptureContext): boolean {
  return highlightColors(frame.element).some(({ words, ground }) =>
    backdrop.showsHighlight(frame, words, ground),
  );
}

/** The colour of its words: that of their first line, where they have no other. */
function fillOf({ element, style }: StyledFrame, size: string, { hidingStyles }: CaptureContext): string {
  const isOneLine = hidingStyles.hasFirstLine && linesExtent(element, style) < 2 * Number.parseFloat(size);
  return styleValue(isOneLine ? getComputedStyle(element, '::first-line') : style, '-webkit-text-fill-color');
}

/** How far its lines reach, one after the other. */
function linesExtent(element: Element, style: CSSStyleDeclaration): number {
  const { width, height } = boundingRect(element);
  return styleValue(style, 'writing-mode') === 'horizontal-tb' ? height : width;
}

/** All that it holds lies beside what a clip of its own leaves. */
function isBesideClip({ element, style }: StyledFrame): boolean {
  if (styleValue(style, 'clip-path') === 'none') return false;
  const box = boundingRect(element);
  const insets = clipShape(style, box.width, box.height);
  return (
    insets !== undefined &&
    areApart(contentRect(element), {
      left: box.left + insets.left,
      top: box.top + insets.top,
      right: box.right - insets.right,
      bottom: box.bottom - insets.bottom,
    })
  );
}

/** What a style sheet generates over all of an element that holds words alone, opaque and without words; '' for nothing. */
function generatedCover({ element, style }: StyledFrame, { styles }: CaptureContext): string {
  if (styleValue(style, 'position') === 'static' || firstElementChild(element)) return '';
  const isCover = (pseudo: string): boolean => {
    const own = getComputedStyle(element, pseudo);
    return (
      styleValue(own, 'content') === '""' &&
      styleValue(own, 'position') === 'absolute' &&
      ['top', 'left'].every((side) => Number.parseFloat(styleValue(own, side)) <= 0) &&
      Number.parseFloat(styleValue(own, 'width')) >= element.clientWidth - 1 &&
      Number.parseFloat(styleValue(own, 'height')) >= element.clientHeight - 1 &&
      !styleValue(own, 'z-index').startsWith('-') &&
      styleValue(own, 'visibility') === 'visible' &&
      styleValue(own, 'opacity') === '1' &&
      styleValue(own, 'transform') === 'none' &&
      styles.isOpaque(styleValue(own, 'background-color'))
    );
  };
  return ['::before', '::after'].find(isCover) ?? '';
}

const hasStyle = (frame: WalkFrame): frame is StyledFrame => frame.element !== null && frame.style !== null;

/** Words of less than two pixels, by `zoom`: their box is as thin. */
function isZoomedAway({ row, element }: WalkFrame, size: number, { snapshot }: CaptureContext): boolean {
  const { width = 0, height = 0 } = snapshot.boxOf(row) ?? {};
  if (width > MAX_SPECK && height > MAX_SPECK) return false;
  const { currentCSSZoom: zoom = 1 } = element as Element & { currentCSSZoom?: number };
  return zoom !== 1 && size * zoom < MAX_SPECK;
}

/** As it is painted, with the transforms around it; a formula or drawing is measured otherwise. */
function isTiny(element: Element, size: number): boolean {
  if (!(element instanceof HTMLElement) || element.offsetWidth === 0) return false;
  return (boundingRect(element).width / element.offsetWidth) * size < MAX_SPECK;
}

/** CSS pixels. */
const MAX_SPECK = 2;

/** Transparent words show where their ground, a stroke or a shadow has their shape. */
function reasonOfTransparent(frame: StyledFrame, size: string, { backdrop }: CaptureContext): string {
  // Cut out of their ground, they are of its colour, on what lies below that.
  if (styleValue(frame.style, 'background-clip').includes('text')) {
    const { parent, style } = frame;
    if (!parent || !hasStyle(parent) || styleValue(style, 'background-image') !== 'none') return '';
    if (!backdrop.hidesWords(parent, styleValue(style, 'background-color'), false)) return '';
  }
  return backdrop.showsOutline(frame, Number.parseFloat(size)) ? '' : TRANSPARENT;
}

/** Further to the left than the words are long, or all the width of its box to the right, where it is cut off. */
function isIndentedAway(frame: WalkFrame, size: number): boolean {
  const { textLength } = frame;
  // Lines are indented by the box that they are lines of (CSS Text 3, section 8.1).
  let box = frame;
  while (box.parent && !box.isBlock && !box.isInlineBox) box = box.parent;
  const { style } = box;
  if (!style) return false;
  const value = styleValue(style, 'text-indent');
  const indent = Number.parseFloat(value);
  if (value.endsWith('%') && indent >= 100)
    return (
      styleValue(style, 'text-wrap-mode') === 'nowrap' && /hidden|clip/.test(styleValue(style, 'overflow-x'))
    );
  // Hanging: all lines but the first are indented.
  return indent < 0 && !value.includes('hanging') && -indent >= textLength * size;
}
