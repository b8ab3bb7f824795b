import { estimateTokens } from '../estimateTokens.ts';
import {
  MAX_INDENT_DEPTH,
  type RefOf,
  type RenderContext,
  type RenderedLine,
  type RenderedText,
  type ViewLine,
} from '../RenderContext.ts';
import { writeParts } from '../writeParts.ts';
import { type Continuation, type FitOptions, fitFirstLines, fitLines } from './fitLines.ts';

export interface LineFrame extends FitOptions {
  /** The indentation of one level. */
  indent: string;
  head: string;
  foot?: string;
  /** Where reading continues line by line: how, after those that fit. */
  continuation?: Continuation;
}

/** Writes lines as text within `context.maxTokens`. Only elements in written lines get numbers. */
export function writeLines(
  lines: ViewLine[],
  context: RenderContext,
  { indent, head, foot = '', continuation, ...options }: LineFrame,
): RenderedText {
  const budget = context.maxTokens - estimateTokens(`${head}\n${foot}`);
  const fit = (): ViewLine[] =>
    continuation
      ? fitFirstLines(lines, budget, {
          ...continuation,
          formatCall: (shown, needed) =>
            continuation.formatCall(shown, needed && needed + context.maxTokens - budget),
        })
      : fitLines(lines, context, budget, options);
  const fitted = Number.isFinite(budget) ? fit() : lines;
  const written = fitted.map((line) => lineText(line, context.refOf, indent));
  if (lines.length === 0) written.push('(nothing visible)');
  const text = [head, ...written, foot].filter((part) => part !== '').join('\n');
  const shownLines = lines.length === 0 ? [GENERATED_LINE] : fitted;
  return {
    text,
    complete: fitted === lines,
    lines: [...generatedLines(head), ...shownLines, ...generatedLines(foot)],
  };
}

/** A generated line. */
const GENERATED_LINE: RenderedLine = { kind: 'note', node: undefined, region: undefined };

const generatedLines = (text: string): RenderedLine[] =>
  text === '' ? [] : text.split('\n').map(() => GENERATED_LINE);

function lineText(line: ViewLine, refOf: RefOf, indent: string): string {
  return indent.repeat(Math.min(line.depth, MAX_INDENT_DEPTH)) + writeParts(line.parts, refOf);
}
