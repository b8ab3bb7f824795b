import type { DocumentMatches } from '../../injected/query/findElements.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { evaluateInContext, type FrameCapture } from '../capture/captureFrame.ts';

/** What matches a selector in one document. */
export interface SelectorMatches {
  /** Key of the document. */
  document: string;
  /** Identities of the first matches, in document order. */
  ids: number[];
  /** How many there are. */
  total: number;
}

/** Asks each of the documents at once; one that has gone since matches nothing. Throws `invalid_selector`. */
export async function matchSelector(
  captures: readonly FrameCapture[],
  selector: string,
  limit: number,
): Promise<SelectorMatches[]> {
  const matches = await Promise.all(captures.map((capture) => matchInFrame(capture, selector, limit)));
  return matches.filter(({ total }) => total > 0);
}

async function matchInFrame(
  { target, frameId, document }: FrameCapture,
  selector: string,
  limit: number,
): Promise<SelectorMatches> {
  const none = { document: document.key, ids: [], total: 0 };
  const context = target.contextOf(frameId);
  if (!context) return none;
  const call = `__sightline.find(${JSON.stringify(selector)}, ${limit})`;
  const text = await evaluateInContext(target, context.uniqueId, call).catch(() => undefined);
  if (text === undefined) return none;
  const { error, ...matches } = JSON.parse(text) as DocumentMatches;
  if (error !== undefined) {
    throw new SightlineError('invalid_selector', `${selector} is no CSS selector: ${error}`, {
      hint: 'Write a CSS selector such as `nav a[href]` or `#save`; `text=...` asks for words on the page.',
    });
  }
  return { ...none, ...matches };
}
