import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from 'playwright-core';
import { firstLineOf } from '../AgentBrowser.ts';
import { compareText } from '../measureCoverage.ts';
import { changeShownText, restoreShownText, timed } from '../measureTime.ts';
import { median } from '../statistics.ts';
import { visibleRuns } from '../visibleRuns.ts';
import { compare, missedByAny, type PeerRef, type PeerVerdict } from './compare.ts';
import { peers } from './contenders.ts';
import { isSeen, judgePage, markPage } from './judgePage.ts';
import type { MeasuredBrowser, PeerView } from './Peer.ts';
import { leakedFrom } from './secrets.ts';

/** What one contender made of one page. */
export interface PeerResult {
  page: string;
  /** Of the page. */
  elements: number;
  contender: string;
  controlsOnly: boolean;
  /** Median. */
  ms: number;
  /** o200k. */
  tokens: number;
  /** How many numbers it gave. */
  refs: number;
  /** Fields whose secret it showed. */
  leaked: string[];
  verdict: PeerVerdict;
  /** Of what a person can read; meaningless for controls only. */
  text: { words: number; wordsMissing: number };
}

export interface PeerPage {
  name: string;
  url: string;
  repetitions: number;
  prepare?: (page: Page) => Promise<unknown>;
  /** Text lies under other things, which the oracle of text does not know. */
  covers?: boolean;
}

/** Elements of a page that are hidden one by one. */
const MAX_HIDDEN = 60;

/** Turns that are not counted. */
const WARM_UPS = 3;

/**
 * Every peer on one page, loaded once: one tab, one peer attached at a time.
 * @param absent peers that cannot run here, and why; added to where one fails
 */
export async function measurePeers(
  browser: MeasuredBrowser,
  benchPage: PeerPage,
  absent: Map<string, string>,
): Promise<PeerResult[]> {
  const { page } = browser;
  const { name, covers } = benchPage;
  await page.goto(benchPage.url, { timeout: 120_000 });
  await benchPage.prepare?.(page);
  await markPage(page);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const runs = covers ? [] : await page.evaluate(visibleRuns);
  const truths = await judgePage(page);
  const measured: MeasuredView[] = [];
  for (const [peer, open] of Object.entries(peers)) {
    if (absent.has(peer)) continue;
    try {
      const { views, close } = await open(browser);
      try {
        for (const view of views) measured.push(await measure(view, benchPage, page, runs));
      } finally {
        await close();
      }
    } catch (error) {
      const reason = firstLineOf(error);
      console.error(`bench: ${peer}: ${reason}`);
      absent.set(peer, `${name}: ${reason}`);
    }
  }
  // What nobody sees is no loss, whatever the pointer says.
  const allRefs = measured.map(({ refs }) => refs);
  for (const mark of missedByAny(allRefs, truths).slice(0, MAX_HIDDEN)) {
    const truth = truths.get(mark);
    if (truth) truth.usable = await isSeen(page, mark);
  }
  return measured.map(({ refs, ...rest }) => ({
    page: name,
    elements,
    ...rest,
    refs: refs.length,
    verdict: compare(refs, truths),
  }));
}

type MeasuredView = Omit<PeerResult, 'page' | 'elements' | 'refs' | 'verdict'> & { refs: PeerRef[] };

async function measure(
  { name, read, refs, controlsOnly = false }: PeerView,
  { repetitions }: PeerPage,
  page: Page,
  runs: readonly string[],
): Promise<MeasuredView> {
  const times: number[] = [];
  for (let turn = -WARM_UPS; turn < repetitions; turn++) {
    await changeShownText(page);
    const { ms } = await timed(read);
    if (turn >= 0) times.push(ms);
  }
  await restoreShownText(page);
  const text = await read();
  return {
    contender: name,
    controlsOnly,
    ms: median(times),
    tokens: countTokens(text),
    refs: await refs(text),
    leaked: leakedFrom(text),
    text: compareText(runs, text),
  };
}
