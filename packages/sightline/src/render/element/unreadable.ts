import { isOpaque } from '../../diff/VisibleItems.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { quote } from '../escape.ts';

export const UNREADABLE_TAGS = new Set(['canvas', 'video', 'object', 'embed']);

/** True for canvases, media and plug-ins without fallback content. */
export function isUnreadable(node: PageNode): boolean {
  const { tag, children } = node;
  if (!UNREADABLE_TAGS.has(tag) || (tag === 'canvas' && !isOpaque(node))) return false;
  return isOpaque(node) || children.every((child) => child.has(Flag.DisplayNone));
}

/** A note in place of what cannot be read. */
export function opaqueElementText({ tag, box, name }: PageNode): string {
  if (!box) return '';
  const label = name ? ` ${quote(name)}` : '';
  return `<${tag}${label} ${box.width}x${box.height} unreadable>`;
}

/** ` unreadable="it refuses to be framed"` for a frame whose document was not captured. */
export function unreadableText({ attributes }: PageNode): string {
  const reason = attributes['.unreadable'];
  if (reason === undefined) return '';
  return reason === 'true' ? ' unreadable' : ` unreadable=${quote(reason)}`;
}

/** The origin of the document in a frame, if it is not that of the page around it. */
export function foreignOrigin({ children, document }: PageNode): string | undefined {
  const origin = children[0]?.document.origin;
  return origin && origin !== document.origin ? origin : undefined;
}
