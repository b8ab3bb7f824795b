import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { FoundLocators, LocatorResponse } from '../../injected/query/LocatorFinder.ts';
import { evaluateInContext, type FrameCapture } from '../capture/captureFrame.ts';
import { roleSelector, verifyRoleSelectors } from './verifyRoleSelectors.ts';

/** An element whose locators are wanted. */
export interface LocatorRequest {
  /** Key of its document. */
  document: string;
  id: number;
  /** Its role and name, where no other element is known to have both. */
  roleAndName?: { role: string; name: string };
}

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
 * finds and counts by itself, and those that only Playwright can judge. None for an element that has gone.
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
  const byDocument = new Map<string, number[]>();
  for (const [i, { document }] of requests.entries()) {
    const indices = byDocument.get(document);
    if (indices) indices.push(i);
    else byDocument.set(document, [i]);
  }
  const queries = captures.map(async (capture) => {
    const indices = byDocument.get(capture.document.key) ?? [];
    const context = capture.target.contextOf(capture.frameId);
    if (indices.length === 0 || !context) return;
    const ids = indices.map((i) => (requests[i] as LocatorRequest).id);
    const call = `__sightline.locators(${JSON.stringify(ids)})`;
    const text = await evaluateInContext(capture.target, context.uniqueId, call).catch(() => undefined);
    if (text === undefined) return;
    const response = JSON.parse(text) as LocatorResponse;
    if (response.isTraversable) walkable.add(capture.document.key);
    for (const [j, one] of response.found.entries()) locators[indices[j] as number] = one;
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
