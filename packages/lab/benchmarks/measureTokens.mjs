import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * o200k tokens of each way to show the page; `agentBrowser` is null where it was not asked or could not answer.
 * @typedef {object} Tokens
 * @property {number} html @property {number} outline @property {number} flat @property {number} aria
 * @property {number} interactive @property {number} interactiveFlat @property {number | null} agentBrowser
 * @property {number} summary @property {number} folded the outline as it is by default
 */

/**
 * @param {() => import('../../sightline/dist/index.js').Session} reader a new session over the snapshot of the page: its numbers
 *   begin at 1, and it remembers no look before
 * @param {{ html: string, aria: string, agentBrowser: string | null }} peers
 * @returns {Promise<Tokens>}
 */
export async function measureTokens(reader, peers) {
  const tokensOf = async (options) => countTokens((await reader().look(options)).text);
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
