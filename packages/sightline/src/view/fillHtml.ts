import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import { optionsOf } from '../structure/compound.ts';
import { clean } from './escape.ts';
import type { HtmlElement, HtmlMode, HtmlNode, HtmlText } from './HtmlTree.ts';
import { foreignOrigin, isUnreadable, unloadedText } from './pieces.ts';
import type { Scene } from './View.ts';

/** What an element is told to hold or to be besides what stands in it: options, a typed text, why it cannot be read. */
export function fillHtml(element: HtmlElement, { structure }: Scene, mode: HtmlMode): void {
  const { node, attributes, children } = element;
  const { tag, name } = node;
  if (tag === 'svg' && element.tag === 'img') {
    for (const told of ['role', 'aria-label']) attributes.delete(told);
    attributes.set('alt', shorten(clean(name), 100));
  }
  if (tag === 'select') children.push(...options(node));
  if (tag === 'textarea' && node.attributes['.value']) children.push(textOf(node, node.attributes['.value']));
  const why = node.attributes['.unreadable'];
  if (node.has(Flag.Unreadable) || why || isUnreadable(node))
    attributes.set('data-unreadable', shorten(clean(why ?? 'true'), 100));
  const origin = foreignOrigin(node);
  if (origin) attributes.set('data-origin', origin);
  if (isUnlabelled(element, mode)) attributes.set('aria-label', shorten(clean(name), 100));
  const unloaded = structure.unloaded.get(node);
  if (unloaded) children.push({ kind: 'note', text: unloadedText(unloaded) });
}

/** A field whose name stands beside it, if anywhere. */
function isUnlabelled({ node, attributes, usable }: HtmlElement, mode: HtmlMode): boolean {
  const { tag, name } = node;
  if (!usable || name === '' || attributes.get('aria-label') === name) return false;
  if (tag !== 'input' && tag !== 'select' && tag !== 'textarea') return false;
  if ([attributes.get('placeholder'), attributes.get('title'), attributes.get('value')].includes(name))
    return false;
  return mode === 'interactive-only' || !node.closest((ancestor) => ancestor.tag === 'label');
}

function options(select: PageNode): HtmlNode[] {
  return optionsOf(select).map(({ label, value, selected, disabled }) => {
    const attributes = new Map<string, string>();
    if (value !== label) attributes.set('value', shorten(clean(value), 100));
    if (selected) attributes.set('selected', '');
    if (disabled) attributes.set('disabled', '');
    const text: HtmlText = textOf(select, shorten(label, 100));
    return { kind: 'element', tag: 'option', attributes, children: [text], usable: false, node: select };
  });
}

export function textOf(node: PageNode, text: string): HtmlText {
  return { kind: 'text', text: clean(text), node };
}
