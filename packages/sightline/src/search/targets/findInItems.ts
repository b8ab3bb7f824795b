import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';
import { findContainers } from './findContainers.ts';
import { isHiddenControl } from './findHoverable.ts';
import type { TargetTest } from './findNamedElements.ts';
import { NAME_FITS } from './matchName.ts';
import { parseTargetPhrase } from './parseTargetPhrase.ts';

const ITEM_KINDS: ReadonlySet<string> = new Set(['row', 'item', 'card', 'listitem']);
/** Not a part of a word: the words are said of all of the item. */
const ITEM_FITS = NAME_FITS.filter((fit) => fit !== 'part');

/**
 * Of each row or item that words name, the one element in it that suits: the checkbox of the row `Ann`. With `withHidden`
 * also one that shows only while the item is hovered over, where the item shows none.
 */
export function findInItems(
  words: string,
  { pageState }: RenderContext,
  suits: TargetTest,
  withHidden: boolean,
): PageNode[] {
  const { nodes } = pageState.page;
  const { visibility, revealPaths } = pageState;
  const sole = itemsNamed(words).flatMap((item) => {
    const inside = nodes.slice(item.index, item.end).filter(suits);
    const shown = inside.filter((node) => isShownInteractive(visibility, node));
    const hidden =
      withHidden && shown.length === 0
        ? inside.filter((node) => isHiddenControl(node, pageState) && revealPaths.findHoverBox(node))
        : [];
    const found = [...shown, ...hidden];
    return found.length === 1 ? found : [];
  });
  return [...new Set(sole)];

  function itemsNamed(text: string) {
    const readings = parseTargetPhrase(text).filter(({ container }) => !container);
    const named = readings.find(({ kind }) => kind !== undefined && ITEM_KINDS.has(kind)) ?? readings[0];
    const name = named?.name ?? '';
    return name === '' ? [] : findContainers({ kind: 'item', name }, pageState, ITEM_FITS);
  }
}
