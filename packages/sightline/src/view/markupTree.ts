import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { markupAttributes } from './attributes.ts';
import { escapeInline, escapeLineStart, quote } from './escape.ts';
import { isUnreadable, opaqueText, scrollText, unloadedText, visibleText } from './pieces.ts';
import type { Line, Scene } from './View.ts';
import { tagOf } from './word.ts';

/**
 * The form of seed 002, sections 1, 5, 7, 8 and 14: one element a line, closed in itself, what it holds
 * a tab deeper, text on lines of its own.
 */
export function markupTree(scene: Scene): Line[] {
  const { pruning } = scene.structure;
  const { nodes } = pruning.page;
  const lines: Line[] = [];
  const open: { end: number; close: string | undefined }[] = [];
  const push = (parts: (string | PageNode)[], node: PageNode): void => {
    lines.push({ kind: 'content', depth: open.length, parts, region: undefined, node, controlsOnly: false });
  };
  const rests: { end: number; text: string }[] = [];
  const closeUntil = (index: number): void => {
    for (let top = open.at(-1); top && top.end <= index; top = open.at(-1)) {
      open.pop();
      if (top.close) push([top.close], nodes[top.end - 1] as PageNode);
    }
    for (let rest = rests.at(-1); rest && rest.end <= index; rest = rests.at(-1)) {
      rests.pop();
      push([rest.text], nodes[rest.end - 1] as PageNode);
    }
  };
  for (let i = 0; i < nodes.length; i++) {
    closeUntil(i);
    const node = nodes[i] as PageNode;
    if (pruning.verdicts[i]?.decision === 'remove') continue;
    const text = node.isText && !isWithinOpaque(node) ? textOf(node, scene) : '';
    if (text) push([text], node);
    if (node.isText) continue;
    const unloaded = scene.structure.unloaded.get(node);
    if (unloaded) rests.push({ end: node.end, text: unloadedText(unloaded) });
    const shadow = shadowMarks(node);
    const parts = shadow ? [shadow.open] : elementParts(node, scene);
    if (!parts) continue;
    push(parts, node);
    open.push({ end: node.end, close: shadow?.close });
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return lines;
}

const OPAQUE = new Set(['select', 'textarea', 'option', 'optgroup', 'canvas', 'svg']);

function isWithinOpaque(node: PageNode): boolean {
  return node.parent !== undefined && OPAQUE.has(node.parent.tag);
}

function textOf(node: PageNode, scene: Scene): string {
  if (scene.interactiveOnly && !isInUsable(node, scene)) return '';
  return escapeLineStart(escapeInline(node.text.replace(/\s+/g, ' ').trim()));
}

function isInUsable(node: PageNode, { structure }: Scene): boolean {
  const { usable } = structure.pruning;
  return node.closest((ancestor) => usable[ancestor.index] === 1) !== undefined;
}

function shadowMarks(node: PageNode): { open: string; close: string } | undefined {
  if (node.tag !== '#shadow-open' && node.tag !== '#shadow-closed') return undefined;
  const kind = node.tag === '#shadow-open' ? 'Open' : 'Closed';
  return { open: `▼ Shadow Content (${kind})`, close: '▲ Shadow Content End' };
}

/** What stands on the element's line; undefined for one that is not told. */
function elementParts(node: PageNode, scene: Scene): (string | PageNode)[] | undefined {
  const isUsable = scene.structure.pruning.usable[node.index] === 1;
  const scroll = scrollText(node);
  const scrolls = scroll !== '' && node.has(Flag.ScrollX | Flag.ScrollY);
  const isFrame = node.tag === 'iframe' || node.tag === 'frame';
  if (!isUsable && !scrolls && !isFrame) return unreadable(node, scene);
  const mark = isUsable && scene.isNew(node) ? '*' : '';
  const tag = `<${tagOf(node)}${markupAttributes(node, visibleText(node, scene), isUsable)}${source(node, isFrame)} />`;
  const info = scrolls ? ` (scroll: ${scroll})` : '';
  if (isUsable && scrolls) return [`${mark}|SCROLL+[`, node, `]|${tag}${info}`];
  if (scrolls) return [`|SCROLL|${tag}${info}`];
  if (isFrame) return isUsable ? [`${mark}[`, node, `]|IFRAME|${tag}`] : [`|IFRAME|${tag}`];
  return [`${mark}[`, node, `]${tag}${context(node, scene)}`];
}

function unreadable(node: PageNode, { interactiveOnly }: Scene): string[] | undefined {
  const text = interactiveOnly || !isUnreadable(node) ? '' : opaqueText(node);
  return text === '' ? undefined : [text];
}

function source(node: PageNode, isFrame: boolean): string {
  const src = isFrame ? node.attributes.src : undefined;
  return src ? ` src=${quote(src)}` : '';
}

function context(node: PageNode, { structure }: Scene): string {
  const item = structure.contexts.get(node);
  return item && item.kind !== 'after' ? ` (${item.kind} ${quote(item.label)})` : '';
}
