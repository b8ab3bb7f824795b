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
  for (const { parts, region } of lines) {
    const count = parts.filter((part) => typeof part !== 'string' && isHandle(part, pageState)).length;
    if (count > 0) counts.set(region, (counts.get(region) ?? 0) + count);
  }
  const kept = lines.flatMap((line) => {
    if ((counts.get(line.region) ?? 0) < MIN_HANDLES) return [line];
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

/** `[`, the node and its tag; a qualifier (` (in "Name")`) and the space behind it go too. */
function withoutHandles(parts: ViewLine['parts'], pageState: PageState): ViewLine['parts'] {
  const left: ViewLine['parts'] = [];
  let isSkipping = false;
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    const opens = typeof part === 'string' && part.endsWith('[') && typeof next === 'object';
    if (opens) isSkipping = isHandle(next, pageState);
    else if (isSkipping && typeof part === 'string' && !/^(?:\]| ?$| \()/.test(part)) isSkipping = false;
    if (!isSkipping) left.push(part);
  }
  const hasContent = left.some((part) => typeof part !== 'string' || part.trim() !== '');
  if (typeof left.at(-1) === 'string' && (left.at(-1) as string).trim() === '') left.pop();
  return hasContent ? left : [];
}
