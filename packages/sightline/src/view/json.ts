import type { PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { optionsOf, type SelectOption } from '../structure/compound.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { Unloaded } from '../structure/unloaded.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';
import { elementInfo } from './elementInfo.ts';
import { clean } from './escape.ts';
import { headingsData } from './headings.ts';
import { estimateTokens, withinTokens } from './tokens.ts';
import type { Scene } from './View.ts';

/**
 * The page as data: regions, headings, usable elements (seed 003, format C) and what there is to read.
 * Within `maxTokens` (o200k, of the JSON with one space of indentation): elements first, then text; what
 * is left out is counted in `omitted`. Below 150 tokens the keys alone take more.
 */
export function json(scene: Scene): Record<string, unknown> {
  const { structure } = scene;
  const { page } = structure.pruning;
  const main = page.documents[0];
  const budget = new Budget(scene.maxTokens);
  const whereabouts = new Whereabouts(structure);
  const head = {
    url: fitted(page.url, scene.maxTokens),
    title: fitted(page.title, scene.maxTokens),
    ...(scene.maxTokens >= ROOMY && {
      readyState: main?.readyState,
      viewport: main?.viewport,
      scroll: main?.scroll,
    }),
  };
  budget.spend(head);
  const regions = budget.take(structure.regions.map((region) => regionData(region, scene)));
  const headings = budget.take(headingsData(structure.headings));
  const unloaded = budget.take([...structure.unloaded].map((one) => unloadedData(one, whereabouts)));
  const nodes = usableNodes(scene);
  const elements = numbered(budget.take(elementData(nodes, scene, whereabouts)), nodes, scene);
  const runs = scene.interactiveOnly ? [] : texts(scene);
  const text = budget.take(runs);
  const omitted = {
    regions: structure.regions.length - regions.length,
    headings: structure.headings.length - headings.length,
    elements: nodes.length - elements.length,
    text: runs.length - text.length,
    ...(unloaded.length < structure.unloaded.size && { unloaded: structure.unloaded.size - unloaded.length }),
  };
  return {
    ...head,
    regions,
    headings,
    elements,
    ...(!scene.interactiveOnly && { text }),
    ...(unloaded.length > 0 && { unloaded }),
    ...(Object.values(omitted).some((count) => count > 0) && { omitted }),
  };
}

/** Budget from which on the sizes of the page are told. */
const ROOMY = 300;

/** Whole, or an eighth of the budget. */
function fitted(text: string, maxTokens: number): string {
  return Number.isFinite(maxTokens) ? withinTokens(clean(text), maxTokens / 8) : clean(text);
}

/** Takes items while they fit: once one does not, nothing more. */
class Budget {
  #left: number;

  /** Some tokens are kept for the keys around the lists. */
  constructor(maxTokens: number) {
    this.#left = maxTokens - 70;
  }

  take<T>(items: Iterable<T>): T[] {
    const taken: T[] = [];
    for (const item of items) {
      if (Number.isFinite(this.#left)) this.spend(item);
      if (this.#left < 0) break;
      taken.push(item);
    }
    return taken;
  }

  spend(item: unknown): void {
    this.#left -= estimateTokens(JSON.stringify(item, null, 1)) * 1.3;
  }
}

function regionData(region: LandmarkRegion, { unchanged }: Scene): Record<string, unknown> {
  return {
    address: clean(region.address),
    role: region.role,
    name: clean(region.name),
    depth: region.depth,
    elements: region.elementCount,
    ...(unchanged.has(region.address) && { unchanged: true }),
  };
}

/** A virtual list: what it has not loaded, `more: null` where nobody knows how many. */
function unloadedData(
  [node, { kind, more, exact }]: [PageNode, Unloaded],
  whereabouts: Whereabouts,
): Record<string, unknown> {
  const region = whereabouts.regionOf(node);
  return {
    kind,
    more: more ?? null,
    exact,
    name: clean(node.name),
    region: region ? clean(region.address) : null,
  };
}

/** Those that are told, in document order. */
export function usableNodes({ structure }: Scene): PageNode[] {
  const { pruning } = structure;
  return pruning.page.nodes.filter((node) => pruning.usable[node.index] === 1 && !isRemoved(pruning, node));
}

/** Only what is taken gets its number. */
function numbered(taken: ElementData[], nodes: PageNode[], { numberOf }: Scene): ElementData[] {
  return taken.map((element, i) => ({ ...element, index: numberOf(nodes[i] as PageNode) }));
}

type ElementData = { index: number } & Record<string, unknown>;

/** One after the other, until the budget ends. */
function* elementData(nodes: PageNode[], scene: Scene, whereabouts: Whereabouts): Generator<ElementData> {
  for (const node of nodes) yield element(node, scene, whereabouts);
}

/** As long as the numbers of a large page. */
const UNNUMBERED = 999_999;

function element(node: PageNode, scene: Scene, whereabouts: Whereabouts): ElementData {
  const { structure } = scene;
  const item = structure.contexts.get(node);
  const region = whereabouts.regionOf(node);
  const heading = whereabouts.headingOf(node);
  return {
    index: UNNUMBERED,
    ...elementInfo(node, scene),
    ...(node.tag === 'select' && { options: optionsOf(node).map(cleanOption) }),
    place: structure.pruning.places[node.index] ?? 'viewport',
    isDisabled: node.disabled,
    isNew: scene.isNew(node),
    ...(item && { item: `${item.kind} "${clean(item.label)}"` }),
    region: region ? clean(region.address) : null,
    heading: heading ? clean(heading.text) : null,
  };
}

function cleanOption({ label, value, ...state }: SelectOption): SelectOption {
  return { label: clean(label), value: clean(value), ...state };
}

/** Each run of text that stands outside the elements, in document order. */
function texts({ structure }: Scene): string[] {
  const { pruning } = structure;
  const runs: string[] = [];
  const { nodes } = pruning.page;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (pruning.usable[i] === 1 && node.tag !== 'iframe') i = node.end - 1;
    else if (node.isText && !isRemoved(pruning, node)) runs.push(clean(node.text.trim()));
  }
  return runs.filter((run) => run !== '');
}
