import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';

/** A line for one alone would be as long as the handle. */
const MIN_HANDLES = 2;

/**
 * Leaves out what is there only to change the size of something with the mouse: the handles between the columns of a grid, at the
 * sides and corners of a dialog. Each region counts its own in a line at its end, with the call that shows them.
 */
export function leaveOutHandles(
  lines: ViewLine[],
  { pageState, style, full, interactiveOnly }: RenderContext,
  callFor: (line: ViewLine) => string,
): ViewLine[] {
  if (style !== 'compact' || full || interactiveOnly) return lines;
  const counts = new Map<ViewLine['region'], number>();
  const handlesOf = ({ parts }: ViewLine): number =>
    parts.filter((part) => typeof part !== 'string' && isHandle(part, pageState)).length;
  for (const line of lines) {
    const count = handlesOf(line);
    if (count > 0) counts.set(line.region, (counts.get(line.region) ?? 0) + count);
  }
  const kept = lines.flatMap((line) => {
    if ((counts.get(line.region) ?? 0) < MIN_HANDLES || handlesOf(line) === 0) return [line];
    const parts = withoutHandles(line.parts, pageState);
    return parts.length === 0 ? [] : [{ ...line, parts }];
  });
  for (const [region, count] of counts) {
    if (count < MIN_HANDLES) continue;
    const at = lines.findLastIndex((line) => line.region === region);
    const last = lines[at] as ViewLine;
    const isHeader = last.kind === 'region';
    const note: ViewLine = {
      ...last,
      kind: 'note',
      depth: last.depth + (isHeader ? 1 : 0),
      parts: [`(${count} more elements, handles to resize: ${callFor(last)})`],
      controlsOnly: false,
      omitted: count,
      isRest: true,
    };
    const end = kept.findLastIndex((line) => line.region === region);
    kept.splice(end < 0 ? kept.length : end + 1, 0, note);
  }
  return kept;
}

/** A box without words, name or keyboard whose cursor says that a drag changes a size. */
function isHandle(node: PageNode, { counts, visibility }: PageState): boolean {
  return (
    visibility.tiers[node.index] !== 'semantic' &&
    node.name === '' &&
    (node.attributes['.cursor'] ?? '').endsWith('-resize') &&
    !node.has(Flag.TabIndex) &&
    counts.interactiveBetween(node.index + 1, node.end) === 0 &&
    counts.textLength(node) === 0
  );
}

/** Without `[`, the node and its tag; a qualifier (` (in "Name")`) and the space behind it go too. Words before it stay. */
function withoutHandles(parts: ViewLine['parts'], pageState: PageState): ViewLine['parts'] {
  const left: ViewLine['parts'] = [];
  let isSkipping = false;
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    if (typeof part === 'string' && part.endsWith('[') && typeof next === 'object') {
      isSkipping = isHandle(next, pageState);
      // What begins a line may be one with it: `Name [`.
      pushPart(left, isSkipping ? part.replace(/\S*\[$/, '') : part);
      continue;
    }
    if (isSkipping && typeof part === 'string' && !/^(?:\]| ?$| \()/.test(part)) isSkipping = false;
    if (!isSkipping) pushPart(left, part);
  }
  const hasContent = left.some((part) => typeof part !== 'string' || /[^\s|]/.test(part));
  const last = left.at(-1);
  if (typeof last === 'string') left.splice(-1, 1, last.trimEnd());
  return hasContent ? left : [];
}

/** One space is left of those around a handle. */
function pushPart(left: ViewLine['parts'], part: string | PageNode): void {
  const last = left.at(-1);
  const isSpaced = typeof last === 'string' && last.endsWith(' ');
  const own = isSpaced && typeof part === 'string' ? part.replace(/^ /, '') : part;
  if (own !== '') left.push(own);
}
