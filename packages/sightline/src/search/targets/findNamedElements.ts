import { elementVisibleText } from '../../render/element/elementText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';
import { roleMatcher } from '../elements/roleMatcher.ts';
import { foldCase } from '../words/Tokenizer.ts';
import { findContainers, isInside, type TargetContainer } from './findContainers.ts';
import { matchName, NAME_FITS, type NameFit } from './matchName.ts';
import { parseTargetPhrase, type TargetPhrase } from './parseTargetPhrase.ts';

/** Whether an element is one that the caller can use. */
export type TargetTest = (node: PageNode) => boolean;

/**
 * The elements that words name on a page: one where it is clear, several where it is not. Visible and interactive ones,
 * first among those that `suits` accepts; with `orAny` also other visible elements with a name, where none of these fits.
 * An exact name goes before one in other letter case, this before whole words of a name, and these before a part of it.
 */
export function findNamedElements(
  words: string,
  context: RenderContext,
  { suits, orAny = false }: { suits?: TargetTest | undefined; orAny?: boolean } = {},
): PageNode[] {
  const { visibility } = context.pageState;
  const usable = visibility.page.nodes.filter((node) => isShownInteractive(visibility, node));
  const readings = parseTargetPhrase(words);
  const groups = [
    ...(suits ? [usable.filter(suits)] : []),
    usable,
    ...(orAny ? [visibility.page.nodes.filter((node) => isNamed(node) && !isRemoved(visibility, node))] : []),
  ];
  for (const group of groups) {
    const names = new Map(group.map((node) => [node, namesOf(node, context)]));
    for (const reading of readings) {
      const found = findByReading(reading, names, context);
      if (found.length > 0) return found;
    }
  }
  return [];
}

const isNamed = (node: PageNode): boolean => node.isElement && (node.name !== '' || node.role !== '');

function findByReading(
  { kind, name, isWhole, container }: TargetPhrase,
  names: ReadonlyMap<PageNode, readonly string[]>,
  context: RenderContext,
): PageNode[] {
  const isKind = kind === undefined ? () => true : kindTest(kind);
  const nodes = [...names.keys()].filter(isKind);
  const inside = container ? findContainers(container, context.pageState) : undefined;
  const placed = inside ? nodes.filter((node) => inside.some((one) => isInside(one, node))) : nodes;
  if (name === '') return kind === undefined ? [] : withoutDoubles(placed);
  const byFit = new Map<NameFit, PageNode[]>();
  for (const node of placed) {
    const fit = matchName(names.get(node) ?? [], name);
    if (fit) byFit.set(fit, [...(byFit.get(fit) ?? []), node]);
  }
  const fits = isWhole ? NAME_FITS.slice(0, 2) : NAME_FITS;
  const best = fits.map((fit) => byFit.get(fit)).find((found) => found !== undefined) ?? [];
  return withoutDoubles(inside ? withinInnermost(best, inside) : best);
}

/** `item` and `control` are no roles. */
function kindTest(kind: string): TargetTest {
  if (kind === 'item' || kind === 'card')
    return ({ role }) => ['listitem', 'option', 'treeitem', 'article', 'menuitem', 'row'].includes(role);
  return roleMatcher(kind);
}

/** What an element is called: its name; without one its text, or what an empty field shows. */
function namesOf(node: PageNode, context: RenderContext): string[] {
  const item = context.pageState.itemContexts.get(node);
  const names =
    node.name === ''
      ? [elementVisibleText(node, context), node.attributes.placeholder, node.attributes.title, item?.label]
      : [node.name];
  return names.map((one) => collapseSpaces(one ?? '')).filter((one) => one !== '');
}

/** A container around another one that fits, with something found in both, says nothing of its own. */
function withinInnermost(found: PageNode[], containers: readonly TargetContainer[]): PageNode[] {
  const holding = containers.filter((one) => found.some((node) => isInside(one, node)));
  const innermost = holding.filter((one) => !holding.some((other) => other !== one && isInside(one, other)));
  return found.filter((node) => innermost.some((one) => isInside(one, node)));
}

/** Of elements in each other the innermost; of links of one name to one address the first. */
export function withoutDoubles(found: PageNode[]): PageNode[] {
  const innermost = found.filter((node) => !found.some((other) => other !== node && node.contains(other)));
  const links = new Set<string>();
  return innermost.filter((node) => {
    const { href } = node.attributes;
    if (!href || href.startsWith('#') || href.startsWith('javascript:')) return true;
    const key = `${foldCase(node.name)} ${href}`;
    if (links.has(key)) return false;
    links.add(key);
    return true;
  });
}
