import type { PageNode } from '../model/Page.ts';
import { compactAttributes, markupAttributes } from './attributes.ts';
import { quote } from './escape.ts';
import { scrollText, visibleText } from './pieces.ts';
import type { Scene } from './View.ts';

/** `<select "Size" required value=M>`: what stands behind the number of a control, before its words. */
export function controlTag(node: PageNode, word: string, scene: Scene): string {
  const { style, structure } = scene;
  const isCompact = style === 'compact';
  const text = structure.counts.leaves(node) > 1 ? visibleText(node, scene) : '';
  const label = text || node.name;
  const attributes = isCompact ? compactAttributes(node, word, label) : markupAttributes(node, label, true);
  const title = isCompact && text === '' && isNamedHolder(node, scene) ? ` ${quote(node.name)}` : '';
  const scroll = scrollText(node);
  return `<${word}${title}${attributes}${scroll && ` scroll=${scroll}`}>`;
}

/** A list box or menu whose targets are told after it: its own name stands in its tag. */
function isNamedHolder(node: PageNode, { structure }: Scene): boolean {
  const { 'aria-label': label, 'aria-labelledby': reference } = node.attributes;
  const isNamed = node.name !== '' && (label ?? reference) !== undefined;
  return isNamed && structure.counts.usable(node) > 1;
}
