import type { SightlineError } from '../model/SightlineError.ts';
import { BrowserFace } from '../relay/BrowserFace.ts';
import type { Pairing } from '../relay/Pairing.ts';
import { readPairing } from '../relay/pairingFile.ts';
import { RelayClient } from '../relay/RelayClient.ts';
import { createFailure } from '../relay/relayFailure.ts';
import type { Attachment, Guest } from './Attachment.ts';
import { loadEngine } from './loadEngine.ts';

export interface ExtensionOptions {
  /** What the popup calls this program; default `Sightline`. */
  name?: string;
  /** Milliseconds for the extension to connect and its user to share a tab; default 60,000. */
  timeoutMs?: number;
  /** Default: that of this user, made at first use. */
  pairing?: Pairing;
  /** Told what is waited for. */
  progress?: (message: string) => void;
}

/**
 * The tabs that a person shares with the extension, in the browser they use. Waits for the first one. `close` gives
 * them back. Throws `extension_not_connected`, `tab_closed` where none is shared in time.
 */
export async function connectExtension(options: ExtensionOptions = {}): Promise<Attachment> {
  const { name = 'Sightline', pairing = readPairing() } = options;
  const client = await RelayClient.connect(pairing, name);
  try {
    await waitForTab(client, options);
    const { chromium } = loadEngine();
    const browser = await chromium.connectOverCDP(new BrowserFace(client), { noDefaults: true });
    const [context = await browser.newContext()] = browser.contexts();
    const guest: Guest = {
      pages: 'all',
      answers: () => true,
      lost: () => whyNothing(client),
      wasClosed: () => client.whyGone === 'closed',
    };
    return { context, guest, close: () => browser.close().then(() => client.close()) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function waitForTab(
  client: RelayClient,
  { timeoutMs = 60_000, progress = () => undefined }: ExtensionOptions,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  if (!client.browser) progress('waiting for the Sightline extension');
  if (!(await client.waitFor(() => client.browser !== undefined, timeoutMs))) throw notConnected();
  if (client.tabs.size > 0) return;
  progress(`waiting for a tab: click the Sightline button in the toolbar, and share one with ${client.name}`);
  if (!(await client.waitFor(() => client.tabs.size > 0, end - performance.now()))) throw notShared(client);
}

/** Why a session through the extension has no tab; undefined while it has one. */
function whyNothing(client: RelayClient): SightlineError | undefined {
  if (client.tabs.size > 0) return undefined;
  if (!client.browser) return notConnected();
  if (client.whyGone === 'unsupported') return notReadable();
  return client.whyGone === 'taken' ? takenBack(client) : notShared(client);
}

function notConnected(): SightlineError {
  return createFailure('extension_not_connected', 'The Sightline extension is not connected.');
}

function notReadable(): SightlineError {
  const message =
    'The shared tab shows a page that Chrome lets no extension into: one of its own, or its web store.';
  return createFailure('unsupported_page', message);
}

function notShared({ name }: RelayClient): SightlineError {
  return createFailure('tab_closed', `No tab is shared with ${name}.`);
}

function takenBack({ name }: RelayClient): SightlineError {
  return createFailure(
    'tab_closed',
    `The user has taken back the tab that was shared with ${name}.`,
    'Ask them before you go on. To share a tab again: click the Sightline button in the toolbar of the browser.',
  );
}
