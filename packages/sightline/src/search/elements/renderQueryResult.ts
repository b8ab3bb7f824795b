import { displayTag } from '../../render/element/displayTag.ts';
import { compactAttributes } from '../../render/element/elementAttributes.ts';
import { elementVisibleText } from '../../render/element/elementText.ts';
import { itemData, locationData, locationText } from '../../render/element/location.ts';
import { escapeInline, quote, stripInvisible } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { adjacentContext, hiddenItemContext, type ItemContext } from '../../structure/itemContexts.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { findNodesByText } from '../text/findNodesByText.ts';
import type { WordVectors } from '../words/WordVectors.ts';
import type { QueryIndex } from './QueryIndex.ts';
import { renderUnsearched } from './renderUnsearched.ts';
import type { MatchReason } from './scorePhrase.ts';
import {
  type ElementMatch,
  type ElementQuery,
  type ElementQueryResult,
  explainMatch,
  type MissingPlace,
} from './searchElements.ts';

export interface RenderQueryOptions {
  /** Add the score of each match and the reasons for it. */
  scores?: boolean;
  vectors?: WordVectors;
}

/**
 * The result of a query as lines: number, tag, label, location; hidden elements last, each with what makes it visible.
 */
export function renderQueryResult(
  result: ElementQueryResult,
  query: ElementQuery,
  index: QueryIndex,
  context: RenderContext,
  { scores = false, vectors }: RenderQueryOptions = {},
): { text: string; data: Record<string, unknown> } {
  const renderer = new MatchRenderer(context);
  const texts = foundLittle(result, query) ? findPlainTexts(query, context) : [];
  const matches = texts.length > 0 ? result.matches.slice(0, MAX_BESIDE_TEXTS) : result.matches;
  const shown = matches.filter(({ hidden }) => !hidden);
  const hidden = matches.filter((match) => match.hidden);
  const reasons = (match: ElementMatch): MatchReason[] =>
    scores ? explainMatch(index, query, match.node, vectors) : [];
  const nearText = query.near ? `near [${context.refOf(query.near)}]` : '';
  const filterText = (filter: string): string => (filter === 'near' ? nearText : escapeInline(filter));
  const queryText = describeQuery(query, Object.keys(result.countByFilter).map(filterText));
  const lines =
    result.matches.length === 0
      ? emptyResultLines(result, queryText, renderer, filterText)
      : [headingLine(result, queryText)];
  lines.unshift(...result.missing.map((place) => missingPlaceText(place, context, result.isUnbounded)));
  if (texts.length > 0) {
    lines.length = 0;
    lines.push('No control, but text that shows:', ...texts.map((node) => ` ${renderer.line(node)}`));
    if (result.matches.length > 0) lines.push('Controls that are a little like it:');
  }
  for (const match of shown)
    lines.push(` ${renderer.line(match.node)}${scoreText(match, reasons(match), scores)}`);
  if (hidden.length > 0) lines.push('Hidden now:');
  for (const match of hidden)
    lines.push(
      ` ${renderer.line(match.node)}${alikeText(match)} - ${renderer.revealHintFor(match.node)}${scoreText(match, reasons(match), scores)}`,
    );
  const more = result.total - matches.length;
  if (more > 0) lines.push(`(${more} more: ${moreResultsCall(result, query, context)})`);
  if (foundLittle(result, query)) lines.push(...renderUnsearched(context));
  const data = {
    total: result.total,
    ...(texts.length > 0 && {
      texts: texts.map((node) => renderer.data({ node, score: 0, hidden: false }, [], false)),
    }),
    ...(result.missing.length > 0 && { missing: result.missing.map(missingPlaceData) }),
    elements: result.matches.map((match) => renderer.data(match, reasons(match), scores)),
    ...(result.matches.length === 0 && {
      left: result.countByFilter,
      closest: result.closest.map((match) => renderer.data(match, [], true)),
    }),
  };
  return { text: lines.join('\n'), data };
}

/** A best score below this has half of the words at most. */
const LITTLE_SCORE = 0.5;

function foundLittle({ total, matches }: ElementQueryResult, { text, name }: ElementQuery): boolean {
  const hasWords = Boolean(text?.trim() || name?.trim());
  return total === 0 || (hasWords && (matches[0]?.score ?? 0) < LITTLE_SCORE);
}

/** Elements that a person would not call controls: a row of a file list, whose clicks its list handles. */
const MAX_TEXTS = 3;
/** Controls that have little of the words, beside such a text. */
const MAX_BESIDE_TEXTS = 3;

/** Visible elements with the very words in their text, for a question of nothing but words. */
function findPlainTexts({ text, ...filters }: ElementQuery, { pageState }: RenderContext): PageNode[] {
  const words = text?.trim() ?? '';
  if (words.length < 3 || Object.values(filters).some((filter) => filter !== undefined)) return [];
  const { visibility } = pageState;
  return findNodesByText(visibility, words)
    .map((node) => (node.isText ? (node.parent ?? node) : node))
    .filter(
      (node) => node.isElement && !isRemoved(visibility, node) && visibility.interactive[node.index] !== 1,
    )
    .slice(0, MAX_TEXTS);
}

/** `There is no heading "Order", the nearest is "Orders": the whole page was searched.` */
function missingPlaceText(
  { kind, asked, nearest, nearestName, names }: MissingPlace,
  { pageState: { visibility } }: RenderContext,
  isUnbounded: boolean,
): string {
  if (kind === 'attribute')
    return `${escapeInline(asked)} is not known: saved pages hold other attributes${isUnbounded ? '' : '. Searched without it'}.`;
  const written = (name: string): string => (kind === 'heading' ? quote(name) : escapeInline(name));
  const decision = nearest && visibility.decisions[nearest.index];
  const hiddenText =
    decision?.kind === 'remove' ? `, which does not show (${escapeInline(decisionText(decision))})` : '';
  const there = names.length > 0 ? ` (there are ${names.map(written).join(', ')})` : '';
  const nearestText =
    nearestName === undefined ? there : `, the nearest is ${written(nearestName)}${hiddenText}`;
  return `There is no ${kind} ${quote(asked)}${nearestText}${isUnbounded ? '' : ': the whole page was searched'}.`;
}

const missingPlaceData = ({ kind, asked, nearestName }: MissingPlace): Record<string, unknown> => ({
  kind,
  asked,
  nearest: nearestName === undefined ? null : stripInvisible(nearestName),
});

/** The call that returns more results; with filters, what to add to the same call. */
function moreResultsCall(
  { total }: ElementQueryResult,
  { text, ...filters }: ElementQuery,
  { formatCall }: RenderContext,
): string {
  const isPlain = Object.values(filters).every((filter) => filter === undefined);
  const words = isPlain && text?.trim() ? { text } : {};
  const fullCall = formatCall({ tool: 'query_elements', maxResults: Math.min(total, 500), ...words });
  return isPlain ? fullCall : `the same, as ${fullCall}`;
}

function headingLine({ total }: ElementQueryResult, queryText: string): string {
  return `Found ${total} ${total === 1 ? 'element' : 'elements'}${queryText && ` for ${queryText}`}:`;
}

/** The query as text. Headings and regions in it are page text. */
function describeQuery({ text, name, keywordWeights = {} }: ElementQuery, filters: string[]): string {
  const keywords = Object.keys(keywordWeights);
  const parts = [
    text?.trim() ? quote(text) : '',
    name?.trim() ? `name=${quote(name)}` : '',
    keywords.length > 0 ? `${keywords.length} keyword${keywords.length === 1 ? '' : 's'}` : '',
    ...filters,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Says which filter excluded everything, and what came closest. */
function emptyResultLines(
  result: ElementQueryResult,
  queryText: string,
  renderer: MatchRenderer,
  filterText: (filter: string) => string,
): string[] {
  const lines = [`Found nothing${queryText && ` for ${queryText}`}, of ${result.candidateCount} elements.`];
  const blocking = Object.entries(result.countByFilter).filter(([, count]) => count === 0);
  for (const [filter] of blocking)
    lines.push(`No element ${/^(?:within|under|near)\b/.test(filter) ? 'is' : 'has'} ${filterText(filter)}.`);
  const filters = Object.entries(result.countByFilter);
  if (blocking.length === 0 && filters.length > 1)
    lines.push(
      `By itself: ${filters.map(([filter, count]) => `${filterText(filter)} ${count}`).join(', ')}.`,
    );
  if (result.closest.length > 0)
    lines.push('Closest:', ...result.closest.map(({ node }) => ` ${renderer.line(node)}`));
  lines.push(`Try other words, fewer filters, or ${renderer.summaryCall} for what the page has.`);
  return lines;
}

const alikeText = ({ alike }: ElementMatch): string =>
  alike === undefined ? '' : ` and ${alike} more of its list`;

function scoreText({ score }: ElementMatch, reasons: MatchReason[], scores: boolean): string {
  if (!scores) return '';
  const reasonTexts = reasons.map(
    ({ asked, found, how }) => `${asked} ${how === 'word' ? '=' : how} ${escapeInline(found)}`,
  );
  return ` {score ${score.toFixed(2)}${reasonTexts.length > 0 ? `: ${[...new Set(reasonTexts)].join('; ')}` : ''}}`;
}

/** Longest text of a match in the data, characters: a region has that of all that is in it. */
const MAX_TEXT_LENGTH = 500;
/** Longest label, characters, of a match and of the control that reveals one. */
const LABEL_LENGTH = 80;
const CONTROL_LABEL_LENGTH = 30;

class MatchRenderer {
  readonly #context: RenderContext;
  readonly #landmarkIndex: LandmarkIndex;

  constructor(context: RenderContext) {
    this.#context = context;
    this.#landmarkIndex = context.pageState.landmarkIndex;
  }

  /** The call for the structure of the page. */
  get summaryCall(): string {
    return this.#context.formatCall({ tool: 'get_page_summary' });
  }

  /** `[47]<button>Add to Cart (MAIN > "Featured Products") (item "USB-C Hub")`. */
  line(node: PageNode): string {
    const item = this.#itemOf(node);
    const location = locationText(node, this.#landmarkIndex);
    const isInHeading = item && item.label === this.#landmarkIndex.headingOf(node)?.text;
    const suffix = [
      location && `(${location})`,
      item && !isInHeading && `(${item.kind} ${quote(item.label)})`,
    ]
      .filter(Boolean)
      .join(' ');
    return `${this.#elementText(node)}${suffix && ` ${suffix}`}`;
  }

  #itemOf(node: PageNode): ItemContext | undefined {
    const { itemContexts, visibility } = this.#context.pageState;
    const itemContext = itemContexts.get(node);
    if (itemContext) return itemContext;
    if (isRemoved(visibility, node)) return hiddenItemContext(node, visibility);
    // The name of an element without a role is its content (`English`), not its purpose.
    return (node.role === '' && node.tag !== 'input') || node.name === ''
      ? adjacentContext(node, visibility)
      : undefined;
  }

  /** Why it is hidden, and what makes it visible. */
  revealHintFor(node: PageNode): string {
    const { visibility, revealPaths } = this.#context.pageState;
    const decision = visibility.decisions[node.index];
    const revealPath = revealPaths.find(node);
    const reason = escapeInline(decision ? decisionText(decision) : 'hidden');
    return revealPath
      ? `${reason}; ${this.#elementText(revealPath.control, CONTROL_LABEL_LENGTH)} ${revealPath.description}`
      : reason;
  }

  data(
    { node, hidden, score }: ElementMatch,
    reasons: MatchReason[],
    scores: boolean,
  ): Record<string, unknown> {
    const { region, heading } = locationData(node, this.#landmarkIndex);
    const item = this.#itemOf(node);
    return {
      index: this.#context.refOf(node),
      tag: node.tag,
      role: node.role || null,
      name: stripInvisible(node.name),
      text: stripInvisible(shorten(elementVisibleText(node, this.#context), MAX_TEXT_LENGTH)),
      landmark: region,
      heading,
      ...(item && { item: itemData(item) }),
      attributes: Object.fromEntries(
        Object.entries(node.attributes).map(([key, value]) => [key, stripInvisible(value)]),
      ),
      hidden,
      ...(hidden && { way: this.revealHintFor(node) }),
      ...(scores && { score: Math.round(score * 1000) / 1000, reasons }),
    };
  }

  #elementText(node: PageNode, length = LABEL_LENGTH): string {
    const tagName = displayTag(node, 'compact');
    const label = this.#labelOf(node);
    const attributes = compactAttributes(node, tagName, label);
    return `[${this.#context.refOf(node)}]<${escapeInline(tagName)}${attributes}>${escapeInline(shorten(label, length))}`;
  }

  /** The label of a container without a role is its own text, without that of the controls in it. */
  #labelOf(node: PageNode): string {
    const isContainer = this.#context.pageState.counts.interactiveBetween(node.index + 1, node.end) > 0;
    return (isContainer && node.role === '' ? '' : node.name) || elementVisibleText(node, this.#context);
  }
}
