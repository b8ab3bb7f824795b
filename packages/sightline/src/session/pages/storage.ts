import { toBrowserError } from '../../browser/browserError.ts';
import type { StorageState } from '../../browser/launch/ContextOptions.ts';
import { storageStateError } from '../../browser/launch/launchBrowser.ts';
import { pageTimeoutError } from '../../browser/pageErrors.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { PageSource } from './PageSource.ts';

/** Milliseconds. Storage of a page that is open is asked for in it, which may never answer. */
const TIMEOUT_MS = 20_000;

/** Cookies and storage of the browser of live pages. Throws `unsupported_page` where the browser gives none, `timeout`. */
export async function readStorage(source: PageSource): Promise<StorageState> {
  // What is gone is said as for any other call.
  const page = source.tabs.activePage;
  try {
    return await inTime(source.browserContext.storageState({ indexedDB: true }));
  } catch (cause) {
    if (cause instanceof SightlineError) throw cause;
    const error = toBrowserError(cause, page);
    if (error.code === 'browser_closed' || error.code === 'tab_closed') throw error;
    throw new SightlineError('unsupported_page', 'This browser gives no cookies and storage away.', {
      hint: 'Over the extension it never does: open the page with `--headed` or `--cdp`, and log in there.',
      cause,
    });
  }
}

/** Puts cookies and storage in place of those there are. Throws `unsupported_page` in a browser of somebody else, `timeout`. */
export async function replaceStorage(source: PageSource, state: StorageState): Promise<void> {
  const page = source.tabs.activePage;
  if (source.isShared)
    throw new SightlineError(
      'unsupported_page',
      'The cookies and storage of a browser of somebody else stay as they are.',
      {
        hint: 'Load them in a browser that Sightline starts.',
      },
    );
  try {
    await inTime(source.browserContext.setStorageState(state));
  } catch (cause) {
    if (cause instanceof SightlineError) throw cause;
    const error = toBrowserError(cause, page);
    throw error.code === 'browser_closed' || error.code === 'tab_closed' ? error : storageStateError();
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const done = await withTimeout<{ value: T } | undefined>(
    work.then((value) => ({ value })),
    TIMEOUT_MS,
    undefined,
  );
  if (done) return done.value;
  throw pageTimeoutError(TIMEOUT_MS);
}
