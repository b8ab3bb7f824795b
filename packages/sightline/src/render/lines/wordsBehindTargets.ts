import type { PageNode } from '../../snapshot/Page.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import { isOpaque } from '../element/elementText.ts';

/** Longest words that are written first, in characters. */
const MAX_LENGTH = 120;

/**
 * The texts of a control's own words where a target without words stands before them: the handles of a node in a diagram, the
 * shape behind a word. Written in order these words would be those of the target. Empty for any other control: for a box that
 * scrolls, and where targets stand between the words, as the words are theirs (the surface of a diagram, a card of buttons).
 */
export function wordsBehindTargets(node: PageNode, visibility: Visibility): PageNode[] {
  const { page, interactive } = visibility;
  const texts: PageNode[] = [];
  let isBehind = false;
  let lastTarget = node.index;
  if (isOpaque(node) || node.scroller) return texts;
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = page.nodes[i] as PageNode;
    if (interactive[i] === 1) {
      if (!isWordless(inner, visibility)) return [];
      isBehind ||= texts.length === 0;
      i = inner.end - 1;
      lastTarget = i;
    } else if (inner.isText && inner.text.trim() !== '' && !isRemoved(visibility, inner)) {
      if (texts[0] && texts[0].index < lastTarget) return [];
      texts.push(inner);
    }
  }
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  return isBehind && length <= MAX_LENGTH ? texts : [];
}

function isWordless({ name, index, end }: PageNode, visibility: Visibility): boolean {
  const inside = visibility.page.nodes.slice(index, end);
  return (
    name === '' && !inside.some((one) => one.isText && one.text.trim() !== '' && !isRemoved(visibility, one))
  );
}
