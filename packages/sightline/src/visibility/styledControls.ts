import { area, type Box, intersect } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import type { Visibility, VisibilityDraft, VisibilityRule } from './Visibility.ts';

/**
 * An invisible control is shown all the same where something visible stands for it (its proxy) and takes its clicks:
 * - of a checkbox, radio button or file input: its label;
 * - of a transparent one of these: what it lies over (a drop zone), or the small box that is drawn in its place;
 * - of the input of a code editor or a terminal: the box that shows what is typed;
 * - of the transparent input of a combobox: the box with a click listener that shows the choice;
 * - of the input of a slider: the box around it;
 * - of a part of an empty date, which shows when the field has the focus: the group around it.
 * The input of a combobox that shows has such a box too: what is chosen may stand over it.
 */
export const styledControls: VisibilityRule = { name: 'styledControls', run };

const STYLED_TYPES = new Set(['checkbox', 'radio', 'file']);

function run(visibility: VisibilityDraft): void {
  const { page, decisions } = visibility;
  const hiddenControls = page.nodes.filter(
    (node) =>
      decisions[node.index] &&
      (isStyled(node) || isHiddenField(node, visibility)) &&
      canReveal(node, visibility),
  );
  for (const control of hiddenControls) {
    const proxy = isStyled(control)
      ? (labelOf(control, visibility) ?? dropZone(control) ?? drawnBox(control))
      : clickableBox(control);
    if (proxy && isVisible(proxy, visibility)) reveal(control, proxy, visibility);
  }
  for (let i = 0; i < page.nodes.length; i++) {
    const node = page.nodes[i] as PageNode;
    if (isHiddenPart(node, visibility)) revealPart(node, visibility);
    const box = isTypingProxy(node, visibility) ? editorAround(node, visibility) : undefined;
    if (box) reveal(node, box, visibility);
    const choiceBox = isShownCombobox(node, visibility) ? choiceBoxOf(node, visibility) : undefined;
    if (choiceBox) visibility.visibleProxies.set(node, choiceBox);
  }
}

/** Thinner, it shows nothing of what is typed into it. CSS pixels. */
const MIN_FIELD_SIZE = { width: 12, height: 8 };
const PROXY_REASONS: ReadonlySet<string> = new Set(
  'opacity no-area clipped illegible-text no-ink not-painted clip-path unreachable nothing-shows'.split(' '),
);

/** The input of a code editor or a terminal, which only takes the keys for what is shown around it. */
function isTypingProxy(node: PageNode, { decisions }: Visibility): boolean {
  const { tag, role, box, attributes } = node;
  const isInput = tag === 'textarea' || (role === 'textbox' && tag !== 'input' && node.has(Flag.TabIndex));
  if (!isInput || node.has(Flag.Disabled) || attributes['aria-hidden'] === 'true') return false;
  if (attributes.readonly !== undefined || attributes.tabindex?.startsWith('-')) return false;
  const { reason, style } = decisions[node.index] ?? {};
  // It is scaled to nothing, or a box around it is: nothing puts it back where the keys are meant.
  if (style === 'transform') return false;
  if ((reason === 'unreachable' || reason === 'clipped') && !node.has(Flag.Absolute | Flag.Fixed))
    return false;
  if (reason !== undefined) return box !== undefined && PROXY_REASONS.has(reason);
  // It edits in place, but shows nothing itself (EditContext).
  if (tag !== 'textarea' && !node.has(Flag.Editable) && node.children.length === 0) return true;
  return box !== undefined && (box.width < MIN_FIELD_SIZE.width || box.height < MIN_FIELD_SIZE.height);
}

/** Smallest editor, square CSS pixels. */
const MIN_EDITOR_AREA = 2_000;

/** The box around it in which the words, or a canvas, show: the first of some size, if it has no other field. */
function editorAround(input: PageNode, visibility: Visibility): PageNode | undefined {
  const { page, decisions } = visibility;
  let editor = input.parent;
  for (let up = 0; up < MAX_ANCESTORS && editor; up++, editor = editor.parent)
    if (editor.box && area(editor.box) >= MIN_EDITOR_AREA && !decisions[editor.index]) break;
  if (!editor?.box || editor.tag === 'body' || area(editor.box) < MIN_EDITOR_AREA || decisions[editor.index])
    return undefined;
  const inside = page.descendants(editor).filter((one) => !decisions[one.index]);
  const isOther = (one: PageNode): boolean =>
    one !== input && OTHER_FIELD_TAGS.has(one.tag) && one.attributes['aria-hidden'] !== 'true';
  if (inside.some(isOther)) return undefined;
  return inside.some((one) => one.tag === 'canvas' || (one.isText && one.text.trim() !== '')) ||
    input.attributes['aria-multiline'] === 'true'
    ? editor
    : undefined;
}

const OTHER_FIELD_TAGS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);

/** The last of its labels that shows, else the last with words: one in a bar that is not shown yet may be a copy. */
function labelOf(control: PageNode, visibility: Visibility): PageNode | undefined {
  const labels = visibility.page.labelsOf(control);
  return (
    labels.findLast((label) => isVisible(label, visibility)) ??
    labels.findLast(({ children }) => children.length > 0)
  );
}

function isStyled(node: PageNode): boolean {
  return node.tag === 'input' && STYLED_TYPES.has(node.attributes.type ?? '');
}

/** Only its caret does not show, or its thumb is drawn by another: the box around it shows. */
function isHiddenField(node: PageNode, { decisions }: Visibility): boolean {
  if (node.tag !== 'input' || node.has(Flag.Disabled)) return false;
  const reason = decisions[node.index]?.reason;
  const isSlider = node.attributes.type === 'range';
  if (isSlider && (reason === 'clip-path' || reason === 'clipped')) return true;
  return reason === 'opacity' && (isSlider || node.role === 'combobox');
}

const isHiddenPart = (node: PageNode, { decisions }: Visibility): boolean =>
  node.role === 'spinbutton' && node.has(Flag.Editable) && decisions[node.index]?.reason === 'opacity';

/** It takes clicks where it is: its own box stays. */
function revealPart(part: PageNode, visibility: VisibilityDraft): void {
  const group = part.closest(({ role, name }) => role === 'group' && name !== '');
  if (!group || visibility.decisions[group.index] || part.has(Flag.Disabled)) return;
  visibility.decisions[part.index] = undefined;
  visibility.visibleBoxes[part.index] = part.box;
  visibility.viewportPositions[part.index] = visibility.viewportPositions[group.index] ?? 'viewport';
}

/** Boxes around a field that may be the one a person clicks. */
const MAX_ANCESTORS = 8;

function clickableBox(control: PageNode): PageNode | undefined {
  let box = control.parent;
  for (let up = 0; up < MAX_ANCESTORS && box; up++, box = box.parent) {
    if (box.has(Flag.Listener) && !box.has(Flag.Transparent) && box.box) return box;
  }
  return undefined;
}

const isShownCombobox = ({ tag, role, index }: PageNode, { decisions }: Visibility): boolean =>
  tag === 'input' && role === 'combobox' && !decisions[index];

/** Of a box that shows a choice beside its input, CSS pixels; and as a multiple of that input's height. */
const MAX_CHOICE_BOX = { height: 48, share: 2.5 };

/** The largest box around the input of a combobox that takes clicks, is hardly higher and holds no other control. */
function choiceBoxOf(control: PageNode, { page }: Visibility): PageNode | undefined {
  const maxHeight = Math.max(MAX_CHOICE_BOX.height, MAX_CHOICE_BOX.share * (control.box?.height ?? 0));
  const isOther = ({ tag, role, index }: PageNode): boolean =>
    index !== control.index && (OTHER_FIELD_TAGS.has(tag) || tag === 'a' || role === 'listbox');
  let found: PageNode | undefined;
  let box = control.parent;
  for (let up = 0; up < MAX_ANCESTORS && box; up++, box = box.parent) {
    if (box.box && box.box.height > maxHeight) break;
    if (page.descendants(box).some(isOther)) break;
    if (box.has(Flag.Listener | Flag.Pointer) && box.box) found = box;
  }
  return found;
}

/** Smallest area of a transparent control that a person would hit, square CSS pixels. */
const MIN_HIT_AREA = 200;

/** What a transparent control lies over: the box around it, if it covers a good part of that. */
function dropZone(control: PageNode): PageNode | undefined {
  const { box, parent } = control;
  if (!box || !parent?.box || !control.has(Flag.Transparent) || control.has(Flag.NoPointerEvents))
    return undefined;
  if (area(box) < MIN_HIT_AREA || area(intersect(box, parent.box)) < 0.5 * area(parent.box)) return undefined;
  return parent;
}

/** Largest box that draws a checkbox or radio button, square CSS pixels. */
const MAX_DRAWN_AREA = 48 * 48;

/**
 * The small box that stands for a transparent checkbox or radio button: it says the state, or something of it takes the
 * clicks, or a picture or painted box lies beside the control; or the element of a library that draws the control in its shadow root. One that has
 * none of these may show only when it is hovered over.
 */
function drawnBox(control: PageNode): PageNode | undefined {
  const { box, parent, attributes } = control;
  if (!box || attributes.type === 'file' || !control.has(Flag.Transparent)) return undefined;
  const isSmallAround = (one: PageNode): boolean =>
    one.box !== undefined && area(one.box) <= MAX_DRAWN_AREA && area(intersect(box, one.box)) > 0;
  const host = control.closest(({ tag }) => tag.includes('-') && !tag.startsWith('#'));
  if (host?.has(Flag.Listener) && isSmallAround(host)) return host;
  if (!parent) return undefined;
  const next = parent.children.slice(parent.children.indexOf(control) + 1).find(({ isElement }) => isElement);
  if (next && isSmallAround(next) && isDrawnAt(box, next)) return next;
  if (!isSmallAround(parent)) return undefined;
  const looksClickable = (one: PageNode): boolean =>
    one.has(Flag.Listener | Flag.Pointer) || one.attributes['aria-checked'] !== undefined;
  const isPicture = (one: PageNode): boolean => PICTURE_TAGS.has(one.tag) && !one.has(Flag.Transparent);
  const others = parent.children.filter((one) => one !== control && one.isElement);
  return [parent, ...others].some(looksClickable) || others.some(isPicture) ? parent : undefined;
}

/** Whether what stands right behind a control is painted in its place, and has no words: the track of a switch. */
const isDrawnAt = (place: Box, node: PageNode): boolean =>
  node.box !== undefined &&
  node.has(Flag.Paints) &&
  !node.has(Flag.Transparent) &&
  area(intersect(place, node.box)) >= 0.5 * Math.max(area(place), area(node.box)) &&
  !node.children.some(({ isText, text }) => isText && text.trim() !== '');

const PICTURE_TAGS: ReadonlySet<string> = new Set(['svg', 'img', 'i']);

/** An inert control takes no clicks, through its label either. */
function canReveal(node: PageNode, { decisions }: Visibility): boolean {
  const reason = decisions[node.index]?.reason;
  return reason !== 'inert' && reason !== 'fallback';
}

function isVisible(proxy: PageNode, { page, decisions, visibleBoxes }: Visibility): boolean {
  for (let i = proxy.index; i < proxy.end; i++) {
    const node = page.nodes[i] as PageNode;
    const shows =
      decisions[i] === undefined &&
      (node.isText || (node.box && node.children.length === 0 && visibleBoxes[i]));
    if (shows && node.tag !== 'br' && (!node.isText || node.text.trim() !== '')) return true;
  }
  return proxy.box !== undefined && decisions[proxy.index] === undefined;
}

function reveal(control: PageNode, proxy: PageNode, visibility: VisibilityDraft): void {
  visibility.decisions[control.index] = undefined;
  visibility.visibleProxies.set(control, proxy);
  visibility.visibleBoxes[control.index] = visibility.visibleBoxes[proxy.index];
  visibility.viewportPositions[control.index] = visibility.viewportPositions[proxy.index] ?? 'viewport';
}
