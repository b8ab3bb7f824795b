import { invalidSelector } from '../../snapshot/selectors/invalidSelector.ts';
import { tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';

/** What matches a selector in one document. */
export interface SelectorMatches {
  /** Key of the document. */
  document: string;
  /** Ids of the first matches, in document order. */
  ids: number[];
  /** How many there are. */
  total: number;
  /** Some are shapes of drawings that no capture holds yet: the next one does. */
  isIncomplete: boolean;
}

/** Searches all documents at once; one that is gone has no matches. Throws `invalid_selector`. */
export async function matchSelector(
  captures: readonly FrameCapture[],
  selector: string,
  limit: number,
): Promise<SelectorMatches[]> {
  const matches = captures.map(async (capture) => {
    const found = await tryCallPageScript(capture, 'find', selector, limit);
    const { error, ids, total, isIncomplete = false } = found ?? { ids: [], total: 0 };
    if (error !== undefined) throw invalidSelector(selector, error);
    return { document: capture.document.key, ids, total, isIncomplete };
  });
  return (await Promise.all(matches)).filter(({ total }) => total > 0);
}
