import { SightlineError } from '../model/SightlineError.ts';
import type { Found } from '../page/find.ts';
import { evaluate, type FrameCapture } from './captureFrame.ts';

/** What matches a selector in one document. */
export interface LiveMatches {
  /** Key of the document. */
  document: string;
  /** Identities of the first matches, in document order. */
  ids: number[];
  /** How many there are. */
  total: number;
}

/** Asks each of the documents at once; one that has gone since matches nothing. Throws `invalid_selector`. */
export async function findLive(
  captures: readonly FrameCapture[],
  selector: string,
  limit: number,
): Promise<LiveMatches[]> {
  const matches = await Promise.all(captures.map((capture) => findIn(capture, selector, limit)));
  return matches.filter(({ total }) => total > 0);
}

async function findIn(
  { world, frameId, document }: FrameCapture,
  selector: string,
  limit: number,
): Promise<LiveMatches> {
  const none = { document: document.key, ids: [], total: 0 };
  const context = world.contextOf(frameId);
  if (!context) return none;
  const call = `__sightline.find(${JSON.stringify(selector)}, ${limit})`;
  const text = await evaluate(world, context.uniqueId, call).catch(() => undefined);
  if (text === undefined) return none;
  const { error, ...found } = JSON.parse(text) as Found;
  if (error !== undefined) {
    throw new SightlineError('invalid_selector', `${selector} is no CSS selector: ${error}`, {
      hint: 'Write a CSS selector such as `nav a[href]` or `#save`; `text=...` asks for words on the page.',
    });
  }
  return { ...none, ...found };
}
