import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { Answer, FoundLocators } from '../page/locators.ts';
import { evaluate, type FrameCapture } from './captureFrame.ts';
import { proveRoles, roleSelector } from './proveRoles.ts';

/** An element whose locators are wanted. */
export interface Wanted {
  /** Key of its document. */
  document: string;
  id: number;
  /** Its role and name, where no other element is known to have both. */
  named?: { role: string; name: string };
}

/** Selectors relative to the element's own frame, each of which finds this element alone. */
export interface Located extends FoundLocators {
  /** By role and accessible name. */
  role?: string;
}

/** How locators reach a page. */
export interface Reach {
  captures: readonly FrameCapture[];
  /** Where the selectors of a document begin. */
  scope(document: string): Page | Frame | FrameLocator;
  /** The texts without what they repeat of secrets: a selector that repeats one is not offered. */
  withoutSecrets(texts: string[]): Promise<string[]>;
}

/**
 * The locators of elements of the last capture, in their order, on the page as it is now: those that the page script
 * finds and counts by itself, and those that only Playwright can judge. None for an element that has gone.
 */
export async function findLocators(wanted: readonly Wanted[], reach: Reach): Promise<Located[]> {
  const walkable = new Set<string>();
  const found = await askDocuments(wanted, reach, walkable);
  const proven = await proveRoles(
    wanted.filter(({ document }) => walkable.has(document)),
    reach.scope,
  );
  for (const [i, one] of wanted.entries())
    if (one.named && proven.has(one)) (found[i] as Located).role = roleSelector(one.named);
  return withoutTelling(found, reach);
}

/** Fills in which documents Playwright can walk. */
async function askDocuments(
  wanted: readonly Wanted[],
  { captures }: Reach,
  walkable: Set<string>,
): Promise<Located[]> {
  const found: Located[] = wanted.map(() => ({}));
  const byDocument = new Map<string, number[]>();
  for (const [i, { document }] of wanted.entries()) {
    const asked = byDocument.get(document);
    if (asked) asked.push(i);
    else byDocument.set(document, [i]);
  }
  const asking = captures.map(async (capture) => {
    const asked = byDocument.get(capture.document.key) ?? [];
    const context = capture.world.contextOf(capture.frameId);
    if (asked.length === 0 || !context) return;
    const ids = asked.map((i) => (wanted[i] as Wanted).id);
    const call = `__sightline.locators(${JSON.stringify(ids)})`;
    const text = await evaluate(capture.world, context.uniqueId, call).catch(() => undefined);
    if (text === undefined) return;
    const answer = JSON.parse(text) as Answer;
    if (answer.walkable) walkable.add(capture.document.key);
    for (const [j, one] of answer.found.entries()) found[asked[j] as number] = one;
  });
  await Promise.all(asking);
  return found;
}

/** Names and addresses of a page may repeat what a person typed into it. */
async function withoutTelling(found: Located[], { withoutSecrets }: Reach): Promise<Located[]> {
  const all = found.flatMap((one) => Object.values(one) as string[]);
  const told = await withoutSecrets(all);
  const telling = new Set(all.filter((selector, i) => told[i] !== selector));
  if (telling.size === 0) return found;
  return found.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([, selector]) => !telling.has(selector as string))),
  );
}
