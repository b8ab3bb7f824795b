import type { PageNode } from '../../snapshot/Page.ts';
import { iconClass } from '../../structure/attributeHint.ts';
import { formatAttributeValue } from '../escape.ts';

/** Classes by which sets of icons tell theirs: `ui-icon-disk`, `fa-trash`, `bi-gear`, `icon_home`. */
const ICON_CLASS = /(?:^|[\s_-])(?:icon|icons|fa|fas|far|bi|mdi|glyphicon|ti|bx|la|ion|feather)[_-][a-z]/i;

/**
 * An icon in the midst of a sentence ("the item with the ▢ icon"), where it stands for a word, as a piece of
 * text. Empty for those beside a label, which repeat it.
 */
export function inlineIconText(node: PageNode): string {
  const { class: classes } = node.attributes;
  if (!classes || node.children.length > 0 || !ICON_CLASS.test(classes) || !hasSize(node)) return '';
  const siblings = node.parent?.children ?? [];
  const position = siblings.indexOf(node);
  return hasWords(siblings[position - 1]) && hasWords(siblings[position + 1])
    ? `<img icon=${formatAttributeValue(iconClass(classes), false)}>`
    : '';
}

const hasSize = ({ box }: PageNode): boolean => box !== undefined && box.width >= 8 && box.height >= 8;

const hasWords = (node: PageNode | undefined): boolean =>
  node?.isText === true && /[\p{L}\p{N}]/u.test(node.text);
