import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { AgentBrowser, peerFlags } from '../../../packages/lab/benchmarks/AgentBrowser.ts';
import { benchmarkPath } from '../../../packages/lab/benchmarks/paths.ts';
import { findBrowser } from '../../../packages/sightline/src/browser/launch/findBrowser.ts';

/** What somebody else says of the page that the browser shows, or that a server has at this address. */
export interface Peer {
  name: string;
  read: (page: Page, url: string) => Promise<string>;
  /** Clicks by name on that page; fails where it says that it could not. */
  press: (page: Page, url: string) => Promise<(name: string) => Promise<unknown>>;
  /** It has a browser and a window of its own. */
  ownsScreen?: boolean;
}

/** Who was right about a word, or about the order of some. */
export interface PeerVerdict {
  name: string;
  ours: boolean;
  /** By peer; none for a peer that could not be asked. */
  theirs: Record<string, boolean>;
  /** Who said that a click was done which did not reach its target. */
  claimed?: string[];
  /** Why the look says otherwise, where that is known. */
  known?: string | undefined;
}

/** Playwright, and `agent-browser` where the packages of the benchmarks are installed whole. */
export function openPeers(): { peers: Peer[]; close: () => Promise<void> } {
  const playwright: Peer = {
    name: 'Playwright',
    read: (page) => page.ariaSnapshot({ mode: 'ai', timeout: 60_000 }),
    press: async (page) => (name) => pressByPlaywright(page, name),
  };
  if (!existsSync(benchmarkPath('node_modules/agent-browser')))
    return { peers: [playwright], close: async () => undefined };
  const flags = [...peerFlags(), '--enable-experimental-web-platform-features'];
  const command = new AgentBrowser(findBrowser().path, flags);
  const agentBrowser: Peer = {
    name: 'agent-browser',
    read: async (_, url) => {
      await command.command('open', url);
      await command.command('set', 'viewport', '1280', '900');
      return command.command('snapshot');
    },
    press: async (_, url) => {
      await command.command('open', url);
      await command.command('set', 'viewport', '1280', '900');
      return (name) => pressByRef(command, name);
    },
    ownsScreen: true,
  };
  return { peers: [playwright, agentBrowser], close: () => command.close() };
}

/** How long Playwright may try. */
const PRESS_MS = 5_000;

/** In whatever frame the target is, as a test of its users would say it. */
async function pressByPlaywright(page: Page, name: string): Promise<void> {
  for (const frame of page.frames()) {
    const target = frame.locator(`[aria-label="${name}"], [alt="${name}"]`).first();
    if ((await target.count()) > 0) return target.click({ timeout: PRESS_MS });
  }
  throw new Error(`no element is called ${name}`);
}

/** By what its snapshot calls the target, as its users do. */
async function pressByRef(command: AgentBrowser, name: string): Promise<void> {
  const snapshot = await command.command('snapshot');
  const ref = new RegExp(`"${name}"[^\\n]*\\bref=(e\\d+)`).exec(snapshot)?.[1];
  if (!ref) throw new Error(`its snapshot has no ${name}`);
  // Its click goes where the target would be, in sight or not.
  await command.command('scrollintoview', `@${ref}`);
  await command.command('click', `@${ref}`);
}

/** Whether the words stand in the text in their order. */
export const isInOrder = (text: string, words: readonly string[]): boolean => {
  const places = words.map((word) => text.search(new RegExp(`\\b${word}\\b`)));
  return places.every((place, i) => place >= 0 && place >= (places[i - 1] ?? 0));
};

export const holdsWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`, 'i').test(text);

/** Whatever stands between the parts of a text in a notation is left out. */
export const holdsAll = (text: string, snippets: readonly string[]): boolean =>
  snippets.every((snippet) => withoutBlanks(text).includes(withoutBlanks(snippet)));

const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

/** Whether a snapshot has a line of that role and name with these states, `switch "Wifi" checked=true`; what is false may be left out. */
export function holdsElement(text: string, declared: string): boolean {
  const [, start = '', states = ''] = /^(\S+ "[^"]*") ?(.*)$/.exec(declared) ?? [];
  const lines = text.split('\n').filter((line) => line.includes(start));
  return lines.some((line) =>
    states
      .split(' ')
      .filter(Boolean)
      .every((state) => {
        const [name = '', value = ''] = state.split('=');
        if (value === 'false') return !new RegExp(`\\b${name}(?!=false)\\b`).test(line.replace(start, ''));
        return line.includes(state) || (value === 'true' && new RegExp(`\\b${name}\\b(?!=)`).test(line));
      }),
  );
}
