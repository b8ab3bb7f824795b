import type { Page } from 'playwright-core';
import { untilAborted } from '../snapshot/untilAborted.ts';
import { tabClosedError } from './browserError.ts';

/** Settles as `work` does, or rejects with `tab_closed` as soon as the page crashes: nothing that was asked of it is answered then. */
export async function untilCrash<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const crash = new AbortController();
  const onCrash = (): void => crash.abort();
  page.on('crash', onCrash);
  try {
    return await untilAborted(work, crash.signal);
  } catch (error) {
    throw crash.signal.aborted ? tabClosedError('The tab crashed.', error) : error;
  } finally {
    page.off('crash', onCrash);
  }
}
