import { Flag } from '../model/Snapshot.ts';
import { labelOf, svgTitle } from './alternatives.ts';
import { Told } from './attributes.ts';
import { attribute, has, hasAny, isOpaque, isRendered, isShown, localName, rectOf } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Level } from './Level.ts';
import type { Subject } from './layout.ts';
import { roleOf } from './roles.ts';
import { NAMED_BY_CONTENT } from './roleTables.ts';
import { alphaOf, FAINT, valueOf } from './styles.ts';
import { hexOf } from './swatch.ts';
import { Tag } from './tags.ts';
import { cap } from './text.ts';

const HREF_CAP = 200;

/**
 * Inside SVG, shapes are the picture and get no rows. Text is text, and what can be used or has a role
 * gets a row. Answers the row that the children hang from, `skip`, or `html` for foreign content.
 */
export function openSvgChild(
  element: Element,
  parent: Level,
  env: Environment,
  subject: Subject,
): number | 'skip' | 'html' {
  const tag = localName(element);
  if (tag === 'foreignObject') return 'html';
  const usable = (hasAny(element) && isOfUse(element)) || env.registry.isHeard(element);
  if (!usable && (env.tags.get(tag).bits & Tag.SvgSkip) !== 0) return 'skip';
  if (!usable && tag !== 'text') return parent.row;
  return addRow(element, tag, parent, env, subject);
}

function isOfUse(element: Element): boolean {
  return (
    has(element, 'role') ||
    has(element, 'tabindex') ||
    has(element, 'onclick') ||
    has(element, 'aria-label') ||
    (localName(element) === 'a' && has(element, 'href')) ||
    isOldLink(element, localName(element)) ||
    hasCursor(element)
  );
}

/** Part of a drawing. */
export const isShape = (element: Element | null): element is SVGElement =>
  element instanceof SVGElement && element.ownerSVGElement !== null;

/** Told by itself; what a style sheet says is not asked of every shape. */
function hasCursor(element: Element): boolean {
  return (
    has(element, 'cursor') ||
    (has(element, 'style') && /\bcursor\s*:/.test(attribute(element, 'style') ?? ''))
  );
}

/** SVG 1.1 says where a link leads by another name. */
function isOldLink(element: Element, tag: string): boolean {
  return tag === 'a' && has(element, 'xlink:href');
}

function addRow(element: Element, tag: string, parent: Level, env: Environment, subject: Subject): number {
  const { recording, registry, attributes, keep } = env;
  const row = recording.add(parent.row, env.tags.get(tag).string, registry.idOf(element), element);
  subject.row = row;
  const told = attributes.read(element, keep, true, null);
  if (isOldLink(element, tag)) keep('href', cap(attribute(element, 'xlink:href') ?? '', HREF_CAP));
  const place = {
    explicit: (told & Told.Role) !== 0,
    parentRole: '',
    inSection: true,
    inArticle: true,
    table: 0,
  };
  const role = roleOf(element, tag, place) || (isOldLink(element, tag) ? 'link' : '');
  if (role !== '') recording.rows.role[row] = recording.strings.add(role);
  recording.flag(row, flagsOf(element, told, row, env) | (tag === 'text' ? Flag.Cell : 0));
  const name = labelOf(element) ?? svgTitle(element) ?? (tag === 'text' ? '' : attribute(element, 'title'));
  if (name) recording.name(row, name);
  else if (NAMED_BY_CONTENT.has(role)) recording.rows.name[row] = -1;
  if ((told & Told.LabelledBy) !== 0) recording.pendingNames.push({ row, element, from: 'references' });
  if (
    recording.has(row, Flag.Box) &&
    (role !== '' || recording.has(row, Flag.TabIndex | Flag.Listener | Flag.Pointer))
  )
    recording.candidates.push(row);
  return row;
}

const SHAPES = new Set('path rect circle ellipse line polyline polygon'.split(' '));

/** Of a shape that can be used its colour is the only word. */
function keepFill(element: Element, { keep }: Environment): void {
  const fill = valueOf(getComputedStyle(element), 'fill');
  if (/^(?:rgb|color)/.test(fill) && alphaOf(fill) >= FAINT) keep('.color', hexOf(fill));
}

function flagsOf(element: Element, told: number, row: number, env: Environment): number {
  let flags = 0;
  if ((told & Told.TabIndex) !== 0) flags |= Flag.TabIndex;
  if ((told & Told.Handler) !== 0 || env.registry.isHeard(element)) flags |= Flag.Listener;
  if ((told & Told.AriaDisabled) !== 0) flags |= Flag.Disabled;
  if (element === env.focused) flags |= Flag.Focused;
  if (!isRendered(element)) return flags | Flag.DisplayNone;
  if (!isShown(element)) flags |= Flag.VisibilityHidden;
  if (!isOpaque(element)) flags |= Flag.Transparent;
  if (hasCursor(element) && valueOf(getComputedStyle(element), 'cursor') === 'pointer') flags |= Flag.Pointer;
  if (SHAPES.has(localName(element)) || hasCursor(element)) keepFill(element, env);
  const rect = rectOf(element);
  const { boxes } = env.recording.rows;
  const x = Math.round(rect.left + env.scrollX);
  const y = Math.round(rect.top + env.scrollY);
  env.recording.boxAt[row] = boxes.length;
  boxes.push(x, y, Math.round(rect.right + env.scrollX) - x, Math.round(rect.bottom + env.scrollY) - y);
  return flags | Flag.Box;
}
