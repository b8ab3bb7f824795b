import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import { itemContextOf } from '../structure/itemContexts.ts';
import type { PageState } from '../structure/PageState.ts';
import { interactivityTier } from '../visibility/interactivityTier.ts';
import type { RuleResult } from '../visibility/traceRules.ts';
import type { Visibility, VisibilityDecision } from '../visibility/Visibility.ts';
import { displayTag, safeTag } from './element/displayTag.ts';
import { elementVisibleText } from './element/elementText.ts';
import { escapeInline, quote, stripInvisible } from './escape.ts';
import { decisionText } from './explain/decisionText.ts';
import type { RenderContext } from './RenderContext.ts';

/** Whether the views show a node, and why: in words, and as data rule by rule. */
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
  /** How to make it visible, if that is known. */
  way: string | null;
}

/** Explains one node from the results of all rules on it (`traceRules`). */
export function explainNode(
  node: PageNode,
  ruleResults: readonly RuleResult[],
  context: RenderContext,
): Explanation {
  const { pageState } = context;
  const { landmarkIndex } = pageState;
  const decision = pageState.visibility.decisions[node.index];
  const region = landmarkIndex.regionOf(node);
  const heading = landmarkIndex.headingOf(node);
  const shown = decision?.kind !== 'remove';
  return {
    element: elementLabel(node, context),
    number: isInteractive(node, context) ? context.refOf(node) : null,
    region: region ? escapeInline(region.address) : null,
    heading: heading ? escapeInline(heading.text) : null,
    shown,
    outcome: visibilityText(node, context),
    rules: ruleResults.map((ruleResult) => explainRule(ruleResult, node, context)),
    way: shown ? null : revealHint(node, context),
  };
}

/** An explanation in words: the element, its location and whether it shows; what speaks for and against it; how to bring it out. */
export function renderExplanation(explanation: Explanation): string {
  const { element, region, heading, outcome, way } = explanation;
  const location = [region, heading === null ? null : quote(heading)]
    .filter((part) => part !== null)
    .join(' > ');
  const reasons = reasonsOf(explanation).join('; ');
  return [
    `${element}${location && `, in ${location}`}: ${outcome}`,
    ...(reasons === '' ? [] : [`  ${reasons}`]),
    ...(way === null ? [] : [`  To bring it out: ${way}`]),
  ].join('\n');
}

/** The first rule that decides is in the outcome. What keeps a node is of interest while it is shown. */
function reasonsOf({ rules, shown }: Explanation): string[] {
  const decided = rules.find(({ verdict }) => verdict === 'removes' || (shown && verdict === 'unwraps'));
  return rules.flatMap((rule) => {
    const { verdict, why } = rule;
    if (rule === decided || why === '') return [];
    if (verdict === 'removes') return [`also ${why}`];
    if (verdict === 'would number') return [`once it shows it has a number: ${why}`];
    return shown && verdict !== 'unwraps' ? [why] : [];
  });
}

/** Longest label, characters. */
const MAX_LABEL_LENGTH = 60;

/** `[12]<button>"Save"`; a number only for what can be used. Without words of its own, by those of its place: `[7]<switch> (row "Ann")`. */
export function elementLabel(node: PageNode, context: RenderContext): string {
  if (node.isText) return `text ${quote(shorten(node.text, MAX_LABEL_LENGTH))}`;
  const ref = isInteractive(node, context) ? `[${context.refOf(node)}]` : '';
  const id = node.attributes.id ? ` id=${quote(node.attributes.id)}` : '';
  const name = shorten(node.name || (ref && elementVisibleText(node, context)), MAX_LABEL_LENGTH);
  const place = ref && !name ? itemText(node, context) : '';
  return `${ref}<${escapeInline(displayTag(node, context.style))}${id}>${name && quote(name)}${place}`;
}

/** ` (row "Ann")`; '' where nothing says which of several it is. */
export function itemText(node: PageNode, { pageState }: RenderContext): string {
  const item = itemContextOf(node, pageState.itemContexts, pageState.visibility);
  // An id says more than the words that happen to stand before it.
  if (!item || (item.kind === 'after' && node.attributes.id)) return '';
  return ` (${item.kind} ${quote(stripInvisible(item.label))})`;
}

/** By its own tier, or as an item of an interactive list. */
function isInteractive(node: PageNode, { pageState }: RenderContext): boolean {
  return interactivityTier(node) !== 'structural' || pageState.visibility.interactive[node.index] === 1;
}

function visibilityText(node: PageNode, context: RenderContext): string {
  const { pageState, full } = context;
  const { decisions, interactive } = pageState.visibility;
  const decision = decisions[node.index];
  if (decision?.kind === 'remove') return `not shown: ${decisionWords(decision, node, context)}`;
  const fold = full ? undefined : enclosingFold(node, pageState);
  const folded = fold ? `, folded among the "${fold.count} more ${fold.kind} like these"` : '';
  if (interactive[node.index] === 1) return `shown with its number${folded}`;
  if (decision)
    return `shown by what it holds, without a line of its own: ${escapeInline(decisionText(decision))}${folded}`;
  return `shown${folded}`;
}

function enclosingFold(
  { index }: PageNode,
  { folds }: PageState,
): { count: number; kind: string } | undefined {
  for (const fold of folds.values()) if (fold.from <= index && index < fold.to) return fold;
  return undefined;
}

function explainRule(
  { rule, decision, reverts }: RuleResult,
  node: PageNode,
  context: RenderContext,
): Explanation['rules'][number] {
  if (reverts) return { rule, verdict: 'spares', why: 'a person sees and clicks its label in its place' };
  if (decision) {
    const effect = decision.kind === 'remove' ? ('removes' as const) : ('unwraps' as const);
    return { rule, verdict: effect, why: decisionWords(decision, node, context) };
  }
  if (rule === 'numbered') return { rule, ...explainNumbering(node, context.pageState.visibility) };
  return { rule, verdict: 'keeps', why: evidenceText(rule, node, context) };
}

/** With the number of the element that it stands on or that covers it, if it has one. */
function decisionWords(decision: VisibilityDecision, node: PageNode, context: RenderContext): string {
  const { by } = decision;
  const label = by && by !== node && isInteractive(by, context) ? `: ${elementLabel(by, context)}` : '';
  return `${escapeInline(decisionText(decision))}${label}`;
}

/** The evidence for keeping a node, of rules that have some. */
function evidenceText(rule: string, node: PageNode, { pageState }: RenderContext): string {
  const { box, parent } = node;
  if (rule === 'invisible') {
    if (!box) return parent ? 'no box of its own: it shows where its parent does' : '';
    const position = pageState.visibility.viewportPositions[node.index] ?? 'viewport';
    return `${box.width} x ${box.height} px at ${box.x},${box.y}, ${POSITION_TEXTS[position]}`;
  }
  if (rule === 'occluded' && pageState.visibility.visibleBoxes[node.index])
    return node.has(Flag.Hit) ? 'a click on it reaches it' : 'nothing that paints above covers all of it';
  return '';
}

const POSITION_TEXTS = {
  viewport: 'in the viewport',
  above: 'above the viewport: scrolling up shows it',
  below: 'below the viewport: scrolling down shows it',
  aside: 'beside the viewport: scrolling sideways shows it',
  scroller: 'outside what its scroller shows now: scrolling that shows it',
} as const;

function explainNumbering(
  node: PageNode,
  { interactive, decisions }: Visibility,
): { verdict: 'numbers' | 'would number' | 'keeps'; why: string } {
  const tier = interactivityTier(node);
  const decision = decisions[node.index];
  if (tier === 'structural' && interactive[node.index] === 1)
    return { verdict: 'numbers', why: 'an item of a list that listens for its items' };
  if (tier === 'structural') {
    return {
      verdict: 'keeps',
      why: 'no number: no control by tag, role, handler, pointer cursor or tabindex',
    };
  }
  if (interactive[node.index] !== 1 && decision?.kind !== 'remove' && decision?.rule !== 'contained')
    return { verdict: 'keeps', why: 'no number: it holds targets, and the clicks are theirs' };
  const effect = interactive[node.index] === 1 ? ('numbers' as const) : ('would number' as const);
  return { verdict: effect, why: tier === 'semantic' ? semanticReason(node) : listenerReason(node) };
}

function semanticReason(node: PageNode): string {
  if (node.has(Flag.Editable)) return 'it can be edited';
  if (node.role === '' && node.has(Flag.TabIndex)) return 'it takes the focus: tabindex';
  return node.attributes.role
    ? `a control by its role, ${quote(node.role)}`
    : `a control by its tag, <${safeTag(node)}>`;
}

function listenerReason(node: PageNode): string {
  if (node.has(Flag.Listener) || node.attributes.onclick !== undefined) return 'it listens for clicks';
  return 'a pointer cursor begins at it';
}

export function revealHint(node: PageNode, context: RenderContext): string | null {
  const { visibility, revealPaths } = context.pageState;
  const decision = visibility.decisions[node.index];
  const revealPath = revealPaths.find(node);
  if (revealPath) return `${elementLabel(revealPath.control, context)} ${revealPath.description}`;
  return decision?.rule === 'behindModal' ? 'close the dialog in front of it' : null;
}
