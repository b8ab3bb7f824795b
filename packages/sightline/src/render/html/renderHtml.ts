import { runSteps, type Steps } from '../../snapshot/runSteps.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { pluralize } from '../element/elementText.ts';
import { stripInvisible } from '../escape.ts';
import { estimateTokens, truncateToTokens } from '../estimateTokens.ts';
import { REGION_PRIORITY } from '../lines/fitLines.ts';
import type { RenderContext, RenderedText } from '../RenderContext.ts';
import { TokenBudget } from '../TokenBudget.ts';
import { buildHtml } from './buildHtml.ts';
import { conformHtml } from './conformHtml.ts';
import type { HtmlElement, HtmlMode, HtmlNode, HtmlText } from './HtmlTree.ts';
import { isBlankNode } from './HtmlTree.ts';
import { closingTag, escapeHtml, openingTag, writeHtml } from './writeHtml.ts';

/**
 * The page as simplified HTML (docs/formats.md): only what is visible, nested containers merged, empty elements
 * dropped, with a `data-element-id` on interactive elements. Parsing it gives the same tree. Within
 * `context.maxTokens` regions are kept by priority, and a comment at the end says what was left out.
 */
export function renderHtml(context: RenderContext, htmlMode: HtmlMode): RenderedText {
  return runSteps(renderHtmlInSteps(context, htmlMode));
}

/** The same in steps. */
export function* renderHtmlInSteps(context: RenderContext, htmlMode: HtmlMode): Steps<RenderedText> {
  const mode = context.interactiveOnly ? 'interactive-only' : htmlMode;
  yield* context.pageState.stableIds.prepare();
  yield;
  const tree = yield* buildHtml(context, mode);
  yield;
  conformHtml(tree);
  const head = renderHead(context);
  const completeText = join(head, writeHtml(tree));
  const isComplete = !(
    Number.isFinite(context.maxTokens) && estimateTokens(completeText) > context.maxTokens
  );
  return { text: isComplete ? completeText : fitToBudget(tree, head, context), complete: isComplete };
}

function renderHead({ pageState, maxTokens }: RenderContext): string {
  const { url, title } = pageState.visibility.page;
  const fitted = (text: string): string =>
    Number.isFinite(maxTokens) ? truncateToTokens(stripInvisible(text), maxTokens / 8) : stripInvisible(text);
  const name = escapeHtml(collapseSpaces(fitted(title)));
  return `<title>${name}</title>\n<base href="${escapeHtml(collapseSpaces(fitted(url)))}">`;
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** Kept or left out as a whole: a run of text, or an element without content. */
type Leaf = HtmlText | HtmlElement;

/** How often the tree is cut again, by a tenth, if the estimate was too low. */
const ATTEMPTS = 12;

function fitToBudget(tree: HtmlNode[], head: string, context: RenderContext): string {
  const leaves = byPriority(leavesOf(tree), context);
  let count = countFitting(
    leaves,
    context.maxTokens -
      estimateTokens(head) -
      (context.maxTokens < MIN_TOKENS_FOR_HINT ? NOTE_TOKENS / 3 : NOTE_TOKENS),
  );
  for (let attempt = 0; ; attempt++) {
    const kept = new Set<HtmlNode>(leaves.slice(0, count).map(({ leaf }) => leaf));
    const body = count === 0 ? '' : writeHtml(keepLeaves(tree, kept));
    const text = join(head, body, omissionNote(leaves.slice(count), context));
    if (count === 0 || attempt === ATTEMPTS || estimateTokens(text) <= context.maxTokens) return text;
    count = attempt === ATTEMPTS - 1 ? 0 : Math.floor(count * 0.9);
  }
}

/** Tokens reserved for the comment at the end. */
const NOTE_TOKENS = 45;
/** Least budget for a hint in it. */
const MIN_TOKENS_FOR_HINT = 150;

interface LeafPath {
  leaf: Leaf;
  /** From the outside inwards. */
  ancestors: HtmlElement[];
}

function leavesOf(nodes: readonly HtmlNode[], ancestors: HtmlElement[] = []): LeafPath[] {
  return nodes.flatMap((node): LeafPath[] => {
    if (node.kind === 'text') return isBlankNode(node) ? [] : [{ leaf: node, ancestors }];
    if (node.kind !== 'element') return [];
    const inner = leavesOf(node.children, [...ancestors, node]);
    return inner.length > 0 ? inner : [{ leaf: node, ancestors }];
  });
}

/** By the priority of their regions, in document order within each. */
function byPriority(branches: LeafPath[], { pageState }: RenderContext): LeafPath[] {
  const { landmarkIndex } = pageState;
  const ranks = new Map<LandmarkRegion | undefined, number>();
  const rankOf = ({ leaf }: LeafPath): number => {
    const region = landmarkIndex.regionOf(leaf.node);
    const rank = ranks.get(region) ?? REGION_PRIORITY.indexOf(region?.role ?? '');
    ranks.set(region, rank);
    return rank;
  };
  const ranked = branches.map((branch) => ({ branch, rank: rankOf(branch) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ branch }) => branch);
}

/** How many of the first leaves fit, with the tags around them. */
function countFitting(branches: LeafPath[], maxTokens: number): number {
  const counted = new Set<HtmlElement>();
  const tagCost = (element: HtmlElement): number =>
    estimateTokens(`${openingTag(element)}${closingTag(element)}\n`);
  const costOf = ({ leaf, ancestors }: LeafPath): number => {
    const added = ancestors.filter((element) => !counted.has(element));
    for (const element of added) counted.add(element);
    const leafCost = leaf.kind === 'text' ? estimateTokens(leaf.text) : tagCost(leaf);
    return added.reduce((sum, element) => sum + tagCost(element), leafCost);
  };
  return new TokenBudget(maxTokens).takeFirst(branches, costOf).length;
}

/** The tree with only these leaves and their ancestors. */
function keepLeaves(nodes: readonly HtmlNode[], kept: ReadonlySet<HtmlNode>): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (node.kind !== 'element')
      return node.kind === 'break' || isBlankNode(node) || kept.has(node) ? [node] : [];
    const children = keepLeaves(node.children, kept);
    const isKept = kept.has(node) || children.some((child) => !isBlankNode(child));
    return isKept ? [{ ...node, children }] : [];
  });
}

function omissionNote(omitted: LeafPath[], { formatCall, maxTokens }: RenderContext): string {
  const elements = new Set(
    omitted
      .flatMap(({ leaf, ancestors }) => [...ancestors, leaf])
      .filter((one) => one.kind === 'element' && one.interactive),
  );
  const texts = omitted.filter(({ leaf }) => leaf.kind === 'text').length;
  const countText = [pluralize(elements.size, 'element'), pluralize(texts, 'text')].join(' and ');
  const summaryCall = formatCall({ tool: 'get_page_summary' });
  if (maxTokens < MIN_TOKENS_FOR_HINT) return `<!-- left out: ${countText} -->`;
  return `<!-- left out: ${countText}. More: a larger maxTokens, or one region; ${summaryCall} names them -->`;
}
