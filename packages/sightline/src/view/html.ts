import { finish, type Steps } from '../model/finish.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';
import { buildHtml } from './buildHtml.ts';
import { conformHtml } from './conformHtml.ts';
import { clean } from './escape.ts';
import { PRIORITY } from './fitLines.ts';
import type { HtmlElement, HtmlMode, HtmlNode, HtmlText } from './HtmlTree.ts';
import { isBlank } from './HtmlTree.ts';
import { plural } from './pieces.ts';
import { estimateTokens, withinTokens } from './tokens.ts';
import type { Scene, Written } from './View.ts';
import { closingTag, escapeHtml, openingTag, writeHtml } from './writeHtml.ts';

/**
 * The page as simplified HTML (seed 003, format B): what a person sees, without scripts, styles, comments and hidden
 * elements, nested containers merged and empty nodes dropped, with a `data-element-id` on what can be used. Parsed
 * again it is the same tree. Within `maxTokens` the regions are told by their priority; a comment at the end says what
 * was left out.
 */
export function html(scene: Scene, htmlMode: HtmlMode): Written {
  return finish(htmlInSteps(scene, htmlMode));
}

/** The same in steps. */
export function* htmlInSteps(scene: Scene, htmlMode: HtmlMode): Steps<Written> {
  const mode = scene.interactiveOnly ? 'interactive-only' : htmlMode;
  yield* scene.structure.stableIds.prepare();
  yield;
  const tree = yield* buildHtml(scene, mode);
  yield;
  conformHtml(tree);
  const head = headOf(scene);
  const whole = join(head, writeHtml(tree));
  const isWhole = !(Number.isFinite(scene.maxTokens) && estimateTokens(whole) > scene.maxTokens);
  return { text: isWhole ? whole : fit(tree, head, scene), complete: isWhole };
}

function headOf({ structure, maxTokens }: Scene): string {
  const { url, title } = structure.pruning.page;
  const fitted = (text: string): string =>
    Number.isFinite(maxTokens) ? withinTokens(clean(text), maxTokens / 8) : clean(text);
  const name = escapeHtml(fitted(title).replace(/\s+/g, ' ').trim());
  return `<title>${name}</title>\n<base href="${escapeHtml(fitted(url))}">`;
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** What is taken or left as a whole: a run of text, or an element that holds nothing. */
type Leaf = HtmlText | HtmlElement;

/** How often the tree is cut again where the reckoning was too low; each time by a tenth. */
const ATTEMPTS = 12;

function fit(tree: HtmlNode[], head: string, scene: Scene): string {
  const leaves = byPriority(leavesOf(tree), scene);
  let count = reckon(
    leaves,
    scene.maxTokens - estimateTokens(head) - (scene.maxTokens < ROOMY ? NOTE / 3 : NOTE),
  );
  for (let attempt = 0; ; attempt++) {
    const kept = new Set<HtmlNode>(leaves.slice(0, count).map(({ leaf }) => leaf));
    const body = count === 0 ? '' : writeHtml(cut(tree, kept));
    const text = join(head, body, note(leaves.slice(count), scene));
    if (count === 0 || attempt === ATTEMPTS || estimateTokens(text) <= scene.maxTokens) return text;
    count = attempt === ATTEMPTS - 1 ? 0 : Math.floor(count * 0.9);
  }
}

/** Tokens that the comment at the end takes. */
const NOTE = 45;
/** Budget from which on it says how to get more. */
const ROOMY = 150;

interface Branch {
  leaf: Leaf;
  /** From the outside inwards. */
  around: HtmlElement[];
}

function leavesOf(nodes: readonly HtmlNode[], around: HtmlElement[] = []): Branch[] {
  return nodes.flatMap((node): Branch[] => {
    if (node.kind === 'text') return isBlank(node) ? [] : [{ leaf: node, around }];
    if (node.kind !== 'element') return [];
    const inner = leavesOf(node.children, [...around, node]);
    return inner.length > 0 ? inner : [{ leaf: node, around }];
  });
}

/** Those of a dialog and of the main region first, each region in its order. */
function byPriority(branches: Branch[], { structure }: Scene): Branch[] {
  const whereabouts = new Whereabouts(structure);
  const ranks = new Map<LandmarkRegion | undefined, number>();
  const rankOf = ({ leaf }: Branch): number => {
    const region = whereabouts.regionOf(leaf.node);
    const rank = ranks.get(region) ?? PRIORITY.indexOf(region?.role ?? '');
    ranks.set(region, rank);
    return rank;
  };
  const ranked = branches.map((branch) => ({ branch, rank: rankOf(branch) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ branch }) => branch);
}

/** How many of the first leaves fit, by what they and the tags around them cost. */
function reckon(branches: Branch[], budget: number): number {
  const paid = new Set<HtmlElement>();
  let left = budget;
  for (const [i, { leaf, around }] of branches.entries()) {
    for (const element of around) {
      if (paid.has(element)) continue;
      paid.add(element);
      left -= estimateTokens(`${openingTag(element)}${closingTag(element)}\n`);
    }
    left -= estimateTokens(leaf.kind === 'text' ? leaf.text : `${openingTag(leaf)}${closingTag(leaf)}\n`);
    if (left < 0) return i;
  }
  return branches.length;
}

/** The tree with only these leaves, and what stands around them. */
function cut(nodes: readonly HtmlNode[], kept: ReadonlySet<HtmlNode>): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (node.kind !== 'element')
      return node.kind === 'break' || isBlank(node) || kept.has(node) ? [node] : [];
    const children = cut(node.children, kept);
    const isLeft = kept.has(node) || children.some((child) => !isBlank(child));
    return isLeft ? [{ ...node, children }] : [];
  });
}

function note(left: Branch[], { call, maxTokens }: Scene): string {
  const elements = new Set(
    left
      .flatMap(({ leaf, around }) => [...around, leaf])
      .filter((one) => one.kind === 'element' && one.usable),
  );
  const texts = left.filter(({ leaf }) => leaf.kind === 'text').length;
  const what = [plural(elements.size, 'element'), plural(texts, 'text')].join(' and ');
  const where = call({ tool: 'get_page_summary' });
  if (maxTokens < ROOMY) return `<!-- left out: ${what} -->`;
  return `<!-- left out: ${what}. More: a larger maxTokens, or one region; ${where} names them -->`;
}
