import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from 'playwright-core';
import type { Session } from '../../sightline/src/index.ts';
import { changeShownText, timed } from './measureTime.ts';
import type { BenchPage, ChangePlaces } from './pages/catalogue.ts';
import { median } from './statistics.ts';

/** What may happen between two looks. */
type Change = 'unchanged' | 'text' | 'panel';

/** The share of the first look's tokens that the next one costs, by what happened between them. */
export interface SecondLook extends Record<Change, number> {
  page: string;
  /** Tokens. */
  first: number;
  /** Medians of milliseconds; `full`: of a look at the whole page again. */
  ms: Record<Change | 'full', number>;
}

const REPETITIONS = 5;

const CHANGES: Record<Change, (page: Page, places: ChangePlaces) => Promise<void>> = {
  unchanged: async () => undefined,
  text: (page, { text }) =>
    page.evaluate((selector) => {
      const element = document.querySelector(selector);
      if (element) element.textContent = '1,234.56';
    }, text),
  panel: async (page, { panel }) => {
    await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), panel);
    await page.waitForTimeout(600);
  },
};

/** Looks, makes one change, looks again; the page is loaded anew for each, several times. */
export async function measureSecondLook(
  session: Session,
  { name, prepare }: BenchPage,
  places: ChangePlaces,
  url: string,
): Promise<SecondLook> {
  const { page } = session;
  let first = 0;
  const share: Record<Change, number> = { unchanged: 0, text: 0, panel: 0 };
  const times: Record<Change | 'full', number[]> = { full: [], unchanged: [], text: [], panel: [] };
  for (let turn = 0; turn < REPETITIONS; turn++) {
    for (const change of Object.keys(CHANGES) as Change[]) {
      await session.navigate(url);
      await prepare?.(page);
      first = countTokens((await session.look()).text);
      await changeShownText(page);
      times.full.push((await timed(() => session.look({ full: true }))).ms);
      await session.look();
      await CHANGES[change](page, places);
      const { ms, result: second } = await timed(() => session.look());
      times[change].push(ms);
      share[change] = countTokens(second.text) / first;
    }
  }
  const { full, unchanged, text, panel } = times;
  const ms = {
    full: median(full),
    unchanged: median(unchanged),
    text: median(text),
    panel: median(panel),
  };
  return { page: name, first, ...share, ms };
}
