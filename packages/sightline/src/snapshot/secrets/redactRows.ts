import { addToGroup } from '../groupBy.ts';
import { replaceStrings } from '../replaceStrings.ts';
import { Flag, type Rows } from '../Snapshot.ts';
import { REDACTED_PLACEHOLDER } from '../urls/redactUrl.ts';
import { readBoxes, visualOrder } from '../visualOrder.ts';
import {
  mergeSpans,
  redactParts,
  type SecretPart,
  type SecretRedactor,
  type TextSpan,
} from './SecretRedactor.ts';

/**
 * Replaces what repeats a secret in all that was recorded of a document, in place: in texts, names and attributes, and in texts
 * that spell it together, in a line or as boxes of one character. True where any did.
 */
export function redactRows(strings: string[], rows: Rows, redactor: SecretRedactor): boolean {
  if (redactor.isEmpty) return false;
  const spelled = redactSpelled(strings, rows, redactor);
  const replacements = new Map<number, string>();
  for (const [index, text] of strings.entries()) {
    const redacted = redactor.redact(text);
    if (redacted !== text) replacements.set(index, redacted);
  }
  replaceStrings(strings, rows, replacements);
  const isRedacted = spelled || replacements.size > 0;
  if (isRedacted) renumberStrings(strings, rows);
  return isRedacted;
}

/** Texts of several rows that a reader reads as one. */
interface TextRun {
  rows: number[];
  inBoxes: boolean;
}

function redactSpelled(strings: string[], rows: Rows, redactor: SecretRedactor): boolean {
  const textOf = (row: number): string => strings[rows.text[row] as number] as string;
  // Runs share rows: what one finds is replaced when all were asked, since a text that was replaced is of another length.
  const found = new Map<number, SecretPart[]>();
  const blocks = blocksOf(rows);
  const reordered = visualOrder({ strings, rows }, readBoxes(rows));
  const runs = [rows.up.keys(), reordered].flatMap((order) =>
    order ? findRuns(strings, rows, blocks, order) : [],
  );
  for (const { rows: run, inBoxes } of runs) {
    const spans = mergeSpans(redactor.find(run.map(textOf).join(''), { inBoxes }));
    let start = 0;
    for (const row of spans.length === 0 ? [] : run) {
      const { length } = textOf(row);
      for (const span of spans) {
        const part = partWithin(span, start, length);
        if (part) addToGroup(found, row, { span: part, isFirst: span[0] >= start });
      }
      start += length;
    }
  }
  const newTexts = Array.from(found, ([row, parts]) => [row, redactParts(textOf(row), parts)] as const);
  for (const [row, parts] of found)
    for (const { span } of parts) redactNames(strings, rows, row, textOf(row).slice(...span));
  for (const [row, text] of newTexts) rows.text[row] = strings.push(text) - 1;
  return newTexts.length > 0;
}

/** A part of which an element is named is one of its name: of few letters, where that is all of it. */
function redactNames(strings: string[], rows: Rows, row: number, part: string): void {
  const word = part.trim();
  for (let at = row; at > 0; at -= rows.up[at] as number) {
    const name = strings[rows.name[at] as number] ?? '';
    if (word === '' || (word.length < MIN_PART_LENGTH ? name !== word : !name.includes(word))) continue;
    rows.name[at] = strings.push(name.replaceAll(word, REDACTED_PLACEHOLDER)) - 1;
  }
}

const MIN_PART_LENGTH = 3;

function partWithin([start, end]: TextSpan, offset: number, length: number): TextSpan | undefined {
  const part: TextSpan = [Math.max(0, start - offset), Math.min(length, end - offset)];
  return part[0] < part[1] ? part : undefined;
}

/** Of each row the block that it is in, or that it is. */
function blocksOf({ up, text, flags }: Rows): number[] {
  const blocks: number[] = [];
  for (const [row, step] of up.entries()) {
    const isBlock = text[row] === 0 && ((flags[row] as number) & Flag.Block) !== 0;
    blocks.push(isBlock ? row : row === 0 ? 0 : (blocks[row - step] as number));
  }
  return blocks;
}

/**
 * Texts of one block with no other between them; and texts of one character each, wherever their boxes are. `order`: in which the rows
 * are read.
 */
function findRuns(
  strings: readonly string[],
  rows: Rows,
  blocks: readonly number[],
  order: Iterable<number>,
): TextRun[] {
  const texts = Array.from(order).filter((row) => rows.text[row] !== 0);
  const lines: TextRun[] = [];
  const boxes: TextRun[] = [];
  let block = -1;
  let isBoxed = false;
  for (const row of texts) {
    if (blocks[row] !== block) lines.push({ rows: [], inBoxes: false });
    block = blocks[row] as number;
    lines.at(-1)?.rows.push(row);
    const text = (strings[rows.text[row] as number] as string).trim();
    if (text === '') continue;
    const isCharacter = text.length <= 2 && [...text].length === 1;
    if (isCharacter && !isBoxed) boxes.push({ rows: [], inBoxes: true });
    if (isCharacter) boxes.at(-1)?.rows.push(row);
    isBoxed = isCharacter;
  }
  return [...lines, ...boxes, ...findBrokenRuns(strings, rows, blocks, texts)].filter(
    (run) => run.rows.length > 1,
  );
}

/**
 * Texts that read on over what is between them: those that show of a block, without what is out of their flow, and those of one element
 * alone, whatever becomes of the elements in it.
 */
function findBrokenRuns(
  strings: readonly string[],
  rows: Rows,
  blocks: readonly number[],
  texts: readonly number[],
): TextRun[] {
  const unseen = findUnseen(strings, rows);
  const ofBlocks = new Map<number, number[]>();
  const ofElements = new Map<number, number[]>();
  for (const row of texts) {
    addToGroup(ofElements, row - (rows.up[row] as number), row);
    if (unseen[row] === 0) addToGroup(ofBlocks, blocks[row] as number, row);
  }
  return [...ofBlocks.values(), ...ofElements.values()]
    .filter((run) => isBroken(run, rows))
    .map((run) => ({ rows: run, inBoxes: false }));
}

/** Whether another text lies between them, or they are read in another order: else they are in a run of neighbours. */
function isBroken(run: readonly number[], { text }: Rows): boolean {
  for (let i = 1; i < run.length; i++) {
    const [before, after] = [run[i - 1] as number, run[i] as number];
    if (before > after) return true;
    for (let row = before + 1; row < after; row++) if (text[row] !== 0) return true;
  }
  return false;
}

const UNSEEN =
  Flag.DisplayNone | Flag.VisibilityHidden | Flag.Transparent | Flag.InvisibleText | Flag.ClippedAway;
/** Beside what they annotate. */
const ANNOTATIONS = new Set(['rt', 'rp']);

/** Of no extent, or beyond the upper or left edge of the page. */
function isOutOfSight(boxes: readonly number[], at: number): boolean {
  const [width, height] = [boxes[at + 2] as number, boxes[at + 3] as number];
  return (
    width < 1 || height < 1 || (boxes[at] as number) + width <= 0 || (boxes[at + 1] as number) + height <= 0
  );
}

/** 1 for what a style hides, or what has no extent, with all that is in it. */
function findUnseen(strings: readonly string[], { up, flags, boxes, tag }: Rows): Uint8Array {
  const unseen = new Uint8Array(up.length);
  let box = 0;
  for (const [row, flag] of flags.entries()) {
    const isOut = (flag & Flag.Box) !== 0 && isOutOfSight(boxes, box);
    if ((flag & Flag.Box) !== 0) box += 4;
    const isUnseen = isOut || (flag & UNSEEN) !== 0 || ANNOTATIONS.has(strings[tag[row] as number] as string);
    unseen[row] = isUnseen || unseen[row - (up[row] as number)] === 1 ? 1 : 0;
  }
  return unseen;
}

/**
 * Leaves those that are used, each once, in the order of their use: no part of a secret stays behind, and which characters of it stood
 * elsewhere too does not show.
 */
function renumberStrings(strings: string[], { tag, role, name, text, attributes }: Rows): void {
  const numbers = new Map([['', 0]]);
  const numberOf = (index: number): number => {
    if (index < 0) return index;
    const string = strings[index] as string;
    const number = numbers.get(string) ?? numbers.size;
    numbers.set(string, number);
    return number;
  };
  for (const column of [tag, role, name, text])
    for (const [row, index] of column.entries()) column[row] = numberOf(index);
  for (let i = 0; i < attributes.length; i += 3)
    for (const at of [i + 1, i + 2]) attributes[at] = numberOf(attributes[at] as number);
  strings.length = 0;
  for (const string of numbers.keys()) strings.push(string);
}
