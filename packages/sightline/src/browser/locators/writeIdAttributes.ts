import { tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';

/**
 * Writes texts into the page as `data-element-id` attributes, by document and element id; returns how many elements
 * have theirs now. None in a frame that is gone.
 */
export async function writeIdAttributes(
  captures: readonly FrameCapture[],
  idsByDocument: ReadonlyMap<string, Record<number, string>>,
): Promise<number> {
  const counts = captures.map((capture) => {
    const ids = idsByDocument.get(capture.document.key);
    return ids && tryCallPageScript(capture, 'writeMarks', ids);
  });
  return sum(await Promise.all(counts));
}

/** Removes them; returns how many there were. */
export async function removeIdAttributes(captures: readonly FrameCapture[]): Promise<number> {
  return sum(await Promise.all(captures.map((capture) => tryCallPageScript(capture, 'eraseMarks'))));
}

const sum = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0);
