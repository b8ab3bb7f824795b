import {
  CapturedPage,
  type ElementQuery,
  type PageNode,
  type Snapshot,
} from '../../../sightline/src/core.ts';
import { loadSearchData, type SearchData } from '../../../sightline/src/index.ts';

/** Sightline's own search over snapshots. Each is indexed once. */
export class Ranker {
  readonly #data: SearchData;
  readonly #pages = new Map<Snapshot, CapturedPage>();

  private constructor(data: SearchData) {
    this.#data = data;
  }

  static async load(): Promise<Ranker> {
    return new Ranker(await loadSearchData());
  }

  /** At most `k` elements, best first. With `k` of 0 the page is read and not indexed. */
  rank(snapshot: Snapshot, question: ElementQuery, k: number): PageNode[] {
    const page = this.pageOf(snapshot);
    if (k > 0) return page.rank(question, k);
    page.viewState();
    return [];
  }

  /** The page, which is indexed when it is first asked. */
  pageOf(snapshot: Snapshot): CapturedPage {
    const cached = this.#pages.get(snapshot);
    if (cached) return cached;
    // The first page shares its parsed search data with the others.
    const [earlier] = this.#pages.values();
    const page = new CapturedPage(snapshot, { ...this.#data, earlier });
    this.#pages.set(snapshot, page);
    return page;
  }
}
