import { CapturedPage } from '../../../sightline/dist/core.js';
import { loadSearchData } from '../../../sightline/dist/index.js';

const data = await loadSearchData();
/** @type {WeakMap<object, CapturedPage>} */
const pages = new WeakMap();
/** @type {CapturedPage | undefined} Shares its parsed search data. */
let first;

/**
 * The one place where the bench meets Sightline's own search: at most `k` elements, best first. A snapshot is indexed
 * once; with `k` of 0 it is read and not indexed.
 */
export function rank(snapshot, question, k) {
  const page = pages.get(snapshot) ?? new CapturedPage(snapshot, { ...data, earlier: first });
  first ??= page;
  pages.set(snapshot, page);
  if (k > 0) return page.rank(question, k);
  page.pageState();
  return [];
}
