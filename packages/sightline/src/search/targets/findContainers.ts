import type { PageNode } from '../../snapshot/Page.ts';
import { GROUP_ROLES, ITEM_ROLES, STANDALONE_ITEM_ROLES, TABLE_ROLES } from '../../snapshot/roles.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { roleMatcher } from '../elements/roleMatcher.ts';
import { matchName, NAME_FITS, type NameFit } from './matchName.ts';

/** A part of the page, as a range of `PageNode.index`: an element, or the section under a heading. */
export interface TargetContainer {
  index: number;
  end: number;
}

interface NamedContainer {
  range: TargetContainer;
  texts: readonly string[];
}

const SECTION_TAGS: ReadonlySet<string> = new Set([
  'section',
  'article',
  'fieldset',
  'details',
  'form',
  'aside',
]);
/** Characters of a container's text that are compared. */
const MAX_TEXT = 4_000;

/** Whether an element is in a part of the page, and is not the part itself. */
export function isInside(container: TargetContainer, { index }: { index: number }): boolean {
  return index > container.index && index < container.end;
}

/**
 * The rows, items, regions, dialogs or sections that words name: by their name, a text in them, or their heading. Only
 * those that fit best: a row with a cell `Ann` goes before one with `Ann Lee`, and this before one with `Anna`; as well as
 * `allowed` at least.
 */
export function findContainers(
  { kind, name }: { kind?: string; name: string },
  pageState: PageState,
  allowed: readonly NameFit[] = NAME_FITS,
): TargetContainer[] {
  const containers = [...elementContainers(kind, pageState), ...headingSections(kind, pageState)];
  if (name === '') return containers.map(({ range }) => range);
  const fits = containers.map(({ texts }) => matchName(texts, name));
  for (const fit of allowed) {
    const found = containers.filter((_, i) => fits[i] === fit);
    if (found.length > 0) return found.map(({ range }) => range);
  }
  // Many lists are drawn without the role of a row.
  return kind === 'row' ? findContainers({ kind: 'item', name }, pageState, allowed) : [];
}

function elementContainers(kind: string | undefined, pageState: PageState): NamedContainer[] {
  const { visibility, itemContexts } = pageState;
  const labels = new Map([...itemContexts.values()].map(({ item, label }) => [item, label]));
  const regions = new Map(pageState.regions.map((region) => [region.node, region.address]));
  const isKind = containerTest(kind, labels, regions);
  return visibility.page.nodes
    .filter((node) => node.isElement && isKind(node) && !isRemoved(visibility, node))
    .map((node) => {
      const own = [node.name, labels.get(node) ?? '', regions.get(node) ?? ''];
      return { range: node, texts: [...own, ...textsIn(node, pageState)] };
    });
}

function containerTest(
  kind: string | undefined,
  items: ReadonlyMap<PageNode, string>,
  regions: ReadonlyMap<PageNode, string>,
): (node: PageNode) => boolean {
  const isItem = (node: PageNode): boolean => STANDALONE_ITEM_ROLES.has(node.role) || items.has(node);
  const isSection = (node: PageNode): boolean =>
    SECTION_TAGS.has(node.tag) || regions.has(node) || node.role === 'group' || node.role === 'tabpanel';
  if (kind === undefined)
    return (node) =>
      isItem(node) || isSection(node) || GROUP_ROLES.has(node.role) || TABLE_ROLES.has(node.role);
  if (kind === 'row') return (node) => ITEM_ROLES.has(node.role) && node.role !== 'option';
  if (kind === 'item' || kind === 'card') return isItem;
  if (kind === 'region' || kind === 'landmark') return (node) => regions.has(node);
  return kind === 'section' || kind === 'panel' ? isSection : roleMatcher(kind);
}

function headingSections(kind: string | undefined, { headings }: PageState): NamedContainer[] {
  if (kind !== undefined && kind !== 'section' && kind !== 'panel') return [];
  return headings.map(({ node, end, text }) => ({ range: { index: node.index, end }, texts: [text] }));
}

/** Each visible text in an element, and all of them together. */
function textsIn(node: PageNode, { visibility }: PageState): string[] {
  const texts: string[] = [];
  let length = 0;
  for (let i = node.index; i < node.end && length < MAX_TEXT; i++) {
    const inner = visibility.page.nodes[i] as PageNode;
    if (!inner.isText || isRemoved(visibility, inner)) continue;
    texts.push(collapseSpaces(inner.text));
    length += inner.text.length;
  }
  return [...texts, collapseSpaces(texts.join(' '))];
}
