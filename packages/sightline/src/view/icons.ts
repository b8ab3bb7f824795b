import type { PageNode } from '../model/Page.ts';
import { iconClass } from '../structure/hint.ts';
import { attributeValue } from './escape.ts';

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
