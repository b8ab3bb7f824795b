import type { FrameLocator, Page } from 'playwright-core';
import type { FoundLocators } from '../page/locators.ts';
import { evaluate, type FrameCapture } from './captureFrame.ts';
import { ENGINE } from './selectorEngine.ts';

/** An element whose locators are wanted, and selectors that may be among them. */
export interface Wanted {
  /** Key of its document. */
  document: string;
  id: number;
  /** Tried in Playwright: offered where it finds this element and no other. */
  role?: string;
  text?: string;
}

/** Selectors relative to the element's own frame, each of which finds this element alone. */
export interface Located extends FoundLocators {
  role?: string;
  text?: string;
}

/** How locators reach a page. */
export interface Reach {
  captures: readonly FrameCapture[];
  /** Where the selectors of a document begin. */
  scope(document: string): Page | FrameLocator;
  /** The texts without what they repeat of secrets: a selector that repeats one is not offered. */
  withoutSecrets(texts: string[]): Promise<string[]>;
}

/** How many elements Playwright is asked about at once. */
const BATCH = 100;

/**
 * The locators of elements of the last capture, in their order, on the page as it is now: those that the page script
 * finds and counts by itself, and those that only Playwright can judge. None for an element that has gone.
 */
export async function findLocators(wanted: readonly Wanted[], reach: Reach): Promise<Located[]> {
  const found = await askDocuments(wanted, reach);
  for (let i = 0; i < wanted.length; i += BATCH) {
    const batch = wanted.slice(i, i + BATCH);
    const tried = await Promise.all(batch.map((one) => tryOut(one, reach)));
    for (const [j, more] of tried.entries()) Object.assign(found[i + j] as Located, more);
  }
  return withoutTelling(found, reach);
}

async function askDocuments(wanted: readonly Wanted[], { captures }: Reach): Promise<Located[]> {
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
    const answer = await evaluate(capture.world, context.uniqueId, call).catch(() => '[]');
    for (const [j, one] of (JSON.parse(answer) as Located[]).entries()) found[asked[j] as number] = one;
  });
  await Promise.all(asking);
  return found;
}

async function tryOut({ document, id, role, text }: Wanted, reach: Reach): Promise<Located> {
  const isExact = async (selector: string | undefined): Promise<boolean> => {
    if (selector === undefined) return false;
    const scope = reach.scope(document);
    const locator = scope.locator(selector);
    const own = locator.and(scope.locator(`${ENGINE}=${document}/${id}`));
    // What Playwright cannot parse, or a frame that has gone, finds nothing.
    const counts = await Promise.all([locator.count(), own.count()]).catch(() => [0, 0]);
    return counts[0] === 1 && counts[1] === 1;
  };
  const [byRole, byText] = await Promise.all([isExact(role), isExact(text)]);
  return { ...(byRole && { role }), ...(byText && { text }) };
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
