import { CapturedPage } from '../../session/captured/CapturedPage.ts';
import type { SearchData } from '../../session/queries/SearchResources.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import type { Inspection } from '../Inspection.ts';
import { pictureUrl, unpackAsset, unpackText } from './assets.ts';
import { LoadedPage } from './LoadedPage.ts';

export async function unpackSearchData(): Promise<SearchData> {
  const [vectors, icons] = await Promise.all([unpackAsset('words'), unpackText('icons')]);
  return { vectors, icons };
}

/** The pages of an inspection, ready to be shown. */
export async function loadPages({ pages }: Inspection, searchData: SearchData): Promise<LoadedPage[]> {
  const loadedPages: LoadedPage[] = [];
  for (const [index, page] of pages.entries()) {
    const { numbers, snapshot } = page;
    const earlier = earlierCapture(snapshot, loadedPages);
    const captured = new CapturedPage(snapshot, { ...searchData, numbers, earlier });
    // Numbers are given in the order of the outline, as `sightline look` gives them.
    captured.look();
    const { source, picture } = page;
    loadedPages.push(new LoadedPage(captured, source, picture && (await pictureUrl(index)), picture?.width));
  }
  return loadedPages;
}

/** Two captures of one document share their numbers. */
function earlierCapture(
  { documents }: Snapshot,
  loadedPages: readonly LoadedPage[],
): CapturedPage | undefined {
  const key = documents[0]?.key;
  return loadedPages.find(({ captured }) => captured.snapshot.documents[0]?.key === key)?.captured;
}
