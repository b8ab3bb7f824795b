import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { attributeValue, escapeInline, quote } from './escape.ts';
import { iconInText } from './icons.ts';
import { FRAME_TAGS, isUnreadable, opaqueText, unreadText } from './pieces.ts';
import type { Scene } from './View.ts';

/** What is told of an element that is neither text nor target and shows something all the same; else ''. */
export function standInFor(node: PageNode, scene: Scene): string {
  if (node.role === 'progressbar' || node.role === 'meter') return gaugeText(node);
  if (isPicture(node)) return pictureText(node);
  if (isUnreadable(node)) return opaqueText(node);
  if (FRAME_TAGS.has(node.tag)) return frameText(node);
  return iconInText(node) || currentText(node, scene);
}

export function isPicture({ role, tag }: PageNode): boolean {
  return role === 'img' || tag === 'img' || tag === 'svg';
}

/** A lone sign is no name of a picture. */
export function isNamed({ name }: PageNode): boolean {
  return /[\p{L}\p{N}]/u.test(name);
}

/** `<progressbar "Upload" value=40/100>`. */
function gaugeText({ role, name, attributes }: PageNode): string {
  const value = attributes['aria-valuetext'] ?? attributes['.value'] ?? attributes['aria-valuenow'] ?? '';
  const max = attributes.max ?? attributes['aria-valuemax'];
  const label = name ? ` ${quote(name)}` : '';
  return `<${role}${label}${value && ` value=${attributeValue(max ? `${value}/${max}` : value, false)}`}>`;
}

/** `<img "Logo" broken>`. */
function pictureText(node: PageNode): string {
  const loaded = node.attributes['.loaded'];
  const state = loaded === undefined ? '' : ` ${loaded}`;
  if (isNamed(node)) return `<img ${quote(node.name)}${state}>`;
  return state !== '' && isAtLeast(node, PICTURE, PICTURE) ? `<img${state}>` : '';
}

function frameText(node: PageNode): string {
  const isTold = node.has(Flag.Unreadable) && isAtLeast(node, ...FRAME);
  return isTold ? `<${node.tag}${unreadText(node)}>` : '';
}

/** `<li current>`: the current one of several that cannot be used, as the step of a wizard; '' for others. */
function currentText(node: PageNode, { structure }: Scene): string {
  const { 'aria-current': current } = node.attributes;
  if (!current || current === 'false' || structure.counts.usable(node) > 0) return '';
  return `<${escapeInline(node.tag)} current>`;
}

/** A picture smaller than this is an icon: that it is missing says nothing. CSS pixels. */
const PICTURE = 48;
/** A frame larger than this may hold something for a person; a counter's pixel does not. CSS pixels. */
const FRAME = [24, 16] as const;

function isAtLeast({ box }: PageNode, width: number, height: number): boolean {
  return box !== undefined && box.width >= width && box.height >= height;
}
