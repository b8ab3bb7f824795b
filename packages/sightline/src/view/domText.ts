import { shorten } from '../model/shorten.ts';
import { attributeValue, escapeInline, quote } from './escape.ts';
import type { DomMatch, DomResponse } from './tellDom.ts';

/** UTF-16 units: longest text of a match here (the data has more), and all of it. */
const LINE_TEXT = 160;
const MOST = 12_000;
/** Attributes of a match that are told here. */
const MOST_ATTRIBUTES = 12;

/** The answer as lines, a line an element, children below it. Page text in it cannot read as ours. */
export function domText(data: DomResponse): string {
  const { selector, totalMatchCount, matches, hint } = data;
  const lines = [`DOM query ${quote(selector)}: ${totalMatchCount} match(es)`];
  let length = 0;
  let told = 0;
  for (const match of matches) {
    const own = linesOf(match, 0);
    length += own.reduce((sum, line) => sum + line.length + 1, 0);
    if (length > MOST && told > 0) break;
    lines.push(...own);
    told++;
  }
  if (told < matches.length) lines.push(`(${matches.length - told} more matches: narrow the selector)`);
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
  const told = Object.entries(attributes).slice(0, MOST_ATTRIBUTES);
  const omitted = Object.keys(attributes).length - told.length;
  const words = [
    escapeName(tag),
    ...told.map(([name, value]) =>
      value === '' ? escapeName(name) : `${escapeName(name)}=${attributeValue(value, false)}`,
    ),
    omitted > 0 ? `(${omitted} more attributes)` : '',
  ];
  const { x, y, width, height } = bboxPixels;
  const where = visible
    ? `at ${x},${y} ${width}x${height}`
    : `not visible${hidden ? `: ${escapeInline(hidden)}` : ''}`;
  return [
    `${number === undefined ? '' : `[${number}]`}<${words.filter(Boolean).join(' ')}>`,
    text && quote(shorten(text, LINE_TEXT)),
    where,
    rest.shadowRoot ? `in ${rest.shadowRoot} shadow root` : '',
    frame ? `in frame ${escapeInline(shorten(frame, LINE_TEXT))}` : '',
    pairsOf('styles', rest.styles),
    pairsOf('properties', rest.properties),
  ]
    .filter(Boolean)
    .join(' ');
}

function pairsOf(kind: string, pairs: Record<string, unknown> = {}): string {
  const told = Object.entries(pairs).map(
    ([name, value]) => `${escapeName(name)}=${attributeValue(String(value), false)}`,
  );
  return told.length > 0 ? `${kind}(${told.join(' ')})` : '';
}

/** Names may hold nearly anything: a page can make elements and attributes by script. */
const escapeName = (name: string): string =>
  escapeInline(name)
    .replace(/[\s"'<>=[\]|()]/g, '_')
    .slice(0, 60);
