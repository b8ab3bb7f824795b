import { CapturedPage } from '../../core/CapturedPage.ts';
import { ElementNumbers } from '../../core/ElementNumbers.ts';
import type { InspectedPage, Inspection } from '../Inspection.ts';
import { pictureUrl, unpackAsset, unpackText } from './assets.ts';
import { Look } from './Look.ts';

/** What searching knows beside the page. */
export interface Knowledge {
  vectors: Uint8Array | undefined;
  icons: string | undefined;
}

export async function openKnowledge(): Promise<Knowledge> {
  const [vectors, icons] = await Promise.all([unpackAsset('words'), unpackText('icons')]);
  return { vectors, icons };
}

/** The pages of an inspection, ready to be shown. */
export async function openLooks({ pages }: Inspection, knowledge: Knowledge): Promise<Look[]> {
  const looks: Look[] = [];
  for (const [at, page] of pages.entries()) {
    const numbers = numbersFor(page, looks);
    const captured = new CapturedPage(page.snapshot, { ...knowledge, numbers });
    // Numbers are given in the order of the outline, as `sightline look` gives them.
    captured.look();
    const { source, picture } = page;
    looks.push(new Look(captured, source, picture && (await pictureUrl(at)), picture?.width));
  }
  return looks;
}

/** Two looks at one document share their numbers. */
function numbersFor({ numbers, snapshot }: InspectedPage, others: readonly Look[]): ElementNumbers {
  const key = snapshot.documents[0]?.key;
  const before = others.find(({ page }) => page.snapshot.documents[0]?.key === key);
  return before?.page.numbers ?? new ElementNumbers(numbers);
}
