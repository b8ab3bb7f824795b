import { ActionabilityError, explainActionabilityError } from '../actions/ActionabilityError.ts';
import { locationText } from '../render/element/location.ts';
import { quote } from '../render/escape.ts';
import { elementLabel } from '../render/explainNode.ts';
import type { RenderContext } from '../render/RenderContext.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { shorten } from '../snapshot/shorten.ts';

/** Elements that are explained. */
const MAX_ELEMENTS = 4;

/** Of an element without a name: nodes that are read for its text, and characters of that. */
const MAX_NODES = 40;
const MAX_TEXT = 60;

/** Rules that remove what something else lies upon. */
const COVERING_RULES: ReadonlySet<string> = new Set(['occluded', 'behindModal']);

/** Elements, a line each: what it is, where, and why a person cannot use it now, where that is so. */
export function renderExplained(nodes: readonly PageNode[], context: RenderContext): string[] {
  const lines = nodes.slice(0, MAX_ELEMENTS).map((node) => {
    const obstacle = obstacleOf(node, context);
    return `  ${obstacle ? `${obstacle.message} ${obstacle.hint}`.trim() : placedLabel(node, context)}`;
  });
  if (nodes.length > MAX_ELEMENTS) lines.push(`  (${nodes.length - MAX_ELEMENTS} more)`);
  return lines;
}

/** `[12]<button>"Delete" (row "Ann") in MAIN > "People"`. */
export function placedLabel(node: PageNode, context: RenderContext): string {
  const { landmarkIndex, itemContexts } = context.pageState;
  const item = itemContexts.get(node);
  const place = locationText(node, landmarkIndex);
  const text =
    node.name === '' && !context.pageState.visibility.interactive[node.index] ? textOf(node, context) : '';
  return `${elementLabel(node, context)}${text && quote(text)}${item ? ` (${item.kind} ${quote(item.label)})` : ''}${place && ` in ${place}`}`;
}

/** The text in an element that has no name, shortened. */
function textOf({ index, end }: PageNode, { pageState }: RenderContext): string {
  const inside = pageState.page.nodes.slice(index, Math.min(end, index + MAX_NODES));
  return shorten(inside.flatMap((one) => (one.isText ? one.text : [])).join(' '), MAX_TEXT);
}

/** What keeps a person from using an element. */
export interface Obstacle {
  kind: 'hidden' | 'covered' | 'disabled';
  /** `[12]<button>"Pay" is not shown: display:none on #panel.` */
  message: string;
  /** What would help, as a sentence; '' where that is not known. */
  hint: string;
}

/** Undefined for what can be used. */
export function obstacleOf(node: PageNode, context: RenderContext): Obstacle | undefined {
  const decision = context.pageState.visibility.decisions[node.index];
  const isRemoved = decision?.kind === 'remove' && decision.rule !== 'labels';
  if (isRemoved && COVERING_RULES.has(decision.rule)) return explain('covered', node, context, decision.by);
  if (isRemoved) return explain('invisible', node, context);
  return node.disabled ? explain('disabled', node, context) : undefined;
}

function explain(
  reason: 'invisible' | 'covered' | 'disabled',
  node: PageNode,
  context: RenderContext,
  cover?: PageNode,
): Obstacle {
  const { message, hint } = explainActionabilityError(new ActionabilityError(reason, node, cover), context);
  const isForCalls = /^Look at the page again|^See what the form/.test(hint);
  return { kind: reason === 'invisible' ? 'hidden' : reason, message, hint: isForCalls ? '' : hint };
}
