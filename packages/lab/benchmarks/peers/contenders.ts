import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { Session } from '../../../sightline/src/index.ts';
import { AgentBrowser } from '../AgentBrowser.ts';
import { repositoryPath } from '../paths.ts';
import { openBrowserUse } from './BrowserUse.ts';
import { openChromeDevtools } from './ChromeDevtools.ts';
import type { PeerRef } from './compare.ts';
import { MARK } from './judgePage.ts';
import type { MeasuredBrowser, Peer, PeerView } from './Peer.ts';

/** How each peer is opened, and how its elements are found again. */
export const peers: Record<string, (browser: MeasuredBrowser) => Promise<Peer>> = {
  Sightline: async ({ session }) => ({
    views: [sightline(session, false), sightline(session, true)],
    close: async () => undefined,
  }),
  Playwright: async ({ page }) => ({ views: [playwright(page)], close: async () => undefined }),
  'agent-browser': openAgentBrowser,
  'chrome-devtools-mcp': openChromeDevtools,
  'browser-use': openBrowserUse,
};

function sightline(session: Session, interactiveOnly: boolean): PeerView {
  const options = { full: true, interactiveOnly, timeoutMs: 120_000 };
  return {
    name: interactiveOnly ? 'Sightline, controls only' : 'Sightline',
    controlsOnly: interactiveOnly,
    read: async () => (await session.look(options)).text,
    refs: async (text) => {
      const numbers = [...new Set([...text.matchAll(/\[(\d+)\]</g)].map(([, number]) => Number(number)))];
      const { data } = await session.look({ view: 'json', full: true });
      const elements = data.elements as { index: number; accessibleName?: string }[];
      const names = new Map(elements.map(({ index, accessibleName }) => [index, accessibleName]));
      return mapInBatches(numbers, async (number) => ({
        name: names.get(number),
        mark: await markOf(await session.locator(number)),
      }));
    },
  };
}

function playwright(page: Page): PeerView {
  const manifest = readFileSync(repositoryPath('node_modules/playwright-core/package.json'), 'utf8');
  return {
    name: `Playwright ${JSON.parse(manifest).version}, AI snapshot`,
    read: () => page.ariaSnapshot({ mode: 'ai', timeout: 120_000 }),
    refs: (text) =>
      mapInBatches(linesWithRefs(text, /\[ref=(\w+)\]/), async ({ role, name, ref }) => ({
        role,
        name,
        mark: await markOf(page.locator(`aria-ref=${ref}`)),
      })),
  };
}

async function openAgentBrowser({ endpoint }: MeasuredBrowser): Promise<Peer> {
  const peer = new AgentBrowser();
  await peer.command('connect', new URL(endpoint).port);
  const version = (await peer.command('--version')).trim().replace(/^agent-browser\s*/, '');
  const view = (args: string[], controlsOnly: boolean): PeerView => ({
    name: ['agent-browser', version].join(' ') + (controlsOnly ? ', -i' : ''),
    controlsOnly,
    read: () => peer.command('snapshot', ...args),
    refs: (text) => agentBrowserRefs(peer, text, controlsOnly),
  });
  return { views: [view([], false), view(['-i'], true)], close: () => peer.close() };
}

/** What `-i` lists claims to be of use, whatever its role. */
async function agentBrowserRefs(peer: AgentBrowser, text: string, controlsOnly: boolean): Promise<PeerRef[]> {
  const lines = linesWithRefs(text, /\bref=(\w+)/);
  const marks: (string | undefined)[] = [];
  for (let at = 0; at < lines.length; at += 200) {
    const commands = lines.slice(at, at + 200).map(({ ref }) => `get attr @${ref} ${MARK}`);
    // It ends with an error when one of them does; what it prints is whole.
    const answer = await peer.command('batch', '--json', ...commands).catch(({ stdout }) => stdout);
    const results: { result?: { value?: string } }[] = JSON.parse(answer);
    marks.push(...results.map(({ result }) => result?.value ?? undefined));
  }
  return lines.map(({ role, name }, n) => ({ role: controlsOnly ? undefined : role, name, mark: marks[n] }));
}

interface LineWithRef {
  ref: string;
  role: string;
  name: string | undefined;
}

/**
 * Lines `- role "name" [...]`, as Playwright and those that follow it write them: the name is a JSON string. A line
 * without a name claims none: Playwright gives many a name as the text within.
 */
function linesWithRefs(text: string, pattern: RegExp): LineWithRef[] {
  return text.split('\n').flatMap((line) => {
    const [, ref] = pattern.exec(line) ?? [];
    const [, role = '', name] = /^\s*- '?(\w+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(line) ?? [];
    return ref ? [{ ref, role, name: name && parseString(name) }] : [];
  });
}

function parseString(text: string): string {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}

const markOf = (locator: Locator): Promise<string | undefined> =>
  locator.getAttribute(MARK, { timeout: 2_000 }).then(
    (mark) => mark ?? undefined,
    () => undefined,
  );

/** Fifty at a time. */
async function mapInBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 50)
    results.push(...(await Promise.all(items.slice(at, at + 50).map(work))));
  return results;
}
