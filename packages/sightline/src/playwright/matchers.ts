import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test';
import type { PlaywrightPageLike } from '../session/Session.ts';
import type { OfferedElement } from './checks/OfferedElement.ts';
import type { PageCheck } from './pollPage.ts';
import { type Sight, sightOf } from './Sight.ts';

export type { OfferedElement };

/** A page, or the sight of one. */
export type PageOrSight = PlaywrightPageLike | Sight;

export interface MatcherOptions {
  /** Milliseconds; default that of `expect`. */
  timeout?: number;
}

/**
 * Matchers for `expect.extend`. Each polls as Playwright's own do, and where it fails says why: what is nearest, and what
 * hides, covers or disables the element.
 */
export const matchers = {
  /** A person sees the words on the page, in any letter case, now or by scrolling. A regular expression is RE2's. */
  async toShow(
    this: ExpectMatcherState,
    received: PageOrSight,
    words: string | RegExp,
    options: MatcherOptions = {},
  ): Promise<MatcherReturnType> {
    const { checkShown } = await import('./checks/checkShown.ts');
    return runMatcher(this, 'toShow', received, checkShown(words), options);
  },

  /** A person can use such an element now: it is seen, not covered, not disabled. `disabled: true` asks for the contrary. */
  async toOffer(
    this: ExpectMatcherState,
    received: PageOrSight,
    element: OfferedElement,
    options: MatcherOptions = {},
  ): Promise<MatcherReturnType> {
    const { checkOffered } = await import('./checks/checkOffered.ts');
    return runMatcher(this, 'toOffer', received, checkOffered(element), options);
  },
};

async function runMatcher(
  { isNot, timeout: defaultTimeout, utils }: ExpectMatcherState,
  name: string,
  received: PageOrSight,
  check: PageCheck,
  { timeout = defaultTimeout ?? DEFAULT_TIMEOUT_MS }: MatcherOptions,
): Promise<MatcherReturnType> {
  const sight = toSight(received, name);
  const { pollPage } = await import('./pollPage.ts');
  const { pass, text } = await pollPage(await sight.session(), check, { wanted: !isNot, timeout });
  const message = (): string =>
    [
      utils.matcherHint(name, 'page', 'expected', { isNot }),
      '',
      `Locator: ${check.locator}`,
      `Timeout: ${timeout}ms`,
      '',
      text,
    ].join('\n');
  return { name, pass, expected: check.locator, message, timeout };
}

/** As Playwright's, for versions that do not report it. */
const DEFAULT_TIMEOUT_MS = 5_000;

function toSight(received: PageOrSight, matcher: string): Sight {
  if (typeof received === 'object' && received !== null) {
    if ('session' in received) return received;
    if (typeof received.mainFrame === 'function') return sightOf(received);
  }
  throw new TypeError(`${matcher} takes a page or a sight: expect(page).${matcher}(...).`);
}
