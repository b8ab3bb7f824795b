import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { safeTag } from '../element/displayTag.ts';
import { markupAttributes } from '../element/elementAttributes.ts';
import { elementVisibleText, scrollText, unloadedText } from '../element/elementText.ts';
import { isUnreadable, opaqueElementText } from '../element/unreadable.ts';
import { escapeInline, escapeLineStart, quote } from '../escape.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';

/**
 * The markup style (docs/spec/serialisation.md): a line for each interactive element and each text, content one tab
 * deeper.
 */
export function buildMarkupLines(context: RenderContext): ViewLine[] {
  const { visibility } = context.pageState;
  const { nodes } = visibility.page;
  const lines: ViewLine[] = [];
  const open: { end: number; close: string | undefined }[] = [];
  const push = (parts: (string | PageNode)[], node: PageNode): void => {
    lines.push({ kind: 'content', depth: open.length, parts, region: undefined, node, controlsOnly: false });
  };
  const pendingNotes: { end: number; text: string }[] = [];
  const closeUntil = (index: number): void => {
    for (let top = open.at(-1); top && top.end <= index; top = open.at(-1)) {
      open.pop();
      if (top.close) push([top.close], nodes[top.end - 1] as PageNode);
    }
    for (let pending = pendingNotes.at(-1); pending && pending.end <= index; pending = pendingNotes.at(-1)) {
      pendingNotes.pop();
      push([pending.text], nodes[pending.end - 1] as PageNode);
    }
  };
  for (let i = 0; i < nodes.length; i++) {
    closeUntil(i);
    const node = nodes[i] as PageNode;
    if (visibility.decisions[i]?.kind === 'remove') continue;
    const text = node.isText && !isWithinOpaque(node) ? textLine(node, context) : '';
    if (text) push([text], node);
    if (node.isText) continue;
    const unloaded = context.pageState.unloaded.get(node);
    if (unloaded) pendingNotes.push({ end: node.end, text: unloadedText(unloaded) });
    const shadow = shadowMarks(node);
    const parts = shadow ? [shadow.open] : elementParts(node, context);
    if (!parts) continue;
    push(parts, node);
    open.push({ end: node.end, close: shadow?.close });
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return lines;
}

const OPAQUE_TEXT_TAGS = new Set(['select', 'textarea', 'option', 'optgroup', 'canvas', 'svg']);

function isWithinOpaque(node: PageNode): boolean {
  return node.parent !== undefined && OPAQUE_TEXT_TAGS.has(node.parent.tag);
}

function textLine(node: PageNode, context: RenderContext): string {
  if (context.interactiveOnly && !isInsideInteractive(node, context)) return '';
  return escapeLineStart(escapeInline(collapseSpaces(node.text)));
}

function isInsideInteractive(node: PageNode, { pageState }: RenderContext): boolean {
  const { interactive } = pageState.visibility;
  return node.closest((ancestor) => interactive[ancestor.index] === 1) !== undefined;
}

function shadowMarks(node: PageNode): { open: string; close: string } | undefined {
  if (node.tag !== '#shadow-open' && node.tag !== '#shadow-closed') return undefined;
  const kind = node.tag === '#shadow-open' ? 'Open' : 'Closed';
  return { open: `▼ Shadow Content (${kind})`, close: '▲ Shadow Content End' };
}

/** The line of an element; undefined for one without. */
function elementParts(node: PageNode, context: RenderContext): (string | PageNode)[] | undefined {
  const isInteractive = context.pageState.visibility.interactive[node.index] === 1;
  const scroll = scrollText(node);
  const scrolls = scroll !== '' && node.has(Flag.ScrollX | Flag.ScrollY);
  const isFrame = node.tag === 'iframe' || node.tag === 'frame';
  if (!isInteractive && !scrolls && !isFrame) return unreadableParts(node, context);
  const mark = isInteractive && context.isNew(node) ? '*' : '';
  const tag = `<${safeTag(node)}${markupAttributes(node, elementVisibleText(node, context), context)}${sourceAttribute(node, isFrame)} />`;
  const info = scrolls ? ` (scroll: ${scroll})` : '';
  if (isInteractive && scrolls) return [`${mark}|SCROLL+[`, node, `]|${tag}${info}`];
  if (scrolls) return [`|SCROLL|${tag}${info}`];
  if (isFrame) return isInteractive ? [`${mark}[`, node, `]|IFRAME|${tag}`] : [`|IFRAME|${tag}`];
  return [`${mark}[`, node, `]${tag}${itemContextText(node, context)}`];
}

function unreadableParts(node: PageNode, { interactiveOnly }: RenderContext): string[] | undefined {
  const text = interactiveOnly || !isUnreadable(node) ? '' : opaqueElementText(node);
  return text === '' ? undefined : [text];
}

function sourceAttribute(node: PageNode, isFrame: boolean): string {
  const src = isFrame ? node.attributes.src : undefined;
  return src ? ` src=${quote(src)}` : '';
}

function itemContextText(node: PageNode, { pageState }: RenderContext): string {
  const item = pageState.itemContexts.get(node);
  return item && item.kind !== 'after' ? ` (${item.kind} ${quote(item.label)})` : '';
}
