import { TOOLTIP_ATTRIBUTES } from '../snapshot/capturedAttributes.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { collapseSpaces, shorten } from '../snapshot/shorten.ts';
import { replacedLabel } from './replacedLabel.ts';
import { shapeLabel } from './shapeLabel.ts';

export type AttributeHint = [
  key: 'label' | 'href' | 'icon' | 'name' | 'id' | 'data-testid' | 'class',
  value: string,
];

/**
 * What best describes a control without a name: its tooltip, the label of a box that holds nothing else, or of the hidden field
 * that it stands for, the words that stand on a shape, the address of a link, an icon, else another attribute.
 */
export function attributeHint(node: PageNode): AttributeHint | undefined {
  const { attributes } = node;
  const { href } = attributes;
  const label = tooltipOf(node) || labelAround(node) || replacedLabel(node) || shapeLabel(node);
  if (label) return ['label', shorten(label, 60)];
  if (href && !/^(#|javascript:)/i.test(href)) return ['href', urlTail(href)];
  const icon = iconName(node);
  if (icon) return ['icon', shorten(icon, 40)];
  for (const key of ['name', 'id', 'data-testid', 'class'] as const) {
    const value = attributes[key];
    if (value) return [key, shorten(key === 'id' ? value.replace(COUNTED_ID, '…') : value, 40)];
  }
  return undefined;
}

/** What libraries count up at the beginning of an id (React's `:r1a:`, `_r_1d_`), where words follow. */
const COUNTED_ID = /^.*(?::r[\da-z]+:|_r_[\da-z]+_)-?(?=[a-z]{3})/i;

/** The text that a script shows over the element. */
export function tooltipOf({ attributes }: PageNode): string {
  const key = TOOLTIP_ATTRIBUTES.find((one) => attributes[one]);
  return key ? collapseSpaces(attributes[key] as string) : '';
}

function labelAround({ parent }: PageNode): string {
  if (parent?.role !== '' || parent.children.filter(({ isElement }) => isElement).length > 1) return '';
  if (parent.children.some(({ isText, text }) => isText && text.trim() !== '')) return '';
  return collapseSpaces(parent.attributes['aria-label'] ?? parent.attributes.title ?? '');
}

function urlTail(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, '');
  return path.length > 40 ? `…${path.slice(-39)}` : path || shorten(url, 40);
}

/** The glyph of an icon font, the file of a picture, or a class: `fa-trash`, the last and most special of them. */
function iconName(node: PageNode): string | undefined {
  if (node.attributes['.icon']) return node.attributes['.icon'];
  for (const child of node.children) {
    if (child.attributes['.icon']) return child.attributes['.icon'];
    const { src, class: classes } = child.attributes;
    if (child.tag === 'img' && src) return /([^/?#]+)(?:[?#].*)?$/.exec(src)?.[1];
    if (classes && child.children.every((inner) => !inner.isText)) return iconClass(classes) || undefined;
  }
  return undefined;
}

/** Classes that tools make up: `css-8mmkcg`, `sc-1a2b3c`. */
const GENERATED_CLASS = /^(?:css|sc|emotion|jss)-[a-z\d]*\d[a-z\d]*$/i;

/** The last and most special of the classes of an icon; '' where none was written by a person. */
export function iconClass(classes: string): string {
  const words = classes
    .trim()
    .split(/\s+/)
    .filter((word) => !GENERATED_CLASS.test(word));
  const named = words.filter(
    (word) => /[a-z]-[a-z]/i.test(word) && !/^(fa|icon)-(fw|lg|sm|xs|\dx)$/.test(word),
  );
  // `ui-icon ui-icon-disk`: the set, then the icon.
  const mostSpecific = named.find((word) => named.some((other) => word.startsWith(`${other}-`)));
  // `app-icon app-ic-close`: that it is an icon, then which.
  return mostSpecific ?? named.find((word) => !/-icons?$/i.test(word)) ?? named[0] ?? words.at(-1) ?? '';
}
