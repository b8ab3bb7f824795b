import type { CapturedPage } from '../../session/captured/CapturedPage.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { LocatorSpec } from './LocatorSpec.ts';

export interface LookupOptions {
  /** Also elements that are not seen. Default false: only what is seen is found. */
  hidden?: boolean;
}

/**
 * What locators find on a captured page. Nothing is waited for: who waits captures again and asks again. The page is asked
 * only for CSS that the capture does not hold, once for each capture.
 */
export interface LocatorLookup {
  /**
   * All elements that match, in document order. Throws `invalid_argument` for an expression that RE2 has not,
   * `invalid_selector`, `not_shown`, `stale`, `detached` or `ambiguous` for a number.
   */
  findAll(locator: LocatorSpec, page: CapturedPage, options?: LookupOptions): Promise<PageNode[]>;

  /**
   * The only element that matches. Throws what `findAll` throws; `ambiguous` with the candidates and their numbers;
   * `not_found` with how many match that are not seen, and what is nearest.
   */
  findOne(locator: LocatorSpec, page: CapturedPage, options?: LookupOptions): Promise<PageNode>;
}
