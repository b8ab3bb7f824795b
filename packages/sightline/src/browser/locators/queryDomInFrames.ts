import { DOM_LIMITS, type DomQuery, type DomQueryResult } from '../../snapshot/DomQuery.ts';
import { invalidSelector } from '../../snapshot/invalidSelector.ts';
import { mapStrings } from '../../snapshot/mapStrings.ts';
import { DocumentGoneError, evaluateInContext, type FrameCapture } from '../capture/captureFrame.ts';

/** What one document of a page answers. */
export interface FrameDomResult extends DomQueryResult {
  /** Key and address of the document. */
  document: string;
  url: string;
}

/**
 * Asks every captured document at once, the main one first; a frame that has gone since is left out. What repeats a
 * secret of another document is replaced by `withoutSecrets`. Throws `invalid_selector`; `Gone` with the main document.
 */
export async function queryDomInFrames(
  captures: readonly FrameCapture[],
  request: DomQuery,
  redactSecrets: (texts: string[]) => Promise<string[]>,
): Promise<FrameDomResult[]> {
  const responses = await Promise.all(
    captures.map((capture, i) => queryDomInFrame(capture, request, i === 0)),
  );
  const results = responses.filter((one) => one !== undefined);
  if (captures.length < 2 || !captures.some(({ holdsSecrets }) => holdsSecrets)) return results;
  const texts = new Set<string>();
  mapStrings(results, (text) => {
    texts.add(text);
    return text;
  });
  const originals = [...texts];
  const redacted = await redactSecrets(originals);
  const redactedByText = new Map(originals.map((text, i) => [text, redacted[i] ?? '']));
  return results.map((one) => ({
    ...mapStrings(one, (text) => redactedByText.get(text) ?? ''),
    document: one.document,
  }));
}

async function queryDomInFrame(
  { target, frameId, document }: FrameCapture,
  request: DomQuery,
  isMain: boolean,
): Promise<FrameDomResult | undefined> {
  const context = target.contextOf(frameId);
  if (!context) {
    if (isMain) throw new DocumentGoneError('the page has no document');
    return undefined;
  }
  const call = `__sightline.queryDom(${JSON.stringify(request)})`;
  const evaluation = evaluateInContext(target, context.uniqueId, call, DOM_LIMITS.inPageMs);
  const text = await evaluation.catch((error: unknown) => {
    if (isMain) throw error;
    return undefined;
  });
  if (text === undefined) return undefined;
  const found = JSON.parse(text) as DomQueryResult;
  if (found.error !== undefined) throw invalidSelector(request.selector, found.error);
  return { ...found, document: document.key, url: document.url };
}
