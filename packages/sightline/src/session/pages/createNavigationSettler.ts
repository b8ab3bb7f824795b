import type { Page } from 'playwright-core';
import { NetworkMonitor } from '../../actions/settle/NetworkMonitor.ts';
import { SettleObserver } from '../../actions/settle/SettleObserver.ts';
import type { NavigationSettler } from '../../browser/navigation/Navigation.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { withTimeout } from '../../browser/withTimeout.ts';

/** Milliseconds that a page which hangs is given beyond its time. */
const GRACE_MS = 500;

/**
 * Follows a page that is to be sent elsewhere: what it fetches and shows by itself after it has loaded is waited for,
 * as what an action sets going is. A page that cannot be asked is at rest: whoever looks at it is told why.
 */
export function createNavigationSettler(
  page: Page,
  openConnection: (page: Page) => Promise<PageConnection>,
): NavigationSettler {
  const networkMonitor = new NetworkMonitor(page);
  const settle = async (timeoutMs: number): Promise<string | undefined> => {
    const settleObserver = await SettleObserver.start(page, await openConnection(page), networkMonitor);
    return (await settleObserver.settle({ timeoutMs })).reason;
  };
  return {
    settle: (milliseconds) =>
      withTimeout(settle(milliseconds), milliseconds + GRACE_MS, undefined).catch(() => undefined),
    dispose: () => networkMonitor.dispose(),
  };
}
