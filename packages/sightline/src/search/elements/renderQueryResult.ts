import { escapeInline, quote, stripInvisible } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { findNodesByText } from '../text/findNodesByText.ts';
import { findTextMatches } from '../text/findTextMatches.ts';
import type { WordVectors } from '../words/WordVectors.ts';
import type { MatchReason } from './explainPhrase.ts';
import { MatchRenderer } from './MatchRenderer.ts';
import type { QueryIndex } from './QueryIndex.ts';
import { renderUnsearched } from './renderUnsearched.ts';
import { nearestRole } from './roleMatcher.ts';
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
 * The result of a query as lines: number, tag, label, location; hidden elements last, each with what makes it visible;
 * guesses after what was found, as `Closest:`.
 */
export function renderQueryResult(
  result: ElementQueryResult,
  query: ElementQuery,
  index: QueryIndex,
  context: RenderContext,
  { scores = false, vectors }: RenderQueryOptions = {},
): { text: string; data: Record<string, unknown> } {
  const renderer = new MatchRenderer(context);
  const texts = result.total === 0 ? findPlainTexts(query, context) : [];
  const reasonsFor = (match: ElementMatch): MatchReason[] =>
    scores ? explainMatch(index, query, match.node, vectors) : [];
  const lineOf = (match: ElementMatch): string =>
    ` ${renderer.matchLine(match)}${scores ? scoreText(match, reasonsFor(match)) : ''}`;
  const { matches } = result;
  const closest = texts.length > 0 ? result.closest.slice(0, MAX_BESIDE_TEXTS) : result.closest;
  const lines = [
    ...result.missing.map((place) => missingPlaceText(place, context, result.isUnbounded)),
    ...headingLines(result, query, texts, context, renderer),
    ...matchLines(matches, lineOf),
  ];
  const more = result.total - matches.length;
  if (more > 0) lines.push(`(${more} more: ${moreResultsCall(result, query, context)})`);
  if (closest.length > 0) lines.push('Closest:', ...linesOf(closest, lineOf));
  if (result.total === 0 && texts.length === 0)
    lines.push(`Try other words, fewer filters, or ${renderer.summaryCall} for what the page has.`);
  if (result.total === 0) lines.push(...renderUnsearched(context));
  const dataOf = (match: ElementMatch): Record<string, unknown> =>
    renderer.data(match, reasonsFor(match), scores);
  const data = {
    total: result.total,
    ...(texts.length > 0 && {
      texts: texts.map((node) => renderer.data({ node, score: 0, hidden: false }, [], false)),
    }),
    ...(result.missing.length > 0 && { missing: result.missing.map(missingPlaceData) }),
    elements: result.matches.map(dataOf),
    ...(result.matches.length === 0 && { left: result.countByFilter }),
    ...((result.matches.length === 0 || result.closest.length > 0) && {
      closest: result.closest.map((match) => renderer.data(match, reasonsFor(match), true)),
    }),
  };
  return { text: lines.join('\n'), data };
}

/** What was found, or that nothing was; where words stand in text only, that text. */
function headingLines(
  result: ElementQueryResult,
  query: ElementQuery,
  texts: readonly PageNode[],
  context: RenderContext,
  renderer: MatchRenderer,
): string[] {
  if (texts.length > 0)
    return ['No control, but text that shows:', ...texts.map((node) => ` ${renderer.line(node)}`)];
  const nearText = query.near ? `near [${context.refOf(query.near)}]` : '';
  const filterText = (filter: string): string => (filter === 'near' ? nearText : escapeInline(filter));
  const queryText = describeQuery(query, Object.keys(result.countByFilter).map(filterText));
  if (result.matches.length > 0) return [headingLine(result, queryText)];
  const role = query.role && nearestRole(query.role, context.pageState.page.nodes);
  return [
    ...emptyResultLines(result, queryText, filterText),
    ...(role ? [`Did you mean role=${quote(role)}?`] : []),
  ];
}

/** Those that show, then those that are hidden. */
function matchLines(matches: readonly ElementMatch[], lineOf: (match: ElementMatch) => string): string[] {
  const hidden = matches.filter((match) => match.hidden);
  return [
    ...matches.filter((match) => !match.hidden).map(lineOf),
    ...(hidden.length > 0 ? ['Hidden now:', ...linesOf(hidden, lineOf)] : []),
  ];
}

/** Lines of what is hidden that say the same but for the number are one, with a count. */
function linesOf(matches: readonly ElementMatch[], lineOf: (match: ElementMatch) => string): string[] {
  const lines = matches.map((match) => ({ match, line: lineOf(match) }));
  const alike = groupBy(lines, ({ match, line }) =>
    match.hidden ? line.replace(/^ \[\d+\]/, '') : match.node,
  );
  return Array.from(alike.values(), ([first, ...others]) =>
    others.length > 0 ? `${first?.line} (and ${others.length} like it)` : `${first?.line}`,
  );
}

/** Elements that a person would not call controls: a row of a file list, whose clicks its list handles. */
const MAX_TEXTS = 3;
/** Guesses beside such a text. */
const MAX_BESIDE_TEXTS = 3;

/** Visible elements with the very words in their text, for a question of nothing but words; one letter of the Latin script is none. */
function findPlainTexts({ text, ...filters }: ElementQuery, { pageState }: RenderContext): PageNode[] {
  const words = text?.trim() ?? '';
  const isShort = words.length < 3 && /^[\x20-\x7e]*$/.test(words);
  if (words === '' || isShort || Object.values(filters).some((filter) => filter !== undefined)) return [];
  const { visibility } = pageState;
  const inOneRun = findNodesByText(visibility, words).map((node) =>
    node.isText ? (node.parent ?? node) : node,
  );
  // Words over several elements of a line.
  const inLines = inOneRun.length > 0 ? [] : findTextMatches(pageState, words, { limit: MAX_TEXTS }).matches;
  return [...new Set([...inOneRun, ...inLines.map(({ node }) => node)])]
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

/** Says which filter excluded everything. */
function emptyResultLines(
  result: ElementQueryResult,
  queryText: string,
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
  return lines;
}

function scoreText({ score }: ElementMatch, reasons: MatchReason[]): string {
  const reasonTexts = reasons.map(
    ({ asked, found, how }) => `${asked} ${how === 'word' ? '=' : how} ${escapeInline(found)}`,
  );
  return ` {score ${score.toFixed(2)}${reasonTexts.length > 0 ? `: ${[...new Set(reasonTexts)].join('; ')}` : ''}}`;
}
