import { randomUUID } from 'node:crypto';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { SightlineError } from '../../snapshot/SightlineError.ts';
import { invalidSelector } from '../../snapshot/selectors/invalidSelector.ts';
import { tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';
import type { SelectorMatches } from './matchSelector.ts';
import { SELECTOR_ENGINE } from './selectorEngine.ts';

/** Elements that a selector is evaluated from: ids by document key. */
export type LocatorRoots = ReadonlyMap<string, readonly number[]>;

export interface LocatorRequests {
  captures: readonly FrameCapture[];
  /** Where the selectors of a document begin. */
  scopeOf(document: string): Page | Frame | FrameLocator;
  /** Only what is found from these; default from each document. */
  roots?: LocatorRoots | undefined;
}

/**
 * What a selector of Playwright finds in each document, in Playwright's order. Playwright says how many match; which they are
 * our engine collects, as the last part of the selector. A frame that is gone has no matches. Throws `invalid_selector`.
 */
export async function matchLocator(
  selector: string,
  { captures, scopeOf, roots }: LocatorRequests,
): Promise<SelectorMatches[]> {
  const token = randomUUID();
  const queried = captures.filter(({ document }) => !roots || roots.has(document.key));
  const counts = queried.map(async (capture) => {
    const { key } = capture.document;
    const guarded = await tryCallPageScript(capture, 'guardSelector', selector);
    if (!guarded) return 0;
    if (guarded.error !== undefined) throw invalidSelector(selector, guarded.error);
    const from = roots ? `${SELECTOR_ENGINE}=${key}/${roots.get(key)?.join()} >> ` : '';
    const query = `${from}${guarded.selector} >> ${SELECTOR_ENGINE}=collect/${token}`;
    try {
      return await scopeOf(key).locator(query).count();
    } catch (error) {
      return throwUnlessGone(error, selector);
    }
  });
  await Promise.all(counts);
  return takeCollected(captures, token);
}

/** From all documents: a selector may lead into frames. */
async function takeCollected(captures: readonly FrameCapture[], token: string): Promise<SelectorMatches[]> {
  const taken = captures.map(async (capture) => {
    const matches = (await tryCallPageScript(capture, 'takeCollected', token)) ?? { ids: [], total: 0 };
    return { ...matches, document: capture.document.key, ids: [...new Set(matches.ids)] };
  });
  return (await Promise.all(taken)).filter(({ total }) => total > 0);
}

const GONE = /detached|closed|destroyed|navigat|crashed/i;

function throwUnlessGone(error: unknown, selector: string): number {
  if ((error as SightlineError).code === 'stale') return 0;
  const line = firstLine(error);
  if (/selector|engine|parsing|unexpected|attribute/i.test(line)) throw invalidSelector(selector, line);
  if (GONE.test(line)) return 0;
  throw error;
}

const firstLine = (error: unknown): string =>
  String((error as Error).message ?? error)
    .replace(/^locator\.\w+: (?:Error: )?/, '')
    .split('\n')[0] ?? '';
