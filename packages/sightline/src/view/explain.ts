import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import type { Opinion } from '../prune/opinions.ts';
import type { Pruning } from '../prune/Pruning.ts';
import { tierOf } from '../prune/tier.ts';
import type { Structure } from '../structure/Structure.ts';
import { Ways } from '../structure/Ways.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';
import { escapeInline, quote } from './escape.ts';
import { visibleText } from './pieces.ts';
import type { Scene } from './View.ts';
import { wordFor } from './word.ts';

/** How a node fares in the views, and why: rule by rule. */
export interface Explanation {
  /** `[12]<button>"Save"`. */
  element: string;
  number: number | null;
  region: string | null;
  heading: string | null;
  shown: boolean;
  /** In a sentence. */
  outcome: string;
  rules: {
    rule: string;
    verdict: 'removes' | 'unwraps' | 'spares' | 'numbers' | 'would number' | 'keeps';
    why: string;
  }[];
  /** How to bring it out, where the page tells. */
  way: string | null;
}

/** Explains one node. `opinions` are those of every rule on it (`askRules`). */
export function explain(node: PageNode, opinions: readonly Opinion[], scene: Scene): Explanation {
  const { structure } = scene;
  const whereabouts = new Whereabouts(structure);
  const verdict = structure.pruning.verdicts[node.index];
  const region = whereabouts.regionOf(node);
  const heading = whereabouts.headingOf(node);
  const shown = verdict?.decision !== 'remove';
  return {
    element: nameElement(node, scene),
    number: isTarget(node, scene) ? scene.numberOf(node) : null,
    region: region ? escapeInline(region.address) : null,
    heading: heading ? escapeInline(heading.text) : null,
    shown,
    outcome: outcomeOf(node, scene),
    rules: opinions.map((opinion) => tellOpinion(opinion, node, scene)),
    way: shown ? null : wayOut(node, scene),
  };
}

/** An explanation as lines: what and where, what becomes of it, then what each rule says. */
export function explainText({ element, region, heading, outcome, rules, way }: Explanation): string {
  const where = [region, heading === null ? null : quote(heading)]
    .filter((part) => part !== null)
    .join(' > ');
  const silent = rules.filter(({ verdict, why }) => verdict === 'keeps' && why === '');
  const lines = [`${element}${where && `, in ${where}`}: ${outcome}`];
  for (const { rule, verdict, why } of rules) {
    if (verdict !== 'keeps' || why !== '') lines.push(`  ${rule}: ${verdict}${why && ` (${why})`}`);
  }
  if (silent.length > 0) lines.push(`  ${silent.map(({ rule }) => rule).join(', ')}: nothing against it`);
  if (way !== null) lines.push(`  To bring it out: ${way}`);
  return lines.join('\n');
}

/** Characters told of a name or text. */
const LABEL = 60;

/** `[12]<button>"Save"`; a number only for what can be used. */
export function nameElement(node: PageNode, scene: Scene): string {
  if (node.isText) return `text ${quote(shorten(node.text, LABEL))}`;
  const number = isTarget(node, scene) ? `[${scene.numberOf(node)}]` : '';
  const id = node.attributes.id ? ` id=${quote(node.attributes.id)}` : '';
  const name = shorten(node.name || (number && visibleText(node, scene)), LABEL);
  return `${number}<${escapeInline(wordFor(node, scene.style))}${id}>${name && quote(name)}`;
}

/** By what it is, or by the list that hears for it. */
function isTarget(node: PageNode, { structure }: Scene): boolean {
  return tierOf(node) !== 'structural' || structure.pruning.usable[node.index] === 1;
}

function outcomeOf(node: PageNode, { structure, full }: Scene): string {
  const { verdicts, usable } = structure.pruning;
  const verdict = verdicts[node.index];
  if (verdict?.decision === 'remove') return `not shown: ${escapeInline(verdict.why)}`;
  const fold = full ? undefined : foldAround(node, structure);
  const folded = fold ? `, folded among the "${fold.count} more ${fold.kind} like these"` : '';
  if (usable[node.index] === 1) return `shown with its number${folded}`;
  if (verdict)
    return `shown by what it holds, without a line of its own: ${escapeInline(verdict.why)}${folded}`;
  return `shown${folded}`;
}

function foldAround({ index }: PageNode, { folds }: Structure): { count: number; kind: string } | undefined {
  for (const fold of folds.values()) if (fold.from <= index && index < fold.to) return fold;
  return undefined;
}

function tellOpinion(
  { rule, verdict, spares }: Opinion,
  node: PageNode,
  scene: Scene,
): Explanation['rules'][number] {
  if (spares) return { rule, verdict: 'spares', why: 'a person sees and clicks its label in its place' };
  if (verdict) {
    const by =
      verdict.by && isTarget(verdict.by, scene) && verdict.by !== node
        ? `: ${nameElement(verdict.by, scene)}`
        : '';
    const says = verdict.decision === 'remove' ? ('removes' as const) : ('unwraps' as const);
    return { rule, verdict: says, why: `${escapeInline(verdict.why)}${by}` };
  }
  if (rule === 'numbered') return { rule, ...numbering(node, scene.structure.pruning) };
  return { rule, verdict: 'keeps', why: evidence(rule, node, scene) };
}

/** What speaks for a node, where a rule has facts to look at. */
function evidence(rule: string, node: PageNode, { structure }: Scene): string {
  const { box, parent } = node;
  if (rule === 'invisible') {
    if (!box) return parent ? 'no box of its own: it shows where its parent does' : '';
    const place = structure.pruning.places[node.index] ?? 'viewport';
    return `${box.width} x ${box.height} px at ${box.x},${box.y}, ${PLACES[place]}`;
  }
  if (rule === 'occluded' && structure.pruning.seen[node.index])
    return node.has(Flag.Hit) ? 'a click on it reaches it' : 'nothing that paints above covers all of it';
  return '';
}

const PLACES = {
  viewport: 'in the viewport',
  above: 'above the viewport: scrolling up shows it',
  below: 'below the viewport: scrolling down shows it',
  aside: 'beside the viewport: scrolling sideways shows it',
  scroller: 'outside what its scroller shows now: scrolling that shows it',
} as const;

function numbering(
  node: PageNode,
  { usable, verdicts }: Pruning,
): { verdict: 'numbers' | 'would number' | 'keeps'; why: string } {
  const tier = tierOf(node);
  const verdict = verdicts[node.index];
  if (tier === 'structural' && usable[node.index] === 1)
    return { verdict: 'numbers', why: 'an item of a list that hears for its items' };
  if (tier === 'structural') {
    return {
      verdict: 'keeps',
      why: 'no number: no control by tag, role, handler, pointer cursor or tabindex',
    };
  }
  if (usable[node.index] !== 1 && verdict?.decision !== 'remove' && verdict?.rule !== 'contained')
    return { verdict: 'keeps', why: 'no number: it holds targets, and the clicks are theirs' };
  const says = usable[node.index] === 1 ? ('numbers' as const) : ('would number' as const);
  return { verdict: says, why: tier === 'semantic' ? semanticReason(node) : handledReason(node) };
}

function semanticReason(node: PageNode): string {
  if (node.has(Flag.Editable)) return 'it can be edited';
  if (node.role === '' && node.has(Flag.TabIndex)) return 'it takes the focus: tabindex';
  return node.attributes.role
    ? `a control by its role, ${quote(node.role)}`
    : `a control by its tag, <${node.tag}>`;
}

function handledReason(node: PageNode): string {
  if (node.has(Flag.Listener) || node.attributes.onclick !== undefined) return 'it listens for clicks';
  return 'a pointer cursor begins at it';
}

export function wayOut(node: PageNode, scene: Scene): string | null {
  const { pruning } = scene.structure;
  const verdict = pruning.verdicts[node.index];
  const way = new Ways(pruning).to(node);
  if (way) return `${nameElement(way.control, scene)} ${way.how}`;
  return verdict?.rule === 'behindModal' ? 'close the dialog in front of it' : null;
}
