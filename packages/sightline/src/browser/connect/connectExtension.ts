import { CdpEmulator } from '../../relay/CdpEmulator.ts';
import type { Pairing } from '../../relay/Pairing.ts';
import { readPairing } from '../../relay/pairingFile.ts';
import { RelayClient } from '../../relay/RelayClient.ts';
import { createRelayError } from '../../relay/relayFailure.ts';
import type { SightlineError } from '../../snapshot/SightlineError.ts';
import { loadPlaywright } from '../launch/loadPlaywright.ts';
import type { BrowserConnection, SharedBrowser } from './BrowserConnection.ts';

export interface ExtensionOptions {
  /** What the popup calls this program; default `Sightline`. */
  name?: string;
  /** Milliseconds for the extension to connect and its user to share a tab; default 60,000. */
  timeoutMs?: number;
  /** Default: that of this user, made at first use. */
  pairing?: Pairing;
  /** Called with what is being waited for. */
  progress?: (message: string) => void;
}

/**
 * The tabs that a person shares with the extension, in the browser they use. Waits for the first one. `close` gives
 * them back. Throws `extension_not_connected`, `tab_closed` where none is shared in time.
 */
export async function connectExtension(options: ExtensionOptions): Promise<BrowserConnection> {
  const { name = 'Sightline', pairing = readPairing() } = options;
  const client = await RelayClient.connect(pairing, name);
  try {
    await waitForTab(client, options);
    const { chromium } = loadPlaywright();
    const browser = await chromium.connectOverCDP(new CdpEmulator(client), { noDefaults: true });
    const [context = await browser.newContext()] = browser.contexts();
    const sharedBrowser: SharedBrowser = {
      pages: 'all',
      // Its user shared a tab, not what that showed before: a page may go back there by itself.
      hidesLocalFiles: true,
      dialogAnswerer: () => 'session',
      unreachableError: () => noTabError(client),
      wasLastTabClosed: () => client.goneReason === 'closed',
    };
    return { context, sharedBrowser, close: () => browser.close().then(() => client.close()) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function waitForTab(
  client: RelayClient,
  { timeoutMs = 60_000, progress = () => undefined }: ExtensionOptions,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  if (!client.browser) progress('waiting for the Sightline extension');
  if (!(await client.waitFor(() => client.browser !== undefined, timeoutMs))) throw notConnectedError();
  if (client.tabs.size > 0) return;
  progress(`waiting for a tab: click the Sightline button in the toolbar, and share one with ${client.name}`);
  if (!(await client.waitFor(() => client.tabs.size > 0, deadline - performance.now())))
    throw noSharedTabError(client);
}

/** Why a session through the extension has no tab; undefined while it has one. */
function noTabError(client: RelayClient): SightlineError | undefined {
  if (client.tabs.size > 0) return undefined;
  if (!client.browser) return notConnectedError();
  if (client.goneReason === 'unsupported') return unsupportedTabError();
  return client.goneReason === 'taken' ? tabTakenBackError(client) : noSharedTabError(client);
}

function notConnectedError(): SightlineError {
  return createRelayError('extension_not_connected', 'The Sightline extension is not connected.');
}

function unsupportedTabError(): SightlineError {
  const message =
    'The shared tab shows a page that Chrome lets no extension into: one of its own, or its web store.';
  return createRelayError('unsupported_page', message);
}

function noSharedTabError({ name }: RelayClient): SightlineError {
  return createRelayError('tab_closed', `No tab is shared with ${name}.`);
}

function tabTakenBackError({ name }: RelayClient): SightlineError {
  return createRelayError(
    'tab_closed',
    `The user has taken back the tab that was shared with ${name}.`,
    'Ask them before you go on. To share a tab again: click the Sightline button in the toolbar of the browser.',
  );
}
