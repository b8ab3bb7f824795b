import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { FoundLocators } from '../../injected/PageApi.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import { tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';
import { type LocatorRequest, roleSelector, verifyRoleSelectors } from './verifyRoleSelectors.ts';

/** Selectors relative to the element's own frame, each of which finds this element alone. */
export interface VerifiedLocators extends FoundLocators {
  /** By role and accessible name. */
  role?: string;
}

/** How locators reach a page. */
export interface LocatorContext {
  captures: readonly FrameCapture[];
  /** Where the selectors of a document begin. */
  scopeOf(document: string): Page | Frame | FrameLocator;
  /** The texts without what they repeat of secrets: a selector that repeats one is not offered. */
  redactSecrets(texts: string[]): Promise<string[]>;
}

/**
 * The locators of elements of the last capture, in their order, on the page as it is now: those that the page script
 * finds and counts, and those that only Playwright can judge. None for an element that is gone.
 */
export async function findLocators(
  requests: readonly LocatorRequest[],
  locatorContext: LocatorContext,
): Promise<VerifiedLocators[]> {
  const walkable = new Set<string>();
  const locators = await queryDocuments(requests, locatorContext, walkable);
  const verified = await verifyRoleSelectors(
    requests.filter(({ document }) => walkable.has(document)),
    locatorContext.scopeOf,
  );
  for (const [i, one] of requests.entries())
    if (one.roleAndName && verified.has(one))
      (locators[i] as VerifiedLocators).role = roleSelector(one.roleAndName);
  return dropRevealingSelectors(locators, locatorContext);
}

/** Fills in which documents Playwright can walk. */
async function queryDocuments(
  requests: readonly LocatorRequest[],
  { captures }: LocatorContext,
  walkable: Set<string>,
): Promise<VerifiedLocators[]> {
  const locators: VerifiedLocators[] = requests.map(() => ({}));
  const byDocument = groupBy(requests.entries(), ([, { document }]) => document);
  const queries = captures.map(async (capture) => {
    const requested = byDocument.get(capture.document.key) ?? [];
    if (requested.length === 0) return;
    const ids = requested.map(([, { id }]) => id);
    const response = await tryCallPageScript(capture, 'locators', ids);
    if (response?.isTraversable) walkable.add(capture.document.key);
    for (const [j, found] of (response?.found ?? []).entries())
      locators[(requested[j] as [number, LocatorRequest])[0]] = found;
  });
  await Promise.all(queries);
  return locators;
}

/** Names and addresses of a page may repeat what a person typed into it. */
async function dropRevealingSelectors(
  locators: VerifiedLocators[],
  { redactSecrets }: LocatorContext,
): Promise<VerifiedLocators[]> {
  const all = locators.flatMap((one) => Object.values(one) as string[]);
  const redacted = await redactSecrets(all);
  const revealing = new Set(all.filter((selector, i) => redacted[i] !== selector));
  if (revealing.size === 0) return locators;
  return locators.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([, selector]) => !revealing.has(selector as string))),
  );
}
