import type { DomElement } from '../../snapshot/selectors/DomQuery.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { escapeInline, formatAttributeValue, quote } from '../escape.ts';

/** An element in the response of `query_dom`. */
export interface DomMatch extends Omit<DomElement, 'id' | 'children'> {
  /** Its number for other calls; none for what is never rendered, as in `head`. */
  number?: number;
  /** Of a field: its name, or what names it in the outline. */
  label?: string;
  /** Why a person does not see it, if that is known. */
  hidden?: string;
  /** URL of its frame; none in the main document. */
  frame?: string;
  children?: DomMatch[];
}

/** The response of `query_dom` (docs/spec/query-dom.md), with numbers, shadow roots and frames added. */
export interface DomResponse {
  url: string;
  pageTitle: string;
  selector: string;
  totalMatchCount: number;
  returnedMatchCount: number;
  maxElementsReturned: number;
  maxDepthQueried: number;
  maxTextLength: number;
  /** Whether shadow roots were searched. */
  pierceShadow: boolean;
  /** Set if the page has frames. */
  frames?: { searched: number; notSearched: number };
  matches: DomMatch[];
  hint?: string;
}

/** UTF-16 units: longest text of a match (the data has more), of one of several, and of the whole response. */
const MAX_MATCH_TEXT = 160;
const MAX_LISTED_TEXT = 80;
const MAX_LENGTH = 12_000;
/** The same of matches without children, styles or properties: who asks no more checks what there is. */
const MAX_LIST_LENGTH = 4_000;
/** Most attributes written of a match. */
const MAX_ATTRIBUTES = 12;

/** The response as lines: one for each element, children indented below it. Page text is escaped. */
export function renderDomResponse(data: DomResponse): string {
  const { selector, totalMatchCount, matches, hint } = data;
  const isList = matches.length > 1 && !matches.some(hasMore);
  const maxLength = isList ? MAX_LIST_LENGTH : MAX_LENGTH;
  const lines = [`DOM query ${quote(selector)}: ${totalMatchCount} match(es)`];
  let length = 0;
  let shownCount = 0;
  for (const match of matches) {
    const matchLines = isList ? [lineOf(match, true)] : linesOf(match, 0);
    length += matchLines.reduce((sum, line) => sum + line.length + 1, 0);
    if (length > maxLength && shownCount > 0) break;
    lines.push(...matchLines);
    shownCount++;
  }
  if (shownCount < matches.length)
    lines.push(`(${matches.length - shownCount} more matches: narrow the selector)`);
  if (hint) lines.push(`(${escapeInline(hint)})`);
  return lines.join('\n');
}

const hasMore = ({ children = [], childrenOmitted, styles, properties }: DomMatch): boolean =>
  children.length > 0 || childrenOmitted !== undefined || styles !== undefined || properties !== undefined;

function linesOf(match: DomMatch, depth: number): string[] {
  const { children = [], childrenOmitted } = match;
  const indent = ' '.repeat(depth + 1);
  return [
    ' '.repeat(depth) + lineOf(match),
    ...children.flatMap((child) => linesOf(child, depth + 1)),
    ...(childrenOmitted ? [`${indent}(${childrenOmitted} more children)`] : []),
  ];
}

/** `[12]<button class=submit> "Place Order" at 320,540 200x44`. */
/** `listed`: one of several, without its box. */
function lineOf(
  { number, tag, label, text, attributes, visible, hidden, bboxPixels, frame, ...rest }: DomMatch,
  listed = false,
): string {
  const shownAttributes = Object.entries(attributes).slice(0, MAX_ATTRIBUTES);
  const omitted = Object.keys(attributes).length - shownAttributes.length;
  const words = [
    escapeName(tag),
    ...shownAttributes.map(([name, value]) =>
      value === '' ? escapeName(name) : `${escapeName(name)}=${formatAttributeValue(value, false)}`,
    ),
    omitted > 0 ? `(${omitted} more attributes)` : '',
  ];
  const { x, y, width, height } = bboxPixels;
  const boxText = listed ? '' : `at ${x},${y} ${width}x${height}`;
  const positionText = visible ? boxText : `not visible${hidden ? `: ${escapeInline(hidden)}` : ''}`;
  return [
    `${number === undefined ? '' : `[${number}]`}<${words.filter(Boolean).join(' ')}>`,
    label ? `label=${quote(shorten(label, MAX_LISTED_TEXT))}` : '',
    text && quote(shorten(text, listed ? MAX_LISTED_TEXT : MAX_MATCH_TEXT)),
    positionText,
    rest.shadowRoot ? `in ${rest.shadowRoot} shadow root` : '',
    frame ? `in frame ${escapeInline(shorten(frame, MAX_MATCH_TEXT))}` : '',
    pairsText('styles', rest.styles),
    pairsText('properties', rest.properties),
  ]
    .filter(Boolean)
    .join(' ');
}

function pairsText(kind: string, pairs: Record<string, unknown> = {}): string {
  const texts = Object.entries(pairs).map(
    ([name, value]) => `${escapeName(name)}=${formatAttributeValue(String(value), false)}`,
  );
  return texts.length > 0 ? `${kind}(${texts.join(' ')})` : '';
}

/** Scripts can create elements and attributes of nearly any name. */
const escapeName = (name: string): string =>
  escapeInline(name)
    .replace(/[\s"'<>=[\]|()]/g, '_')
    .slice(0, 60);
