import { RE2JS } from 're2js';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { startOf } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { type FoldedText, foldCase, foldWithOrigins } from '../words/foldCase.ts';
import { assertAffordable } from './assertAffordable.ts';

/** An occurrence in the visible text. */
export interface TextMatch {
  /** The element of the text. */
  node: PageNode;
  /** The matched text, and the text around it on the same line. */
  match: string;
  before: string;
  after: string;
}

export interface TextMatches {
  matches: TextMatch[];
  total: number;
}

/** Most characters on either side. */
const CONTEXT_LENGTH = 60;
/** Longest line that is searched as one. */
const MAX_LINE_LENGTH = 10_000;

/**
 * Finds text that a person sees, in controls or not, line by line, in the normal form of `foldCase`. With `pattern` the words are
 * a regular expression in RE2 syntax, which takes time proportional to the text.
 * @throws SightlineError `invalid_argument` for what is no such expression, `too_large` for one of too many parts for the page
 */
export function findTextMatches(
  pageState: PageState,
  words: string,
  { pattern = false, limit = 20 }: { pattern?: boolean; limit?: number } = {},
): TextMatches {
  const regex = compile(pattern ? words : literalPattern(foldCase(words)));
  const found: TextMatches = { matches: [], total: 0 };
  let length = 0;
  for (const line of visibleLines(pageState)) {
    length += line.text.length;
    if (pattern) assertAffordable(regex, length);
    const { text, originOf } = pattern ? asItIs(line.text) : foldWithOrigins(line.text);
    const matcher = regex.matcher(text);
    while (matcher.find()) {
      const start = originOf(matcher.start());
      const match = line.text.slice(start, originOf(matcher.end()));
      if (match !== '' && found.total++ < limit) found.matches.push(describeMatch(line, start, match));
    }
  }
  return found;
}

const asItIs = (text: string): FoldedText => ({ text, originOf: (index) => index });

function compile(expression: string): RE2JS {
  try {
    return RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    throw new SightlineError(
      'invalid_argument',
      `${expression} is no regular expression: ${(error as Error).message}.`,
      {
        hint: 'Use the syntax of RE2 (no back-references, no look-around), or search for plain words.',
      },
    );
  }
}

/** White space in the words is any white space. */
function literalPattern(words: string): string {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => RE2JS.quote(word))
    .join('\\s+');
}

interface TextLine {
  text: string;
  /** Where each run of text begins in the line, and its element. */
  runs: { offset: number; node: PageNode }[];
}

/** The visible text, separated into lines by blocks, with the values of fields. */
function* visibleLines({ visibility }: PageState): Generator<TextLine> {
  let line: TextLine = { text: '', runs: [] };
  const ends: number[] = [];
  for (const node of visibility.page.nodes) {
    while (ends.length > 0 && (ends.at(-1) as number) <= node.index) {
      ends.pop();
      if (line.text.trim() !== '') yield line;
      line = { text: '', runs: [] };
    }
    // A label is visible, although views show it as the name of its control.
    if (isRemoved(visibility, node) && visibility.decisions[node.index]?.rule !== 'labels') continue;
    if (node.has(Flag.Block) || node.has(Flag.Cell)) {
      if (line.text.trim() !== '') yield line;
      line = { text: '', runs: [] };
      ends.push(node.end);
    }
    const text = node.isText ? node.text : valueOrName(node);
    if (text === '') continue;
    line.runs.push({ offset: line.text.length, node: node.isText ? (node.parent ?? node) : node });
    line.text += node.isText ? text : ` ${text} `;
    if (line.text.length > MAX_LINE_LENGTH) {
      yield line;
      line = { text: '', runs: [] };
    }
  }
  if (line.text.trim() !== '') yield line;
}

/** The value of a field or the name of a picture; a select has its text in its options. */
function valueOrName({ attributes, role, tag, name, children }: PageNode): string {
  if (tag === 'select' && children.length > 0) return '';
  return attributes['.value'] ?? (role === 'img' ? name : '');
}

function describeMatch({ text, runs }: TextLine, offset: number, match: string): TextMatch {
  const run = runs.findLast((one) => one.offset <= offset) ?? runs[0];
  const collapseSpaces = (part: string): string => part.replace(/\s+/g, ' ');
  const start = Math.max(0, offset - CONTEXT_LENGTH);
  const end = Math.min(text.length, offset + match.length + CONTEXT_LENGTH);
  return {
    node: (run as { node: PageNode }).node,
    match: collapseSpaces(match),
    before: `${start > 0 ? '…' : ''}${collapseSpaces(text.slice(start, offset).replace(/^[\udc00-\udfff]/, '')).trimStart()}`,
    after: `${collapseSpaces(startOf(text.slice(offset + match.length), end - offset - match.length)).trimEnd()}${end < text.length ? '…' : ''}`,
  };
}
