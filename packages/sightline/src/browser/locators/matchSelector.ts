import type { DocumentMatches } from '../../injected/PageApi.ts';
import { invalidSelector } from '../../snapshot/selectors/invalidSelector.ts';
import { tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';

/** What matches a selector in one document. */
export interface SelectorMatches extends Pick<DocumentMatches, 'ids' | 'total' | 'isIncomplete'> {
  /** Key of the document. */
  document: string;
}

/** Searches all documents at once; one that is gone has no matches. Throws `invalid_selector`. */
export async function matchSelector(
  captures: readonly FrameCapture[],
  selector: string,
  limit: number,
): Promise<SelectorMatches[]> {
  const matches = captures.map(async (capture) => {
    const found = await tryCallPageScript(capture, 'find', selector, limit);
    const { error, ...matches } = found ?? { ids: [], total: 0 };
    if (error !== undefined) throw invalidSelector(selector, error);
    return { document: capture.document.key, ...matches };
  });
  return (await Promise.all(matches)).filter(({ total }) => total > 0);
}
