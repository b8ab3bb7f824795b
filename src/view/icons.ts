import type { PageNode } from '../model/Page.ts';
import { attributeValue } from './escape.ts';

/** The file of a picture, or the class of an icon font: `fa-trash`, the last and most special of its classes. */
export function iconOf(node: PageNode): string | undefined {
  for (const child of node.children) {
    const { src, class: classes } = child.attributes;
    if (child.tag === 'img' && src) return /([^/?#]+)(?:[?#].*)?$/.exec(src)?.[1];
    if (classes && child.children.every((inner) => !inner.isText)) return iconClass(classes);
  }
  return undefined;
}

function iconClass(classes: string): string {
  const words = classes.trim().split(/\s+/);
  const named = words.filter(
    (word) => /[a-z]-[a-z]/i.test(word) && !/^(fa|icon)-(fw|lg|sm|xs|\dx)$/.test(word),
  );
  // `ui-icon ui-icon-disk`: the set, then the icon.
  const special = named.find((word) => named.some((other) => word.startsWith(`${other}-`)));
  return special ?? named[0] ?? words.at(-1) ?? '';
}

/** Classes by which sets of icons tell theirs: `ui-icon-disk`, `fa-trash`, `bi-gear`, `icon_home`. */
const ICON = /(?:^|[\s_-])(?:icon|icons|fa|fas|far|bi|mdi|glyphicon|ti|bx|la|ion|feather)[_-][a-z]/i;

/**
 * An icon in the midst of a sentence ("the item with the ▢ icon"), where it stands for a word, as a piece of
 * text. Empty for those beside a label, which repeat it.
 */
export function iconInText(node: PageNode): string {
  const { class: classes } = node.attributes;
  if (!classes || node.children.length > 0 || !ICON.test(classes) || !hasSize(node)) return '';
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  return says(siblings[at - 1]) && says(siblings[at + 1])
    ? `<img icon=${attributeValue(iconClass(classes), false)}>`
    : '';
}

const hasSize = ({ box }: PageNode): boolean => box !== undefined && box.width >= 8 && box.height >= 8;

const says = (node: PageNode | undefined): boolean =>
  node?.isText === true && /[\p{L}\p{N}]/u.test(node.text);
