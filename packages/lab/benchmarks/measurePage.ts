import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from 'playwright-core';
import { Session } from '../../sightline/src/index.ts';
import type { AgentBrowser } from './AgentBrowser.ts';
import { type Coverage, measureCoverage } from './measureCoverage.ts';
import { type Memory, measureMemory } from './measureMemory.ts';
import { measureTime, type Times, timed } from './measureTime.ts';
import type { BenchPage } from './pages/catalogue.ts';

/** Everything measured on one page. */
export interface PageResult {
  name: string;
  kind: string;
  elements: number;
  repetitions: number;
  /** Milliseconds of the very first look, page script and warm-up included. */
  firstLook: number;
  /** Left by that look. */
  memory: Memory;
  time: Times;
  tokens: Tokens;
  coverage: Coverage;
}

/** o200k tokens of each way to show the page. */
export interface Tokens {
  html: number;
  outline: number;
  flat: number;
  aria: number;
  interactive: number;
  interactiveFlat: number;
  /** Null where it was not asked or could not answer. */
  agentBrowser: number | null;
  summary: number;
  /** The outline by default. */
  folded: number;
}

export interface MeasureTools {
  session: Session;
  page: Page;
  peer: AgentBrowser | undefined;
}

export async function measurePage(
  { session, page, peer }: MeasureTools,
  { name, kind, repetitions, prepare }: BenchPage,
  url: string,
): Promise<PageResult> {
  await session.navigate(url, { timeoutMs: 120_000 });
  await prepare?.(page);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const { result: first, memory } = await measureMemory(page, () =>
    timed(() => session.look({ timeoutMs: 120_000 })),
  );
  const time = await measureTime(session, page, repetitions);

  const { snapshot } = await session.look({ timeoutMs: 120_000 });
  // A new session each time: its numbers begin at 1, and it remembers no look before.
  const reader = (): Session => Session.load(snapshot);
  const aria = await page.ariaSnapshot({ mode: 'ai', timeout: 120_000 });
  const coverage = await measureCoverage(reader(), page, aria);
  const agentBrowser = (await peer?.snapshot(url)) ?? null;
  const tokens = await measureTokens(reader, { html: await page.content(), aria, agentBrowser });
  return { name, kind, elements, repetitions, firstLook: first.ms, memory, time, tokens, coverage };
}

async function measureTokens(
  reader: () => Session,
  peers: { html: string; aria: string; agentBrowser: string | null },
): Promise<Tokens> {
  const tokensOf = async (options: Parameters<Session['look']>[0]): Promise<number> =>
    countTokens((await reader().look(options)).text);
  return {
    html: countTokens(peers.html),
    outline: await tokensOf({ full: true }),
    flat: await tokensOf({ view: 'flat', full: true }),
    aria: countTokens(peers.aria),
    interactive: await tokensOf({ interactiveOnly: true, full: true }),
    interactiveFlat: await tokensOf({ view: 'flat', interactiveOnly: true, full: true }),
    agentBrowser: peers.agentBrowser === null ? null : countTokens(peers.agentBrowser),
    summary: await tokensOf({ view: 'summary' }),
    folded: await tokensOf({ view: 'outline' }),
  };
}
