import { mapTextsTogether } from '../../snapshot/mapTexts.ts';
import type { DomQuery, DomQueryResult } from '../../snapshot/selectors/DomQuery.ts';
import { invalidSelector } from '../../snapshot/selectors/invalidSelector.ts';
import { callPageScript, tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';

/** The result of one document. */
export interface FrameDomResult extends DomQueryResult {
  /** Key and address of the document. */
  document: string;
  url: string;
}

/**
 * Queries all captured documents at once, the main one first; a frame that is gone is left out. What repeats a secret of
 * another document is redacted. Throws `invalid_selector`, and `DocumentGoneError` where the main document is gone.
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
  const redacted = await mapTextsTogether(results, redactSecrets);
  return results.map(({ document }, i) => ({ ...(redacted[i] as FrameDomResult), document }));
}

async function queryDomInFrame(
  capture: FrameCapture,
  request: DomQuery,
  isMain: boolean,
): Promise<FrameDomResult | undefined> {
  const call = isMain ? callPageScript : tryCallPageScript;
  const found = await call(capture, 'queryDom', request);
  if (found?.error !== undefined) throw invalidSelector(request.selector, found.error);
  const { key, url } = capture.document;
  return found && { ...found, document: key, url };
}
