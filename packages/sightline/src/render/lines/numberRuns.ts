import { countBy } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { ViewLine } from '../RenderContext.ts';

/** A control, or a word of text, of a line. */
export interface LinePiece {
  line: ViewLine;
  parts: (string | PageNode)[];
  /** Where it says a whole number and nothing else. */
  value?: number;
  /** What is written of a control before that; '' for text. */
  tag: string;
}

const OPENING = /^([\s\S]*?)(\*?\[)$/;
/** `]<a label="Page 3">3</a> (in "Pages") 4 | `: the tag, the number, what belongs to it, numbers behind it. */
const NUMBERED = /^\](<.*>)(\d{1,6})((?:<\/[\w-]+>)?(?: \(\w+ ".*"\))?)((?:[\s|]+\d{1,6})*)[\s|]*$/;
/** Words, and the numbers behind them. */
const WORDS_AND_NUMBERS = /^([\s\S]*?)((?:(?:^|[\s|]+)\d{1,6})*)[\s|]*$/;

/** The pieces of a line, in order: its controls, the words between them, and each of the numbers between them. */
export function piecesOf(line: ViewLine): LinePiece[] {
  const controls: { mark: string; node: PageNode; text: string }[] = [];
  let lead = '';
  let mark = '';
  for (const [i, part] of line.parts.entries()) {
    const last = controls.at(-1);
    if (typeof part !== 'string') {
      controls.push({ mark, node: part, text: '' });
      continue;
    }
    const opening = typeof line.parts[i + 1] === 'object' ? OPENING.exec(part) : undefined;
    const text = opening ? (opening[1] as string) : part;
    mark = opening?.[2] ?? '';
    if (last) last.text += text;
    else lead += text;
  }
  const [, words = '', numbers = ''] = WORDS_AND_NUMBERS.exec(lead) ?? [];
  return [
    ...(words.trim() === '' ? [] : [{ line, parts: [words.trimEnd()], tag: '' }]),
    ...numberPieces(numbers, line),
    ...controls.flatMap(({ mark, node, text }) => {
      const [, tag = '', digits, behind = '', others = ''] = NUMBERED.exec(text) ?? [];
      if (digits === undefined) return [{ line, parts: [mark, node, text.trimEnd()], tag: '' }];
      const written = `]${tag}${digits}${others === '' ? behind.replace(/^<\/[\w-]+>/, '') : behind}`;
      return [
        { line, parts: [mark, node, written], tag, value: Number(digits) },
        ...numberPieces(others, line),
      ];
    }),
  ];
}

const numberPieces = (text: string, line: ViewLine): LinePiece[] =>
  (text.match(/\d+/g) ?? []).map((digits) => ({ line, parts: [digits], tag: '', value: Number(digits) }));

/** Runs of pieces that count on by one, from line to line of one region and level; of what is no number, each by itself. */
export function runsOf(pieces: readonly LinePiece[]): LinePiece[][] {
  const runs: LinePiece[][] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (last && isNext(piece, last)) run?.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

const isNext = ({ value, line }: LinePiece, last: LinePiece): boolean =>
  value !== undefined &&
  value - 1 === last.value &&
  line.region === last.line.region &&
  line.depth === last.line.depth;

/** More of one state that differ from the others of a run are shown by their ends. */
const MAX_APART = 3;

/** The pieces of a run that are shown: its ends, and what is in another state than most. */
export function shownOf(run: readonly LinePiece[]): ReadonlySet<LinePiece> {
  const states = statesOf(run);
  const counts = [...countBy(states, (state) => state)].sort(([, a], [, b]) => b - a);
  const usual = counts[0]?.[0] as string;
  const ends = [0, states.indexOf(usual), states.lastIndexOf(usual), run.length - 1];
  const shown = new Set(ends.map((at) => run[at] as LinePiece));
  for (let from = 0; from < run.length; ) {
    let to = from + 1;
    while (to < run.length && states[to] === states[from]) to++;
    const isLong = to - from > MAX_APART;
    const apart = isLong ? [run[from - 1], run[from], run[to - 1], run[to]] : run.slice(from, to);
    if (states[from] !== usual) for (const piece of apart) if (piece) shown.add(piece);
    from = to;
  }
  return shown;
}

/** No word of a tag. */
const USUAL = '<';

/**
 * What is said of each beside its number: `USUAL` where that is what is said of most. The days of the week in labels are no
 * difference, and neither are digits.
 */
function statesOf(run: readonly LinePiece[]): string[] {
  const words = run.map(({ tag }) => wordsIn(tag));
  const lengths = [...countBy(words, ({ length }) => length)].sort(([, a], [, b]) => b - a);
  const usualLength = lengths[0]?.[0] ?? 0;
  const usual = Array.from({ length: usualLength }, (_, at) => usualWord(run, words, at, usualLength));
  return words.map((own) => {
    const isUsual =
      own.length === usualLength && own.every((word, at) => [word, undefined].includes(usual[at]));
    return isUsual ? USUAL : own.join(' ');
  });
}

const wordsIn = (tag: string): string[] =>
  tag
    .replace(/\d+(?:st|nd|rd|th)?/g, '#')
    .split(/[\s"=,<>]+/)
    .filter((word) => word !== '');

/** The word that most have there; undefined where it is that of the day of the week. */
function usualWord(
  run: readonly LinePiece[],
  words: readonly string[][],
  at: number,
  length: number,
): string | undefined {
  const byDay = new Map<number, string>();
  const own = run.flatMap(({ value = 0 }, i) => {
    const all = words[i] as string[];
    return all.length === length ? [{ day: value % 7, word: all[at] as string }] : [];
  });
  for (const { day, word } of own) if (!byDay.has(day)) byDay.set(day, word);
  const isWeekly =
    new Set(byDay.values()).size === byDay.size &&
    byDay.size > 1 &&
    own.every(({ day, word }) => byDay.get(day) === word);
  if (isWeekly) return undefined;
  const counts = [...countBy(own, ({ word }) => word)].sort(([, a], [, b]) => b - a);
  return counts[0]?.[0];
}
