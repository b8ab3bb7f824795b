import { measureCoverage } from './measureCoverage.mjs';
import { measureMemory } from './measureMemory.mjs';
import { measureTime, timed } from './measureTime.mjs';
import { measureTokens } from './measureTokens.mjs';

/**
 * Everything measured on one page.
 * @typedef {object} PageResult
 * @property {string} name @property {string} kind @property {number} elements @property {number} repetitions
 * @property {number} firstLook milliseconds of the very first look, page script and warm-up included
 * @property {import('./measureMemory.mjs').Memory} memory left by that look
 * @property {import('./measureTime.mjs').Times} time
 * @property {import('./measureTokens.mjs').Tokens} tokens
 * @property {import('./measureCoverage.mjs').Coverage} coverage
 */

/**
 * @param {{ Session: typeof import('../../sightline/dist/index.js').Session, session: import('../../sightline/dist/index.js').Session,
 *   page: import('playwright-core').Page, peer: import('./AgentBrowser.mjs').AgentBrowser | undefined }} tools
 * @param {import('./pages/catalogue.mjs').BenchPage} benchPage @param {string} url
 * @returns {Promise<PageResult>}
 */
export async function measurePage(
  { Session, session, page, peer },
  { name, kind, repetitions, prepare },
  url,
) {
  await session.navigate(url, { timeoutMs: 120_000 });
  await prepare?.(page);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const { result: first, memory } = await measureMemory(page, () =>
    timed(() => session.look({ timeoutMs: 120_000 })),
  );
  const time = await measureTime(session, page, repetitions);

  const { snapshot } = await session.look({ timeoutMs: 120_000 });
  const reader = () => Session.load(snapshot);
  const aria = await page.ariaSnapshot({ mode: 'ai', timeout: 120_000 });
  const coverage = await measureCoverage(reader(), page, aria);
  const agentBrowser = (await peer?.snapshot(url)) ?? null;
  const tokens = await measureTokens(reader, { html: await page.content(), aria, agentBrowser });
  return { name, kind, elements, repetitions, firstLook: first.ms, memory, time, tokens, coverage };
}
