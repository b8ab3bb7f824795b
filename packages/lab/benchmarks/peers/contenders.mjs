import { createRequire } from 'node:module';
import { AgentBrowser } from '../AgentBrowser.mjs';
import { openBrowserUse } from './BrowserUse.mjs';
import { openChromeDevtools } from './ChromeDevtools.mjs';
import { MARK } from './judgePage.mjs';

const require = createRequire(import.meta.url);
const versionOf = (name) => require(`${name}/package.json`).version;

/**
 * One way to show the page. `read` takes a snapshot as its users do; `refs` tells what the numbers of the last one
 * stand for, by the peer's own means.
 * @typedef {object} Contender
 * @property {string} name @property {boolean} [controlsOnly] whether it leaves the text of the page out
 * @property {() => Promise<string>} read
 * @property {(text: string) => Promise<import('./compare.mjs').Ref[]>} refs
 */

/**
 * A peer attached to the browser that is measured. `contenders` are its ways to show a page.
 * @typedef {{ contenders: Contender[], close: () => Promise<void> }} Peer
 * @typedef {object} Place @property {import('playwright-core').Page} page the only tab
 * @property {string} endpoint `http://` address of the browser's debugging port
 * @property {import('../../../sightline/dist/index.js').Session} session Sightline's, on that tab
 */

/** How each peer is opened, and how its elements are found again. @type {Record<string, (place: Place) => Promise<Peer>>} */
export const peers = {
  Sightline: async ({ session }) => ({
    contenders: [sightline(session, false), sightline(session, true)],
    close: async () => undefined,
  }),
  Playwright: async ({ page }) => ({ contenders: [playwright(page)], close: async () => undefined }),
  'agent-browser': openAgentBrowser,
  'chrome-devtools-mcp': openChromeDevtools,
  'browser-use': openBrowserUse,
};

function sightline(session, interactiveOnly) {
  const ask = { full: true, interactiveOnly, timeoutMs: 120_000 };
  return {
    name: interactiveOnly ? 'Sightline, controls only' : 'Sightline',
    controlsOnly: interactiveOnly,
    read: async () => (await session.look(ask)).text,
    refs: async (text) => {
      const numbers = [...new Set([...text.matchAll(/\[(\d+)\]</g)].map(([, number]) => Number(number)))];
      const { data } = await session.look({ view: 'json', full: true });
      const names = new Map(data.elements.map(({ index, accessibleName }) => [index, accessibleName]));
      return eachOf(numbers, async (number) => ({
        name: names.get(number),
        mark: await markOf(await session.locator(number)),
      }));
    },
  };
}

function playwright(page) {
  return {
    name: `Playwright ${versionOf('playwright-core')}, AI snapshot`,
    read: () => page.ariaSnapshot({ mode: 'ai', timeout: 120_000 }),
    refs: (text) =>
      eachOf(linesWithRefs(text, /\[ref=(\w+)\]/), async ({ role, name, ref }) => ({
        role,
        name,
        mark: await markOf(page.locator(`aria-ref=${ref}`)),
      })),
  };
}

/** @param {Place} place @returns {Promise<Peer>} */
async function openAgentBrowser({ endpoint }) {
  const peer = new AgentBrowser();
  await peer.command('connect', new URL(endpoint).port);
  const version = (await peer.command('--version')).trim().replace(/^agent-browser\s*/, '');
  const contender = (args, controlsOnly) => ({
    name: ['agent-browser', version].join(' ') + (controlsOnly ? ', -i' : ''),
    controlsOnly,
    read: () => peer.command('snapshot', ...args),
    refs: (text) => agentBrowserRefs(peer, text, controlsOnly),
  });
  return {
    contenders: [contender([], false), contender(['-i'], true)],
    close: () => peer.close(),
  };
}

/** What `-i` lists is said to be of use, whatever its role. */
async function agentBrowserRefs(peer, text, controlsOnly) {
  const lines = linesWithRefs(text, /\bref=(\w+)/);
  const marks = [];
  for (let at = 0; at < lines.length; at += 200) {
    const asked = lines.slice(at, at + 200).map(({ ref }) => `get attr @${ref} ${MARK}`);
    // It ends with an error when one of them does; what it prints is whole.
    const answer = await peer.command('batch', '--json', ...asked).catch(({ stdout }) => stdout);
    marks.push(...JSON.parse(answer).map(({ result }) => result?.value ?? undefined));
  }
  return lines.map(({ role, name }, n) => ({ role: controlsOnly ? undefined : role, name, mark: marks[n] }));
}

/**
 * `- role "name" [...]`, as Playwright and those that follow it write: the name is a JSON string. A line without one
 * claims none: Playwright tells many a name as the text within.
 */
function linesWithRefs(text, pattern) {
  return text.split('\n').flatMap((line) => {
    const [, ref] = pattern.exec(line) ?? [];
    const [, role = '', name] = /^\s*- '?(\w+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(line) ?? [];
    return ref ? [{ ref, role, name: name && parse(name) }] : [];
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}

const markOf = (locator) =>
  locator.getAttribute(MARK, { timeout: 2_000 }).then(
    (mark) => mark ?? undefined,
    () => undefined,
  );

/** Fifty at a time. */
async function eachOf(items, work) {
  const results = [];
  for (let at = 0; at < items.length; at += 50)
    results.push(...(await Promise.all(items.slice(at, at + 50).map(work))));
  return results;
}
