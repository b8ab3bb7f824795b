import type { PageNode } from '../../snapshot/Page.ts';
import { hasWordCharacters } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { ElementMatch } from './ElementQuery.ts';
import { textOf } from './findReadable.ts';

const OPTIONS = new Set(['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox']);
const LISTS = new Set(['listbox', 'menu', 'combobox']);

/** One entry for one thing: no frame around a control that was found too, and one option of a list that is hidden. */
export function mergeMatches(matches: readonly ElementMatch[], pageState: PageState): ElementMatch[] {
  const found = new Set(matches.map(({ node }) => node));
  const lists = new Set(matches.map(({ node, hidden }) => (hidden ? listOf(node) : undefined)));
  const firstByList = new Map<PageNode, ElementMatch>();
  const merged: ElementMatch[] = [];
  for (const match of matches) {
    if (isFrameOf(found, match.node, pageState) || (match.hidden && lists.has(match.node))) continue;
    const list = match.hidden ? listOf(match.node) : undefined;
    const first = list && firstByList.get(list);
    if (first) {
      first.alike = (first.alike ?? 0) + 1;
      continue;
    }
    if (list) firstByList.set(list, match);
    merged.push(match);
  }
  return merged;
}

/** A box without a role, the only control in which was found; not one whose words are its own, such as an event with a handle in it. */
function isFrameOf(found: ReadonlySet<PageNode>, node: PageNode, { counts, visibility }: PageState): boolean {
  if (node.role !== '' || counts.interactive(node) !== 2) return false;
  const inside = visibility.page.descendants(node);
  const control = inside.find(({ index }) => visibility.interactive[index] === 1);
  if (!control || !found.has(control)) return false;
  return control.role !== '' || control.name !== '' || !hasWordCharacters(textOf(node));
}

function listOf(node: PageNode): PageNode | undefined {
  return OPTIONS.has(node.role) ? node.parent?.closest(({ role }) => LISTS.has(role)) : undefined;
}
