import { evaluate, type FrameCapture } from './captureFrame.ts';

/**
 * Writes texts into the page as `data-element-id` attributes, by document and identity; answers how many elements
 * carry theirs. A frame that has gone has none.
 */
export function markElements(
  captures: readonly FrameCapture[],
  marks: ReadonlyMap<string, Record<number, string>>,
): Promise<number> {
  return sumOver(captures, ({ document }) => {
    const texts = marks.get(document.key);
    return texts && `__sightline.marks.write(${JSON.stringify(texts)})`;
  });
}

/** Takes them out again; answers how many there were. */
export function unmarkElements(captures: readonly FrameCapture[]): Promise<number> {
  return sumOver(captures, () => '__sightline.marks.erase()');
}

async function sumOver(
  captures: readonly FrameCapture[],
  callFor: (capture: FrameCapture) => string | undefined,
): Promise<number> {
  const counts = captures.map(async (capture) => {
    const context = capture.world.contextOf(capture.frameId);
    const call = callFor(capture);
    if (!context || call === undefined) return 0;
    return Number(await evaluate(capture.world, context.uniqueId, call).catch(() => 0));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
