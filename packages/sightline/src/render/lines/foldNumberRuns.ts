import { groupBy } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { pluralize } from '../element/elementText.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';
import { type LinePiece, piecesOf, runsOf, shownOf } from './numberRuns.ts';

/** Shorter runs are shown whole, but for those of this length beside a longer one: the days of the months around. */
const MIN_RUN = 8;
const MIN_RUN_BESIDE = 5;
/** Fewer left out cost no less than saying so. */
const MIN_LEFT_OUT = 3;

/**
 * Runs of numbers (the days of a month, the lines of an editor, the pages of a list) are their first and last, and what is in
 * another state: `[7]<a>1 … [8]<a current>15 … [9]<a>31 (28 more elements: call)`. Of rows, the first stays whole.
 */
export function foldNumberRuns(
  lines: ViewLine[],
  { style, full, interactiveOnly }: RenderContext,
  callFor: (line: ViewLine) => string,
): ViewLine[] {
  if (style !== 'compact' || full || interactiveOnly) return lines;
  const pieces = lines.flatMap((line) =>
    isCounting(line) ? piecesOf(line) : [{ line, parts: [], tag: '' }],
  );
  const runs = runsOf(pieces);
  const folded = runs.flatMap((run, i) => {
    const isBeside = [runs[i - 1], runs[i + 1]].some((other) => (other?.length ?? 0) >= MIN_RUN);
    if (run.length < (isBeside ? MIN_RUN_BESIDE : MIN_RUN)) return [];
    const own = withoutFirstRow(run, pieces);
    const shown = shownOf(own);
    return own.length - shown.size < MIN_LEFT_OUT ? [] : [{ run: own, shown }];
  });
  return folded.length === 0 ? lines : writeRuns(pieces, folded, callFor);
}

const isCounting = ({ kind, parts, omitted = 0 }: ViewLine): boolean =>
  kind === 'content' && omitted === 0 && parts.some((part) => typeof part === 'string' && /\d/.test(part));

/** Of a run over rows, those that hold nothing else, but for the first: its cells say what stands under which head. */
function withoutFirstRow(run: LinePiece[], pieces: readonly LinePiece[]): LinePiece[] {
  const [first] = run;
  if (!first || !isRow(first.line)) return run;
  const inLine = groupBy(pieces, ({ line }) => line);
  const inRun = new Set(run);
  return run.filter(({ line }) => line !== first.line && inLine.get(line)?.every((one) => inRun.has(one)));
}

const isRow = ({ node }: ViewLine): boolean => node?.closest(({ role }) => role === 'row') !== undefined;

interface FoldedRun {
  run: readonly LinePiece[];
  shown: ReadonlySet<LinePiece>;
}

/** A line that is put together anew. */
interface LineDraft {
  line: ViewLine;
  parts: (string | PageNode)[];
  /** Elements that are left out. */
  omitted: number;
  /** Something was left out behind what stands last in it. */
  isOpen: boolean;
}

/** Each run stands in the line in which it begins. */
function writeRuns(
  pieces: readonly LinePiece[],
  folded: readonly FoldedRun[],
  callFor: (line: ViewLine) => string,
): ViewLine[] {
  const runOf = new Map(folded.flatMap((one) => one.run.map((piece) => [piece, one] as const)));
  const output: (ViewLine | LineDraft)[] = [];
  const homes = new Map<FoldedRun, LineDraft>();
  for (const [line, own] of groupBy(pieces, (piece) => piece.line)) {
    if (!own.some((piece) => runOf.has(piece))) {
      output.push(line);
      continue;
    }
    let draft: LineDraft | undefined;
    for (const piece of own) {
      const run = runOf.get(piece);
      const home = run && homes.get(run);
      if (!home && !draft) {
        draft = { line, parts: [], omitted: 0, isOpen: false };
        output.push(draft);
      }
      if (run && !home) homes.set(run, draft as LineDraft);
      appendPiece(home ?? (draft as LineDraft), piece, run ? run.shown.has(piece) : true);
    }
  }
  return output.map((one) => ('line' in one ? lineOf(one, callFor) : one));
}

function appendPiece(draft: LineDraft, { parts }: LinePiece, isShown: boolean): void {
  if (isShown) {
    const lead = draft.parts.length === 0 ? '' : draft.isOpen ? ' … ' : ' ';
    draft.parts.push(lead, ...parts);
    draft.isOpen = false;
  } else {
    draft.omitted += parts.filter((part) => typeof part !== 'string').length;
    draft.isOpen = true;
  }
}

function lineOf({ line, parts, omitted }: LineDraft, callFor: (line: ViewLine) => string): ViewLine {
  const note = omitted > 0 ? [` (${pluralize(omitted, 'more element')}: ${callFor(line)})`] : [];
  return { ...line, parts: [...parts, ...note], controlsOnly: false, omitted };
}
