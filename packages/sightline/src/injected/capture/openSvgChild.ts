import { Flag } from '../../snapshot/Snapshot.ts';
import {
  attribute,
  boundingRect,
  hasAnyAttr,
  hasAttr,
  hasOpacity,
  isRendered,
  isVisible,
  localName,
} from '../dom/dom.ts';
import { truncate } from '../dom/text.ts';
import { addBox } from '../layout/addBox.ts';
import { toHexColor } from '../layout/emitBackgroundColor.ts';
import { hiddenSvgText } from '../layout/svgText.ts';
import type { VisitedElement } from '../layout/VisitedElement.ts';
import { ariaLabelOf, svgTitle } from '../names/nativeAlternatives.ts';
import { computeRole } from '../roles/computeRole.ts';
import { ROLES_NAMED_FROM_CONTENT } from '../roles/roleTables.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';
import { AttributeFlag } from './AttributeReader.ts';
import type { CaptureContext } from './CaptureContext.ts';
import { TagBit } from './TagTable.ts';
import type { WalkFrame } from './WalkFrame.ts';

const MAX_HREF_LENGTH = 200;

/**
 * Inside SVG, plain shapes are skipped: they are the picture. Text is text, and what can be used or has a role
 * gets a row, and so does what a selector has found. Returns the row of the children's parent, `skip`, or `html` for foreign content.
 */
export function openSvgChild(
  element: Element,
  parent: WalkFrame,
  context: CaptureContext,
  visited: VisitedElement,
): number | 'skip' | 'html' {
  const tag = localName(element);
  if (tag === 'foreignObject') return 'html';
  const { registry, tags } = context;
  const hasRow =
    (hasAnyAttr(element) && hasInteractiveAttribute(element)) ||
    registry.isListeningShape(element) ||
    registry.isSelectedShape(element);
  if (!hasRow && (tags.get(tag).bits & TagBit.SvgSkip) !== 0) return 'skip';
  if (!hasRow && tag !== 'text') return parent.row;
  return addSvgRow(element, tag, parent, context, visited);
}

function hasInteractiveAttribute(element: Element): boolean {
  return (
    hasAttr(element, 'role') ||
    hasAttr(element, 'tabindex') ||
    hasAttr(element, 'onclick') ||
    hasAttr(element, 'aria-label') ||
    (localName(element) === 'a' && hasAttr(element, 'href')) ||
    isXlinkLink(element, localName(element)) ||
    hasInlineCursor(element)
  );
}

/** Part of a drawing. */
export const isSvgShape = (element: Element | null): element is SVGElement =>
  element instanceof SVGElement && element.ownerSVGElement !== null;

/** Set on the element itself: computed styles are not read for every shape. */
function hasInlineCursor(element: Element): boolean {
  return (
    hasAttr(element, 'cursor') ||
    (hasAttr(element, 'style') && /\bcursor\s*:/.test(attribute(element, 'style') ?? ''))
  );
}

/** SVG 1.1 says where a link leads by another name. */
function isXlinkLink(element: Element, tag: string): boolean {
  return tag === 'a' && hasAttr(element, 'xlink:href');
}

function addSvgRow(
  element: Element,
  tag: string,
  parent: WalkFrame,
  context: CaptureContext,
  visited: VisitedElement,
): number {
  const { snapshot, registry, attributeReader, emit } = context;
  const row = snapshot.addRow(parent.row, context.tags.get(tag).stringIndex, registry.idOf(element), element);
  visited.row = row;
  const attributeFlags = attributeReader.read(element, emit, true, null);
  if (isXlinkLink(element, tag))
    emit('href', truncate(attribute(element, 'xlink:href') ?? '', MAX_HREF_LENGTH));
  const roleContext = {
    hasRoleAttribute: (attributeFlags & AttributeFlag.Role) !== 0,
    parentRole: '',
    inSection: true,
    inArticle: true,
    tableKind: 0,
  };
  const role = computeRole(element, tag, roleContext) || (isXlinkLink(element, tag) ? 'link' : '');
  if (role !== '') snapshot.rows.role[row] = snapshot.strings.add(role);
  snapshot.addFlags(
    row,
    svgFlagsOf(element, attributeFlags, row, context) | (tag === 'text' ? Flag.Cell : 0),
  );
  const isLaidOut = !snapshot.hasFlag(row, Flag.DisplayNone);
  const hidden =
    tag === 'text' && isLaidOut ? hiddenSvgText(element as SVGElement, parent, context.backdrop) : '';
  if (hidden !== '') {
    snapshot.addFlags(row, Flag.InvisibleText);
    emit('.words', hidden);
  }
  const name =
    ariaLabelOf(element) ?? svgTitle(element) ?? (tag === 'text' ? '' : attribute(element, 'title'));
  if (name) snapshot.name(row, name);
  else if (ROLES_NAMED_FROM_CONTENT.has(role)) snapshot.rows.name[row] = -1;
  if ((attributeFlags & AttributeFlag.LabelledBy) !== 0)
    snapshot.pendingNames.push({ row, element, source: 'references' });
  if (
    snapshot.hasFlag(row, Flag.Box) &&
    (role !== '' || snapshot.hasFlag(row, Flag.TabIndex | Flag.Listener | Flag.Pointer))
  )
    snapshot.hitTestCandidates.push(row);
  return row;
}

const SHAPE_TAGS = new Set('path rect circle ellipse line polyline polygon'.split(' '));

/** The colour may be all that describes an interactive shape. */
function emitFill(element: Element, { emit }: CaptureContext): void {
  const fill = styleValue(getComputedStyle(element), 'fill');
  if (/^(?:rgb|color)/.test(fill) && alphaOf(fill) >= MIN_VISIBLE_ALPHA) emit('.color', toHexColor(fill));
}

function svgFlagsOf(element: Element, attributeFlags: number, row: number, context: CaptureContext): number {
  let flags = 0;
  if ((attributeFlags & AttributeFlag.TabIndex) !== 0) flags |= Flag.TabIndex;
  if ((attributeFlags & AttributeFlag.Handler) !== 0 || context.registry.isListeningShape(element))
    flags |= Flag.Listener;
  if ((attributeFlags & AttributeFlag.AriaDisabled) !== 0) flags |= Flag.Disabled;
  if (element === context.focused) flags |= Flag.Focused;
  if (!isRendered(element)) return flags | Flag.DisplayNone;
  if (!isVisible(element)) flags |= Flag.VisibilityHidden;
  if (!hasOpacity(element)) flags |= Flag.Transparent;
  if (hasInlineCursor(element) && styleValue(getComputedStyle(element), 'cursor') === 'pointer')
    flags |= Flag.Pointer;
  if (SHAPE_TAGS.has(localName(element)) || hasInlineCursor(element)) emitFill(element, context);
  return flags | addBox(row, boundingRect(element), context);
}
