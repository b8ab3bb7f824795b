import type { PageNode } from '../snapshot/Page.ts';
import { optionsOf, type SelectOption } from '../structure/compoundParts.ts';
import type { UnloadedItems } from '../structure/findUnloaded.ts';
import type { LandmarkIndex } from '../structure/LandmarkIndex.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { isRemoved, isShownInteractive } from '../visibility/Visibility.ts';
import { elementInfo } from './element/elementInfo.ts';
import { itemData, locationData } from './element/location.ts';
import { stripInvisible } from './escape.ts';
import { estimateTokens, truncateToTokens } from './estimateTokens.ts';
import type { RenderContext } from './RenderContext.ts';
import { headingsData } from './renderHeadings.ts';
import { TokenBudget } from './TokenBudget.ts';

/**
 * The page as data: regions, headings, interactive elements and text. Within `context.maxTokens` (of the JSON with one
 * space of indentation) elements come first, then text; `omitted` counts what is left out. Below 150 tokens the keys
 * alone take more.
 */
export function buildPageJson(context: RenderContext): Record<string, unknown> {
  const { pageState } = context;
  const { page } = pageState.visibility;
  const main = page.documents[0];
  const budget = new TokenBudget(context.maxTokens - KEY_TOKENS);
  const { landmarkIndex } = pageState;
  const head = {
    url: fitText(page.url, context.maxTokens),
    title: fitText(page.title, context.maxTokens),
    ...(context.maxTokens >= MIN_TOKENS_FOR_METRICS && {
      readyState: main?.readyState,
      viewport: main?.viewport,
      scroll: main?.scroll,
    }),
  };
  budget.spend(jsonCost(head));
  const take = <T>(items: Iterable<T>): T[] => budget.takeFirst(items, jsonCost);
  const regions = take(pageState.regions.map((region) => regionData(region, context)));
  const headings = take(headingsData(pageState.headings));
  const unloaded = take([...pageState.unloaded].map((entry) => unloadedData(entry, landmarkIndex)));
  const nodes = interactiveNodes(context);
  const elements = assignRefs(take(elementEntries(nodes, context, landmarkIndex)), nodes, context);
  const runs = context.interactiveOnly ? [] : textRuns(context);
  const text = take(runs);
  const omitted = {
    regions: pageState.regions.length - regions.length,
    headings: pageState.headings.length - headings.length,
    elements: nodes.length - elements.length,
    text: runs.length - text.length,
    ...(unloaded.length < pageState.unloaded.size && { unloaded: pageState.unloaded.size - unloaded.length }),
  };
  return {
    ...head,
    regions,
    headings,
    elements,
    ...(!context.interactiveOnly && { text }),
    ...(unloaded.length > 0 && { unloaded }),
    ...(Object.values(omitted).some((count) => count > 0) && { omitted }),
  };
}

/** Least budget that includes the sizes of the page. */
const MIN_TOKENS_FOR_METRICS = 300;

/** All of it, or in at most an eighth of the budget. */
function fitText(text: string, maxTokens: number): string {
  return Number.isFinite(maxTokens)
    ? truncateToTokens(stripInvisible(text), maxTokens / 8)
    : stripInvisible(text);
}

/** Tokens reserved for the keys around the lists. */
const KEY_TOKENS = 70;

const jsonCost = (value: unknown): number => estimateTokens(JSON.stringify(value, null, 1)) * 1.3;

export function regionData(region: LandmarkRegion, { unchanged }: RenderContext): Record<string, unknown> {
  return {
    address: stripInvisible(region.address),
    role: region.role,
    name: stripInvisible(region.name),
    depth: region.depth,
    elements: region.elementCount,
    ...(unchanged.has(region.address) && { unchanged: true }),
  };
}

/** A virtual list; `more` is null if the number of items is unknown. */
function unloadedData(
  [node, { kind, more, exact }]: [PageNode, UnloadedItems],
  landmarkIndex: LandmarkIndex,
): Record<string, unknown> {
  return {
    kind,
    more: more ?? null,
    exact,
    name: stripInvisible(node.name),
    region: locationData(node, landmarkIndex).region,
  };
}

/** The interactive elements that views show, in document order. */
export function interactiveNodes({ pageState }: RenderContext): PageNode[] {
  const { visibility } = pageState;
  return visibility.page.nodes.filter((node) => isShownInteractive(visibility, node));
}

/** Only included elements get numbers. */
function assignRefs(taken: ElementEntry[], nodes: PageNode[], { refOf }: RenderContext): ElementEntry[] {
  return taken.map((element, i) => ({ ...element, index: refOf(nodes[i] as PageNode) }));
}

type ElementEntry = { index: number } & Record<string, unknown>;

/** Lazily, since the budget may end. */
function* elementEntries(
  nodes: PageNode[],
  context: RenderContext,
  landmarkIndex: LandmarkIndex,
): Generator<ElementEntry> {
  for (const node of nodes) yield elementEntry(node, context, landmarkIndex);
}

/** As long as the numbers of a large page. */
const PLACEHOLDER_REF = 999_999;

function elementEntry(node: PageNode, context: RenderContext, landmarkIndex: LandmarkIndex): ElementEntry {
  const { pageState } = context;
  const item = pageState.itemContexts.get(node);
  return {
    index: PLACEHOLDER_REF,
    ...elementInfo(node, context),
    ...(node.tag === 'select' && { options: optionsOf(node).map(cleanOption) }),
    place: pageState.visibility.viewportPositions[node.index] ?? 'viewport',
    isDisabled: node.disabled,
    isNew: context.isNew(node),
    ...(item && { item: itemData(item) }),
    ...locationData(node, landmarkIndex),
  };
}

function cleanOption({ label, value, ...state }: SelectOption): SelectOption {
  return { label: stripInvisible(label), value: stripInvisible(value), ...state };
}

/** Each run of text outside of the elements, in document order. */
function textRuns({ pageState }: RenderContext): string[] {
  const { visibility } = pageState;
  const runs: string[] = [];
  const { nodes } = visibility.page;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (visibility.interactive[i] === 1 && node.tag !== 'iframe') i = node.end - 1;
    else if (node.isText && !isRemoved(visibility, node)) runs.push(stripInvisible(node.text.trim()));
  }
  return runs.filter((run) => run !== '');
}
