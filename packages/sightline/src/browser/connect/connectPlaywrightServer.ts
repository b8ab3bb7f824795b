import type { Browser } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { loadPlaywright } from '../launch/loadPlaywright.ts';
import type { BrowserConnection } from './BrowserConnection.ts';
import type { CdpOptions } from './connectOverCdp.ts';

/**
 * A context of its own in a browser of a Playwright server (`npx playwright run-server`, `launchServer()`), which `close` ends. What
 * it downloads comes here. Undefined where no such server answers; throws `invalid_argument` for one of another version.
 */
export async function connectPlaywrightServer(
  options: CdpOptions,
): Promise<Omit<BrowserConnection, 'headers'> | undefined> {
  const browser = await connectToServer(options);
  if (!browser) return undefined;
  const context = await browser.newContext();
  await context.newPage();
  return {
    context,
    sharedBrowser: { pages: 'all', savesDownloads: true, dialogAnswerer: () => 'session' },
    close: () => browser.close(),
  };
}

async function connectToServer({
  cdpUrl,
  headers,
  timeoutMs = 30_000,
}: CdpOptions): Promise<Browser | undefined> {
  if (!/^wss?:/i.test(cdpUrl)) return undefined;
  try {
    return await loadPlaywright().chromium.connect(cdpUrl, { headers, timeout: timeoutMs });
  } catch (error) {
    const [, server] = /server version: v(\S+)/.exec(String(error)) ?? [];
    if (server === undefined) return undefined;
    throw new SightlineError(
      'invalid_argument',
      `${new URL(cdpUrl).host} is a Playwright server of version ${server}, which only Playwright ${server} can talk to.`,
      {
        hint: 'Start it with the version of Playwright that Sightline uses: npx playwright@1.65 run-server.',
      },
    );
  }
}
