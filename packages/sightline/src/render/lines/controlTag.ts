import type { PageNode } from '../../snapshot/Page.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import { replacedLabel } from '../../structure/replacedLabel.ts';
import { compactAttributes, markupAttributes } from '../element/elementAttributes.ts';
import { elementVisibleText, isLabelWritten, scrollText } from '../element/elementText.ts';
import { quote } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';

/** `<select "Size" required value=M>`: what follows the number of a control. */
export function controlTag(node: PageNode, tagName: string, context: RenderContext): string {
  const { style, pageState } = context;
  const isCompact = style === 'compact';
  const text = pageState.counts.visibleLeaves(node) > 1 ? elementVisibleText(node, context) : '';
  const label = text || node.name;
  const attributes = isCompact
    ? compactAttributes(node, tagName, label, !context.withoutTooltips)
    : markupAttributes(
        node,
        FIELD_TAGS.has(node.tag) && !isLabelWritten(node, context) ? text : label,
        context,
      );
  const named = text === '' ? isNamedContainer(node, context) && node.name : replacedLabel(node);
  const title = isCompact && named ? ` ${quote(named)}` : '';
  const scroll = scrollText(node);
  return `<${tagName}${title}${attributes}${scroll && ` scroll=${scroll}`}>`;
}

/** A list box or menu, whose items follow it: its own name must stand in its tag. */
function isNamedContainer(node: PageNode, { pageState }: RenderContext): boolean {
  const { 'aria-label': label, 'aria-labelledby': reference } = node.attributes;
  const isNamed = node.name !== '' && (label ?? reference) !== undefined;
  return isNamed && pageState.counts.interactive(node) > 1;
}
