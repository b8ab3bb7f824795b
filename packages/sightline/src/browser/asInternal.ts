import type { Page } from 'playwright-core';

/** As every client of Playwright has it since 1.30. */
type InternalPage = Page & {
  _wrapApiCall?<T>(work: () => Promise<T>, options: { internal: true }): Promise<T>;
};

type Outcome<T> = { value: T } | { error: unknown };

/**
 * Runs `work`, whose calls of Playwright are no actions of who drives the page: they stand in no trace, and are no steps in
 * the report of a test. An error stays as it is: Playwright would write its own words before it.
 */
export async function asInternal<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const wrapped = async (): Promise<Outcome<T>> => {
    try {
      return { value: await work() };
    } catch (error) {
      return { error };
    }
  };
  const outcome = await ((page as InternalPage)._wrapApiCall?.(wrapped, { internal: true }) ?? wrapped());
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
