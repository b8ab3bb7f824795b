import type { CDPSession, Page } from 'playwright-core';
import type { PageNode, Snapshot } from '../../../sightline/src/index.ts';
import type { PageApi } from '../../../sightline/src/internal.ts';
import { type Candidate, keyOf } from './Candidate.ts';
import type { Question } from './questions.ts';
import { sharesWord } from './words.ts';

export interface CapturedPage {
  snapshot: Snapshot;
  candidates: Candidate[];
}

export interface RightAnswers {
  /** Keys of the elements that are right, a set a question. */
  right: Set<string>[];
  /** All words on them. */
  labels: string[];
  /**
   * Errors of the question set: a selector that matches none or several, or what is no candidate, or a question of
   * another kind than its words say.
   */
  wrong: string[];
}

/** @param page as it was captured */
export async function lookUp(
  page: Page,
  { snapshot, candidates }: CapturedPage,
  questions: readonly Question[],
): Promise<RightAnswers> {
  const selectors = questions.map(({ element, also = [] }) => [element, ...also]);
  const matches = await matchSelectors(page, selectors.flat());
  const main = snapshot.documents[0]?.key;
  const answers: RightAnswers = { right: [], labels: [], wrong: [] };
  for (const [i, { id, ask, kind }] of questions.entries()) {
    const meant = (selectors[i] ?? []).flatMap((selector) => {
      const { ids = [], total, error } = matches.shift() ?? {};
      const candidate = candidates.find(({ node }) => isOrIsInside(node, `${main}/${ids[0]}`));
      if (error || total !== 1) answers.wrong.push(`${id}: ${selector} matches ${error ?? total}`);
      else if (!candidate) answers.wrong.push(`${id}: ${selector} is nothing a person can use`);
      return candidate ?? [];
    });
    const label = meant.map(({ words }) => words).join(' ');
    const actualKind = sharesWord(ask, label) ? 'shared' : 'other';
    if (kind !== 'language' && kind !== actualKind)
      answers.wrong.push(`${id}: of the kind ${actualKind}, not ${kind}`);
    answers.labels.push(label);
    const all = meant.flatMap((one) => [one, ...lookalikesOf(one, candidates)]);
    answers.right.push(new Set(all.map(({ key }) => key)));
  }
  return answers;
}

/** A label may name a custom element, where what is inside takes the click. */
const isOrIsInside = (node: PageNode, key: string): boolean =>
  node.closest((around) => keyOf(around) === key) !== undefined;

/**
 * The same target with another box: an item around nothing but its link, the element inside a custom one that takes the
 * click.
 */
function lookalikesOf({ node, text }: Candidate, candidates: readonly Candidate[]): Candidate[] {
  const isNested = (other: PageNode): boolean =>
    other !== node && (other.contains(node) || node.contains(other));
  return candidates
    .filter(
      (other) => isNested(other.node) && (other.text.trim() === text.trim() || other.node.name === node.name),
    )
    .filter((other) => isChain(other.node.contains(node) ? other.node : node, candidates));
}

/** Whether each candidate inside an element contains the next. */
function isChain(outer: PageNode, candidates: readonly Candidate[]): boolean {
  const inside = candidates.filter(({ node }) => outer.contains(node)).map(({ node }) => node);
  return inside.every((node, i) => i === 0 || inside[i - 1]?.contains(node));
}

interface SelectorMatch {
  ids?: number[];
  total?: number;
  error?: string;
}

/**
 * What CSS selectors match now, as ids of the capture's main document, shadow roots included. The page script is asked
 * in its own world.
 */
async function matchSelectors(page: Page, selectors: readonly string[]): Promise<SelectorMatch[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const worlds: { frameId?: string; uniqueId: string }[] = [];
    session.on('Runtime.executionContextCreated', ({ context: { auxData, uniqueId } }) =>
      worlds.push({ frameId: auxData?.frameId, uniqueId }),
    );
    await session.send('Runtime.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    for (const { frameId, uniqueId } of worlds) {
      if (frameId !== frameTree.frame.id) continue;
      const found = await matchInWorld(session, uniqueId, selectors);
      if (found) return found;
    }
    throw new Error('the page script is not there: look at the page first');
  } finally {
    await session.detach();
  }
}

/** Undefined in a world that is not the page script's. */
async function matchInWorld(
  session: CDPSession,
  uniqueContextId: string,
  selectors: readonly string[],
): Promise<SelectorMatch[] | undefined> {
  const find: keyof PageApi = 'find';
  const expression = `globalThis.__sightline && ${JSON.stringify(selectors)}.map((selector) =>
    JSON.parse(__sightline.call('${find}', [selector, 50])))`;
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    uniqueContextId,
    returnByValue: true,
  });
  return result.value;
}
