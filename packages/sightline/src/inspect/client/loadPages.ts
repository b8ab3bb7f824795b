import { CapturedPage } from '../../session/captured/CapturedPage.ts';
import { ElementNumbers } from '../../session/captured/ElementNumbers.ts';
import type { InspectedPage, Inspection } from '../Inspection.ts';
import { pictureUrl, unpackAsset, unpackText } from './assets.ts';
import { LoadedPage } from './LoadedPage.ts';

/** What searching knows beside the page. */
export interface SearchData {
  vectors: Uint8Array | undefined;
  icons: string | undefined;
}

export async function loadSearchData(): Promise<SearchData> {
  const [vectors, icons] = await Promise.all([unpackAsset('words'), unpackText('icons')]);
  return { vectors, icons };
}

/** The pages of an inspection, ready to be shown. */
export async function loadPages({ pages }: Inspection, searchData: SearchData): Promise<LoadedPage[]> {
  const loadedPages: LoadedPage[] = [];
  for (const [index, page] of pages.entries()) {
    const numbers = elementNumbersFor(page, loadedPages);
    const captured = new CapturedPage(page.snapshot, { ...searchData, numbers });
    // Numbers are given in the order of the outline, as `sightline look` gives them.
    captured.look();
    const { source, picture } = page;
    loadedPages.push(new LoadedPage(captured, source, picture && (await pictureUrl(index)), picture?.width));
  }
  return loadedPages;
}

/** Two looks at one document share their numbers. */
function elementNumbersFor(
  { numbers, snapshot }: InspectedPage,
  earlier: readonly LoadedPage[],
): ElementNumbers {
  const key = snapshot.documents[0]?.key;
  const sameDocument = earlier.find(({ captured }) => captured.snapshot.documents[0]?.key === key);
  return sameDocument?.captured.numbers ?? new ElementNumbers(numbers);
}
