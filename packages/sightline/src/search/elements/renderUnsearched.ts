import { displayTag } from '../../render/element/displayTag.ts';
import { unloadedText } from '../../render/element/elementText.ts';
import { escapeInline, quote } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { itemContextOf } from '../../structure/itemContexts.ts';
import { findUnsearched } from './findUnsearched.ts';

/** Controls and lists that are named in a line. */
const MAX_NAMED = 4;

/**
 * Where a search that found little did not look, in four lines at most, with what opens it:
 * `Not searched, since closed: [4]<button>History, [9]<button>Advanced (2 more)`.
 */
export function renderUnsearched(context: RenderContext): string[] {
  const { collapsed, tabs, unloaded, canvas } = findUnsearched(context.pageState);
  const lists = unloaded.map(
    ([list, items]) => `${list.name && `${quote(shorten(list.name, 40))} `}${unloadedText(items)}`,
  );
  return [
    ...line(
      'Not searched, since closed',
      collapsed.map((node) => controlText(node, context)),
    ),
    ...line(
      'Not searched, tabs that are not open',
      tabs.map((node) => controlText(node, context)),
    ),
    ...line('Not searched, not loaded', lists),
    ...(canvas ? [canvasText(canvas)] : []),
  ];
}

function line(head: string, entries: readonly (string | (() => string))[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - MAX_NAMED;
  const named = entries.slice(0, MAX_NAMED).map((entry) => (typeof entry === 'string' ? entry : entry()));
  return [`${head}: ${named.join(', ')}${more > 0 ? ` (${more} more)` : ''}`];
}

function canvasText({ box }: PageNode): string {
  const size = box ? ` (${box.width}x${box.height})` : '';
  return `Not searched, drawn on a canvas${size}: take a screenshot, or open its data as text`;
}

/** Only what is written gets a number; an arrow before a branch is called by that. */
const controlText =
  (node: PageNode, { refOf, pageState: { itemContexts, visibility } }: RenderContext) =>
  (): string => {
    const label = node.name || (itemContextOf(node, itemContexts, visibility)?.label ?? '');
    return `[${refOf(node)}]<${escapeInline(displayTag(node, 'compact'))}>${escapeInline(shorten(label, 30))}`;
  };
