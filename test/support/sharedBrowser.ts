import type { BrowserConnection } from '../../packages/sightline/src/browser/connect/BrowserConnection.ts';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { PageSource } from '../../packages/sightline/src/session/pages/PageSource.ts';
import { Session, type SessionOptions } from '../../packages/sightline/src/session/Session.ts';

/** One browser of a path for all files that a worker runs: to start one costs a second of a processor. It ends with the worker. */
const shared = new Map<string | undefined, Promise<LaunchedBrowser>>();

/** A context of its own, as `launchBrowser` makes one; `close` closes the context. `executablePath`: default the tests' browser. */
export async function shareBrowser(executablePath?: string): Promise<LaunchedBrowser> {
  const running = await shared.get(executablePath)?.catch(() => undefined);
  const launching = running?.browser.isConnected() ? running : launchBrowser({ executablePath });
  shared.set(executablePath, Promise.resolve(launching));
  const launched = await launching;
  const context = await launched.browser.newContext({
    viewport: { width: 1280, height: 720 },
    acceptDownloads: true,
  });
  return { ...launched, context, close: () => context.close() };
}

type SessionClass = new (source: PageSource, options: SessionOptions) => Session;

/** What `Session.launch` makes, in the browser that the worker shares. */
export async function shareSession({
  executablePath,
  ...options
}: SessionOptions & { executablePath?: string } = {}): Promise<Session> {
  const connection: BrowserConnection = await shareBrowser(executablePath);
  return new (Session as unknown as SessionClass)(await PageSource.fromBrowser(connection, options), options);
}
