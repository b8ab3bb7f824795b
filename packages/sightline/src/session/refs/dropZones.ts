import { displayName } from '../../identity/displayName.ts';
import { foldLabel } from '../../search/words/foldCase.ts';
import { isEmpty } from '../../snapshot/geometry.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';

/** What an element may be dropped in: a column of a board, a cell of a calendar. */
export interface DropZone {
  name: string;
  /** Onto which to drop it: the empty list of the zone, else what can be used in it. */
  place: PageNode | undefined;
  isEmptyList: boolean;
}

/** How far up from what is dragged a list of drop zones is looked for. */
const MAX_LEVELS = 6;

/** The zones around what is dragged: that which it is in, and those beside it. */
export function findDropZones(dragged: PageNode, pageState: PageState): DropZone[] {
  const { visibility } = pageState;
  const zones = findZones(dragged, pageState);
  return zones.map((zone) => {
    const name = containerName(zone, pageState) || displayName(zone);
    const list = listIn(zone, zones, dragged);
    const usable = visibility.page.subtree(zone).find((node) => isShownInteractive(visibility, node));
    const isShownList = list?.box && !isEmpty(list.box) && !isRemoved(visibility, list);
    const isEmptyList = isShownList === true && !(usable && list?.contains(usable));
    return { name, place: isEmptyList ? list : usable, isEmptyList };
  });
}

/** Onto which to drop it for a zone that is called so, if only one is. */
export function findZonePlace(words: string, dragged: PageNode, pageState: PageState): PageNode[] {
  const called = findDropZones(dragged, pageState).filter(({ name }) => foldLabel(name) === foldLabel(words));
  const [zone] = called;
  return called.length === 1 && zone?.place && !dragged.contains(zone.place) ? [zone.place] : [];
}

/** By its label, its heading or its first text. */
export function containerName(container: PageNode, { visibility }: PageState, inside?: PageNode): string {
  if (container.attributes['aria-label'] || container.attributes['aria-labelledby']) return container.name;
  const shown = visibility.page
    .subtree(container)
    .filter((node) => !isRemoved(visibility, node) && !inside?.contains(node));
  const heading = shown.find(({ role, name }) => role === 'heading' && name !== '');
  return heading?.name ?? shown.find(({ isText, text }) => isText && text.trim() !== '')?.text.trim() ?? '';
}

/** The nearest containers of one kind, of which one holds the element: the columns of a board, the cells of a calendar. */
function findZones(node: PageNode, { visibility }: PageState): PageNode[] {
  let container = node.parent;
  for (let level = 0; container?.parent && level < MAX_LEVELS; level++, container = container.parent) {
    const { tag, role, parent } = container;
    const alike = parent.children.filter(
      (one) => one.isElement && one.tag === tag && one.role === role && !isRemoved(visibility, one),
    );
    if (alike.length > 1) return alike;
  }
  return [];
}

/** The list of a zone: where in it the element that was dragged is in its own. Undefined where a zone is built otherwise. */
function listIn(zone: PageNode, zones: readonly PageNode[], dragged: PageNode): PageNode | undefined {
  const own = zones.find((one) => one.contains(dragged));
  const path: PageNode[] = [];
  for (let one = dragged.parent; one && one !== own; one = one.parent) path.unshift(one);
  const isAlike = (one: PageNode, other: PageNode): boolean =>
    one.isElement && one.tag === other.tag && one.role === other.role;
  return path.reduce<PageNode | undefined>(
    (around, step) => around?.children.find((one) => isAlike(one, step)),
    zone,
  );
}
