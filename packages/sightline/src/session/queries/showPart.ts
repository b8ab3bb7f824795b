import type { ViewOptions } from '../../render/RenderContext.ts';
import type { RegionOptions } from '../../render/renderRegion.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { CapturedPage } from '../captured/CapturedPage.ts';
import { isReference, toNumberOrWords } from '../refs/TargetFinder.ts';
import type { SessionResult } from '../SessionResult.ts';

/**
 * A part of the page by its name; else the element that the words, the number or the selector mean. Throws `not_found` with the
 * names of the regions.
 */
export async function showPart(
  name: string,
  page: CapturedPage,
  options: ViewOptions & RegionOptions,
  find: (target: string) => Promise<PageNode> | PageNode,
): Promise<SessionResult> {
  if (isReference(toNumberOrWords(name))) return page.region(await find(name), options);
  try {
    return page.region(name, options);
  } catch (error) {
    const isUnknown = error instanceof SightlineError && error.code === 'not_found';
    const node = isUnknown && options.heading === undefined ? await findQuietly(name, find) : undefined;
    if (node) return page.region(node, options);
    throw error;
  }
}

async function findQuietly(
  name: string,
  find: (target: string) => Promise<PageNode> | PageNode,
): Promise<PageNode | undefined> {
  try {
    return await find(name);
  } catch {
    return undefined;
  }
}
