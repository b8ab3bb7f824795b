import type { BrowserConnection } from '../connect/BrowserConnection.ts';
import { connectOverCdp } from '../connect/connectOverCdp.ts';
import { type HeaderOptions, RequestHeaders } from '../navigation/RequestHeaders.ts';
import { withTimeout } from '../withTimeout.ts';
import { SlotKeeper } from './SlotKeeper.ts';
import { type GridOptions, takeGridSlot } from './takeGridSlot.ts';

/** Milliseconds for the connection to a browser that may not answer any more. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * A browser of a Selenium Grid, for one session: `close` gives its slot back, as does the end of this process. What it
 * downloads stays on its node. Throws what `takeGridSlot` throws, and what no connection to its browser throws.
 */
export async function connectGrid(
  grid: GridOptions,
  headerOptions: HeaderOptions,
  keeper = new SlotKeeper(),
): Promise<BrowserConnection> {
  const headers = new RequestHeaders(headerOptions);
  const { cdpUrl, headers: gridHeaders, release } = await takeGridSlot(grid, keeper);
  try {
    const browser = await connectOverCdp({
      cdpUrl,
      headers: gridHeaders,
      timeoutMs: grid.timeoutMs ?? 60_000,
    });
    const context = browser.contexts()[0] ?? (await browser.newContext());
    return {
      context,
      headers,
      sharedBrowser: { pages: 'all', hidesDownloads: true, dialogAnswerer: () => 'session' },
      close: async () => {
        await withTimeout(browser.close(), CLOSE_TIMEOUT_MS, undefined).catch(() => undefined);
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
