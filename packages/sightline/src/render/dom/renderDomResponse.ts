import { shorten } from '../../snapshot/shorten.ts';
import { escapeInline, formatAttributeValue, quote } from '../escape.ts';
import type { DomMatch, DomResponse } from './renderDomQuery.ts';

/** UTF-16 units: longest text of a match here (the data has more), and all of it. */
const MAX_MATCH_TEXT = 160;
const MAX_LENGTH = 12_000;
/** Attributes of a match that are told here. */
const MAX_ATTRIBUTES = 12;

/** The answer as lines, a line an element, children below it. Page text in it cannot read as ours. */
export function renderDomResponse(data: DomResponse): string {
  const { selector, totalMatchCount, matches, hint } = data;
  const lines = [`DOM query ${quote(selector)}: ${totalMatchCount} match(es)`];
  let length = 0;
  let shownCount = 0;
  for (const match of matches) {
    const matchLines = linesOf(match, 0);
    length += matchLines.reduce((sum, line) => sum + line.length + 1, 0);
    if (length > MAX_LENGTH && shownCount > 0) break;
    lines.push(...matchLines);
    shownCount++;
  }
  if (shownCount < matches.length)
    lines.push(`(${matches.length - shownCount} more matches: narrow the selector)`);
  if (hint) lines.push(`(${escapeInline(hint)})`);
  return lines.join('\n');
}

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
function lineOf({
  number,
  tag,
  text,
  attributes,
  visible,
  hidden,
  bboxPixels,
  frame,
  ...rest
}: DomMatch): string {
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
  const positionText = visible
    ? `at ${x},${y} ${width}x${height}`
    : `not visible${hidden ? `: ${escapeInline(hidden)}` : ''}`;
  return [
    `${number === undefined ? '' : `[${number}]`}<${words.filter(Boolean).join(' ')}>`,
    text && quote(shorten(text, MAX_MATCH_TEXT)),
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

/** Names may hold nearly anything: a page can make elements and attributes by script. */
const escapeName = (name: string): string =>
  escapeInline(name)
    .replace(/[\s"'<>=[\]|()]/g, '_')
    .slice(0, 60);
