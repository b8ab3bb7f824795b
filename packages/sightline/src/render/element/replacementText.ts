import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { hasWordCharacters } from '../../snapshot/shorten.ts';
import { FRAME_TAGS } from '../../snapshot/tags.ts';
import { iconClass } from '../../structure/attributeHint.ts';
import { escapeInline, formatAttributeValue, quote } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import { isUnreadable, opaqueElementText, unreadableText } from './unreadable.ts';

/** Text for an element that is neither text nor interactive but visible: pictures, frames, progress bars; else ''. */
export function replacementText(node: PageNode, context: RenderContext): string {
  if (node.role === 'progressbar' || node.role === 'meter') return rangeText(node);
  if (isImage(node)) return imageText(node);
  if (isUnreadable(node)) return opaqueElementText(node);
  if (FRAME_TAGS.has(node.tag)) return frameText(node);
  return inlineIconText(node) || currentText(node, context);
}

export function isImage({ role, tag }: PageNode): boolean {
  return role === 'img' || tag === 'img' || tag === 'svg';
}

/** True if the name has a letter or digit: a lone symbol is no name of a picture. */
export function hasReadableName({ name }: PageNode): boolean {
  return hasWordCharacters(name);
}

/** `<progressbar "Upload" value=40/100>`. */
function rangeText({ role, name, attributes }: PageNode): string {
  const value = attributes['aria-valuetext'] ?? attributes['.value'] ?? attributes['aria-valuenow'] ?? '';
  const max = attributes.max ?? attributes['aria-valuemax'];
  const label = name ? ` ${quote(name)}` : '';
  return `<${role}${label}${value && ` value=${formatAttributeValue(max ? `${value}/${max}` : value, false)}`}>`;
}

/** `<img "Logo" broken>`. */
function imageText(node: PageNode): string {
  const loaded = node.attributes['.loaded'];
  const state = loaded === undefined ? '' : ` ${loaded}`;
  if (hasReadableName(node) && !isDecoration(node)) return `<img ${quote(node.name)}${state}>`;
  return state !== '' && hasMinSize(node, MIN_IMAGE_SIZE, MIN_IMAGE_SIZE) ? `<img${state}>` : '';
}

/** A small picture that its author keeps from assistive technology: a sign beside what is said in words or by a control. */
const isDecoration = (node: PageNode): boolean =>
  !hasMinSize(node, MIN_IMAGE_SIZE, MIN_IMAGE_SIZE) &&
  node.closest(({ attributes }) => attributes['aria-hidden'] === 'true') !== undefined;

function frameText(node: PageNode): string {
  const isShown = node.has(Flag.Unreadable) && hasMinSize(node, ...MIN_FRAME_SIZE);
  return isShown ? `<${node.tag}${unreadableText(node)}>` : '';
}

/** `<li current>`: the current one of several that are not interactive, as the step of a wizard; else ''. */
function currentText(node: PageNode, { pageState }: RenderContext): string {
  const { 'aria-current': current } = node.attributes;
  if (!current || current === 'false' || pageState.counts.interactive(node) > 0) return '';
  return `<${escapeInline(node.tag)} current>`;
}

/** Smallest picture, in CSS pixels, that is written if it failed to load: smaller ones are icons. */
const MIN_IMAGE_SIZE = 48;
/** Smallest frame, in CSS pixels, that may hold content: smaller ones are tracking pixels. */
const MIN_FRAME_SIZE = [24, 16] as const;

function hasMinSize({ box }: PageNode, width: number, height: number): boolean {
  return box !== undefined && box.width >= width && box.height >= height;
}

/** Class names of common icon sets: `ui-icon-disk`, `fa-trash`, `bi-gear`, `icon_home`. */
const ICON_CLASS = /(?:^|[\s_-])(?:icon|icons|fa|fas|far|bi|mdi|glyphicon|ti|bx|la|ion|feather)[_-][a-z]/i;

/**
 * An icon that stands for a word in a sentence ("the item with the ▢ icon"), as text. '' for icons beside a label,
 * which repeat it.
 */
function inlineIconText(node: PageNode): string {
  const { class: classes } = node.attributes;
  if (!classes || node.children.length > 0 || !ICON_CLASS.test(classes) || !hasMinSize(node, 8, 8)) return '';
  const siblings = node.parent?.children ?? [];
  const position = siblings.indexOf(node);
  return hasWords(siblings[position - 1]) && hasWords(siblings[position + 1])
    ? `<img icon=${formatAttributeValue(iconClass(classes), false)}>`
    : '';
}

const hasWords = (node: PageNode | undefined): boolean =>
  node?.isText === true && hasWordCharacters(node.text);
