import { RE2JS } from 're2js';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved } from '../prune/Pruning.ts';
import type { Structure } from '../structure/Structure.ts';

/** One place where visible text holds what was looked for. */
export interface TextMatch {
  /** The element that the words stand in. */
  node: PageNode;
  /** The words themselves, and what stands around them on the same line. */
  match: string;
  before: string;
  after: string;
}

export interface TextMatches {
  matches: TextMatch[];
  total: number;
}

/** Characters told on either side. */
const AROUND = 60;
/** Longest line that is searched as one. */
const PIECE = 10_000;

/**
 * Looks for words in the text that a person sees, in targets or not, line by line; case does not matter. With
 * `pattern` the words are a regular expression of RE2's syntax, which takes time in proportion to the text,
 * whatever it says.
 * @throws SightlineError `invalid_argument` for what is no such expression
 */
export function searchText(
  structure: Structure,
  words: string,
  { pattern = false, limit = 20 }: { pattern?: boolean; limit?: number } = {},
): TextMatches {
  const wanted = compile(pattern ? words : literal(words));
  const found: TextMatches = { matches: [], total: 0 };
  for (const line of linesOf(structure)) {
    const matcher = wanted.matcher(line.text);
    while (matcher.find()) {
      const match = matcher.group() ?? '';
      if (match !== '' && found.total++ < limit) found.matches.push(describe(line, matcher.start(), match));
    }
  }
  return found;
}

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
function literal(words: string): string {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => RE2JS.quote(word))
    .join('\\s+');
}

interface TextLine {
  text: string;
  /** Where each run of the line begins, and the element that it stands in. */
  runs: { at: number; node: PageNode }[];
}

/** Shown text as a person reads it: blocks part lines. Values of fields are text too. */
function* linesOf({ pruning }: Structure): Generator<TextLine> {
  let line: TextLine = { text: '', runs: [] };
  const ends: number[] = [];
  for (const node of pruning.page.nodes) {
    while (ends.length > 0 && (ends.at(-1) as number) <= node.index) {
      ends.pop();
      if (line.text.trim() !== '') yield line;
      line = { text: '', runs: [] };
    }
    // A label that is told as the name of its control is seen where it stands.
    if (isRemoved(pruning, node) && pruning.verdicts[node.index]?.rule !== 'labels') continue;
    if (node.has(Flag.Block) || node.has(Flag.Cell)) {
      if (line.text.trim() !== '') yield line;
      line = { text: '', runs: [] };
      ends.push(node.end);
    }
    const text = node.isText ? node.text : spokenText(node);
    if (text === '') continue;
    line.runs.push({ at: line.text.length, node: node.isText ? (node.parent ?? node) : node });
    line.text += node.isText ? text : ` ${text} `;
    if (line.text.length > PIECE) {
      yield line;
      line = { text: '', runs: [] };
    }
  }
  if (line.text.trim() !== '') yield line;
}

/** The value of a field, the name of a picture; what is chosen in a list stands among its options. */
function spokenText({ attributes, role, tag, name, children }: PageNode): string {
  if (tag === 'select' && children.length > 0) return '';
  return attributes['.value'] ?? (role === 'img' ? name : '');
}

function describe({ text, runs }: TextLine, at: number, match: string): TextMatch {
  const run = runs.findLast((one) => one.at <= at) ?? runs[0];
  const squeeze = (part: string): string => part.replace(/\s+/g, ' ');
  const start = Math.max(0, at - AROUND);
  const stop = Math.min(text.length, at + match.length + AROUND);
  return {
    node: (run as { node: PageNode }).node,
    match: squeeze(match),
    before: `${start > 0 ? '…' : ''}${squeeze(text.slice(start, at)).trimStart()}`,
    after: `${squeeze(text.slice(at + match.length, stop)).trimEnd()}${stop < text.length ? '…' : ''}`,
  };
}
