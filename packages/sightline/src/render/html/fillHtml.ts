import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { optionsOf } from '../../structure/compoundParts.ts';
import { unloadedText } from '../element/elementText.ts';
import { foreignOrigin, isUnreadable } from '../element/unreadable.ts';
import { stripInvisible } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import type { HtmlElement, HtmlMode, HtmlNode, HtmlText } from './HtmlTree.ts';

/** Adds to an element what is no child or attribute of it in the page: options, entered text, why it is unreadable. */
export function fillHtml(element: HtmlElement, { pageState }: RenderContext, mode: HtmlMode): void {
  const { node, attributes, children } = element;
  const { tag, name } = node;
  if (tag === 'svg' && element.tag === 'img') {
    for (const attribute of ['role', 'aria-label']) attributes.delete(attribute);
    attributes.set('alt', shorten(stripInvisible(name), 100));
  }
  if (tag === 'select') children.push(...optionElements(node));
  if (tag === 'textarea' && node.attributes['.value'])
    children.push(htmlText(node, node.attributes['.value']));
  const reason = node.attributes['.unreadable'];
  if (node.has(Flag.Unreadable) || reason || isUnreadable(node))
    attributes.set('data-unreadable', shorten(stripInvisible(reason ?? 'true'), 100));
  const origin = foreignOrigin(node);
  if (origin) attributes.set('data-origin', origin);
  if (isUnlabelled(element, mode)) attributes.set('aria-label', shorten(stripInvisible(name), 100));
  const unloaded = pageState.unloaded.get(node);
  if (unloaded) children.push({ kind: 'note', text: unloadedText(unloaded) });
}

/** True for a field whose accessible name would be lost. */
function isUnlabelled({ node, attributes, interactive }: HtmlElement, mode: HtmlMode): boolean {
  const { tag, name } = node;
  if (!interactive || name === '' || attributes.get('aria-label') === name) return false;
  if (tag !== 'input' && tag !== 'select' && tag !== 'textarea') return false;
  if ([attributes.get('placeholder'), attributes.get('title'), attributes.get('value')].includes(name))
    return false;
  return mode === 'interactive-only' || !node.closest((ancestor) => ancestor.tag === 'label');
}

function optionElements(select: PageNode): HtmlNode[] {
  return optionsOf(select).map(({ label, value, selected, disabled }) => {
    const attributes = new Map<string, string>();
    if (value !== label) attributes.set('value', shorten(stripInvisible(value), 100));
    if (selected) attributes.set('selected', '');
    if (disabled) attributes.set('disabled', '');
    const text: HtmlText = htmlText(select, shorten(label, 100));
    return { kind: 'element', tag: 'option', attributes, children: [text], interactive: false, node: select };
  });
}

export function htmlText(node: PageNode, text: string): HtmlText {
  return { kind: 'text', text: stripInvisible(text), node };
}
