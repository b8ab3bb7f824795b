import { DOM_LIMITS, type DomFound, type DomRequest } from '../model/DomQuery.ts';
import { invalidSelector } from '../model/invalidSelector.ts';
import { mapStrings } from '../model/mapStrings.ts';
import { evaluate, type FrameCapture, Gone } from './captureFrame.ts';

/** What one document of a page answers. */
export interface FrameFound extends DomFound {
  /** Key and address of the document. */
  document: string;
  url: string;
}

/**
 * Asks every captured document at once, the main one first; a frame that has gone since is left out. What repeats a
 * secret of another document is replaced by `withoutSecrets`. Throws `invalid_selector`; `Gone` with the main document.
 */
export async function queryFrames(
  captures: readonly FrameCapture[],
  request: DomRequest,
  withoutSecrets: (texts: string[]) => Promise<string[]>,
): Promise<FrameFound[]> {
  const answers = await Promise.all(captures.map((capture, i) => queryFrame(capture, request, i === 0)));
  const found = answers.filter((one) => one !== undefined);
  if (captures.length < 2 || !captures.some(({ holdsSecrets }) => holdsSecrets)) return found;
  const texts = new Set<string>();
  mapStrings(found, (text) => {
    texts.add(text);
    return text;
  });
  const asked = [...texts];
  const told = await withoutSecrets(asked);
  const byText = new Map(asked.map((text, i) => [text, told[i] ?? '']));
  return found.map((one) => ({
    ...mapStrings(one, (text) => byText.get(text) ?? ''),
    document: one.document,
  }));
}

async function queryFrame(
  { world, frameId, document }: FrameCapture,
  request: DomRequest,
  isMain: boolean,
): Promise<FrameFound | undefined> {
  const context = world.contextOf(frameId);
  if (!context) {
    if (isMain) throw new Gone('the page has no document');
    return undefined;
  }
  const call = `__sightline.queryDom(${JSON.stringify(request)})`;
  const asking = evaluate(world, context.uniqueId, call, DOM_LIMITS.inPageMs);
  const text = await asking.catch((error: unknown) => {
    if (isMain) throw error;
    return undefined;
  });
  if (text === undefined) return undefined;
  const found = JSON.parse(text) as DomFound;
  if (found.error !== undefined) throw invalidSelector(request.selector, found.error);
  return { ...found, document: document.key, url: document.url };
}
