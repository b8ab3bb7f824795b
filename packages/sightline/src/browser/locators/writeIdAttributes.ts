import { evaluateInContext, type FrameCapture } from '../capture/captureFrame.ts';

/**
 * Writes texts into the page as `data-element-id` attributes, by document and identity; answers how many elements
 * carry theirs. A frame that has gone has none.
 */
export function writeIdAttributes(
  captures: readonly FrameCapture[],
  idsByDocument: ReadonlyMap<string, Record<number, string>>,
): Promise<number> {
  return sumOverCaptures(captures, ({ document }) => {
    const ids = idsByDocument.get(document.key);
    return ids && `__sightline.marks.write(${JSON.stringify(ids)})`;
  });
}

/** Takes them out again; answers how many there were. */
export function removeIdAttributes(captures: readonly FrameCapture[]): Promise<number> {
  return sumOverCaptures(captures, () => '__sightline.marks.erase()');
}

async function sumOverCaptures(
  captures: readonly FrameCapture[],
  expressionFor: (capture: FrameCapture) => string | undefined,
): Promise<number> {
  const counts = captures.map(async (capture) => {
    const context = capture.target.contextOf(capture.frameId);
    const expression = expressionFor(capture);
    if (!context || expression === undefined) return 0;
    return Number(await evaluateInContext(capture.target, context.uniqueId, expression).catch(() => 0));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
