import type { PageNode } from '../../snapshot/Page.ts';
import { INTERACTIVE_ROLES } from '../../snapshot/roles.ts';
import { hasWordCharacters } from '../../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

/** Most nodes in a hidden box that labels what it holds. */
const MAX_NODES = 80;

/** Around an element in a closed part, the smallest box there that has words beside those of controls. */
export function hiddenBoxAround(node: PageNode, visibility: Visibility): PageNode | undefined {
  if (!isRemoved(visibility, node)) return undefined;
  for (let box = node.parent; box && isRemoved(visibility, box); box = box.parent) {
    if (box.end - box.index > MAX_NODES) return undefined;
    if (labelTexts(box, visibility).length > 0) return box;
  }
  return undefined;
}

/** Texts in a box that are in no control of it. */
export function labelTexts(box: PageNode, { page }: Visibility): string[] {
  const texts: string[] = [];
  for (let i = box.index + 1; i < box.end; i++) {
    const node = page.nodes[i] as PageNode;
    if (INTERACTIVE_ROLES.has(node.role)) i = node.end - 1;
    else if (node.isText && hasWordCharacters(node.text)) texts.push(node.text.trim());
  }
  return texts;
}
