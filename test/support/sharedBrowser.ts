import type { BrowserConnection } from '../../packages/sightline/src/browser/connect/BrowserConnection.ts';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { PageSource } from '../../packages/sightline/src/session/pages/PageSource.ts';
import { Session, type SessionOptions } from '../../packages/sightline/src/session/Session.ts';

/** One browser for all files that a worker runs: to start one costs a second of a processor. It ends with the worker. */
let shared: Promise<LaunchedBrowser> | undefined;

/** A context of its own, as `launchBrowser` makes one; `close` closes the context. */
export async function shareBrowser(): Promise<LaunchedBrowser> {
  const running = await shared?.catch(() => undefined);
  if (!running?.browser.isConnected()) shared = launchBrowser();
  const launched = await (shared as Promise<LaunchedBrowser>);
  const context = await launched.browser.newContext({
    viewport: { width: 1280, height: 720 },
    acceptDownloads: true,
  });
  return { ...launched, context, close: () => context.close() };
}

type SessionClass = new (source: PageSource, options: SessionOptions) => Session;

/** What `Session.launch` makes, in the browser that the worker shares. */
export async function shareSession(options: SessionOptions = {}): Promise<Session> {
  const connection: BrowserConnection = await shareBrowser();
  return new (Session as unknown as SessionClass)(await PageSource.fromBrowser(connection, options), options);
}
