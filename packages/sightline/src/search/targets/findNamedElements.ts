import { elementVisibleText } from '../../render/element/elementText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { addToGroup } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import { tooltipOf } from '../../structure/attributeHint.ts';
import type { PageState } from '../../structure/PageState.ts';
import { replacedLabel } from '../../structure/replacedLabel.ts';
import { shapeLabel } from '../../structure/shapeLabel.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';
import { roleMatcher } from '../elements/roleMatcher.ts';
import { findContainers, isInside, type TargetContainer } from './findContainers.ts';
import { firstOfEach } from './leadToSamePlace.ts';
import { matchName, NAME_FITS, type NameFit } from './matchName.ts';
import { namesOfOtherKinds, parseTargetPhrase, type TargetPhrase } from './parseTargetPhrase.ts';

/** Whether an element is one that the caller can use. */
export type TargetTest = (node: PageNode) => boolean;

/**
 * The elements that words name on a page: one where it is clear, several where it is not. Visible and interactive ones (or
 * those `among` others), first among those that `suits` accepts; with `orAny` also other visible elements with a name, where none of these fits.
 * An exact name goes before one in other letter case, this before whole words of a name, and these before a part of it;
 * at each of these what an element is called itself goes before what else it may be meant by.
 */
export function findNamedElements(
  words: string,
  context: RenderContext,
  {
    suits,
    orAny = false,
    among,
  }: { suits?: TargetTest | undefined; orAny?: boolean; among?: PageNode[] } = {},
): PageNode[] {
  const { visibility } = context.pageState;
  const usable = among ?? visibility.page.nodes.filter((node) => isShownInteractive(visibility, node));
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
  return findOfOtherKind(readings, suits ? usable.filter(suits) : usable, context);
}

/** Where the kind that was said fits nothing: what is called so, if that is only one. */
function findOfOtherKind(
  readings: readonly TargetPhrase[],
  nodes: readonly PageNode[],
  context: RenderContext,
): PageNode[] {
  const others = namesOfOtherKinds(readings);
  if (others.length === 0) return [];
  const names = new Map(nodes.map((node) => [node, namesOf(node, context)]));
  return (
    others.map((reading) => findByReading(reading, names, context)).find(({ length }) => length === 1) ?? []
  );
}

const isNamed = (node: PageNode): boolean => node.isElement && (node.name !== '' || node.role !== '');

function findByReading(
  { kind, name, isWhole, container }: TargetPhrase,
  names: ReadonlyMap<PageNode, TargetNames>,
  context: RenderContext,
): PageNode[] {
  const isKind = kind === undefined ? () => true : kindTest(kind);
  const nodes = [...names.keys()].filter(isKind);
  const fits = isWhole ? NAME_FITS.slice(0, 2) : NAME_FITS;
  const inside = container && findContainers(container, context.pageState, fits);
  const placed = inside ? nodes.filter((node) => inside.some((one) => isInside(one, node))) : nodes;
  if (name === '' && kind === undefined) return [];
  const best = name === '' ? placed : bestFits(placed, names, name, fits);
  return withoutDoubles(inside ? withinInnermost(best, inside) : best, context.pageState);
}

/** `item` and `control` are no roles. */
function kindTest(kind: string): TargetTest {
  if (kind === 'item' || kind === 'card')
    return ({ role }) => ['listitem', 'option', 'treeitem', 'article', 'menuitem', 'row'].includes(role);
  return roleMatcher(kind);
}

/** The elements of the best fit. */
function bestFits(
  nodes: readonly PageNode[],
  names: ReadonlyMap<PageNode, TargetNames>,
  name: string,
  fits: readonly NameFit[],
): PageNode[] {
  const byRank = new Map<number, PageNode[]>();
  for (const node of nodes) {
    const { own = [], others = [] } = names.get(node) ?? {};
    const ranks = [own, others].map((group, i) => {
      const fit = matchName(group, name);
      return fit === undefined ? Number.POSITIVE_INFINITY : 2 * fits.indexOf(fit) + i;
    });
    addToGroup(byRank, Math.min(...ranks.filter((rank) => rank >= 0)), node);
  }
  byRank.delete(Number.POSITIVE_INFINITY);
  return byRank.get(Math.min(...byRank.keys())) ?? [];
}

/** What an element is called. */
interface TargetNames {
  /** Its name; without one its text, or what an empty field shows. */
  own: readonly string[];
  /** What else it may be meant by. */
  others: readonly string[];
}

function namesOf(node: PageNode, context: RenderContext): TargetNames {
  const { attributes } = node;
  const { itemContexts } = context.pageState;
  const isNameless = node.name === '';
  const own = isNameless
    ? [
        elementVisibleText(node, context),
        attributes.placeholder,
        attributes.title,
        tooltipOf(node),
        shapeLabel(node),
      ]
    : [node.name];
  const others = isNameless
    ? [itemContexts.get(node)?.label, ...namelessFieldNames(node, context)]
    : [attributes.title, tooltipOf(node)];
  return { own: own.flatMap(toWords), others: [...others, replacedLabel(node)].flatMap(toWords) };
}

const toWords = (text: string | undefined): string[] => {
  const words = collapseSpaces(text ?? '');
  return words === '' ? [] : [words];
};

/** Of a field that nothing labels: its `id` and `name` as words, its type, and the button of its form. */
function namelessFieldNames(node: PageNode, { pageState }: RenderContext): string[] {
  const { tag, attributes } = node;
  if (!FIELD_TAGS.has(tag) && !TEXT_FIELD_ROLES.has(node.role)) return [];
  const form = node.closest((one) => one.tag === 'form' || one.role === 'search');
  const buttons = form
    ? pageState.page.subtree(form).filter(({ role, name }) => role === 'button' && name !== '')
    : [];
  const ids = [attributes.id, attributes.name].map((id) =>
    (id ?? '').replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' '),
  );
  return [
    ...(attributes.type === 'search' || form?.role === 'search' ? ['search'] : []),
    ...(buttons.length === 1 ? buttons.map(({ name }) => name) : []),
    ...ids,
  ];
}

/** A container around another one that fits, with something found in both, says nothing of its own. */
function withinInnermost(found: PageNode[], containers: readonly TargetContainer[]): PageNode[] {
  const holding = containers.filter((one) => found.some((node) => isInside(one, node)));
  const innermost = holding.filter((one) => !holding.some((other) => other !== one && isInside(one, other)));
  return found.filter((node) => innermost.some((one) => isInside(one, node)));
}

/** Of elements in each other the innermost; of those of one name that lead to the same place the first. */
export function withoutDoubles(found: PageNode[], pageState: PageState): PageNode[] {
  const innermost = found.filter((node) => !found.some((other) => other !== node && node.contains(other)));
  return firstOfEach(innermost, pageState);
}
