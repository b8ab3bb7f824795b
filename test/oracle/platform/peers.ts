import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { AgentBrowser, peerFlags } from '../../../packages/lab/benchmarks/AgentBrowser.ts';
import { benchmarkPath } from '../../../packages/lab/benchmarks/paths.ts';
import { findBrowser } from '../../../packages/sightline/src/browser/launch/findBrowser.ts';

/** What somebody else says of the page that the browser shows, or that a server has at this address. */
export interface Peer {
  name: string;
  read: (page: Page, url: string) => Promise<string>;
}

/** Who was right about a word, or about the order of some. */
export interface PeerVerdict {
  name: string;
  ours: boolean;
  /** By peer; none for a peer that could not be asked. */
  theirs: Record<string, boolean>;
  /** Why the look says otherwise, where that is known. */
  known?: string | undefined;
}

/** Playwright, and `agent-browser` where the packages of the benchmarks are installed whole. */
export function openPeers(): { peers: Peer[]; close: () => Promise<void> } {
  const playwright: Peer = {
    name: 'Playwright',
    read: (page) => page.ariaSnapshot({ mode: 'ai', timeout: 60_000 }),
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
  };
  return { peers: [playwright, agentBrowser], close: () => command.close() };
}

/** Whether the words stand in the text in their order. */
export const isInOrder = (text: string, words: readonly string[]): boolean => {
  const places = words.map((word) => text.search(new RegExp(`\\b${word}\\b`)));
  return places.every((place, i) => place >= 0 && place >= (places[i - 1] ?? 0));
};

export const holdsWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`, 'i').test(text);
