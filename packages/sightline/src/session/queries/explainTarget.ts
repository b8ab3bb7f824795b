import type { SelectorMatches } from '../../browser/locators/matchSelector.ts';
import { findNodesByText } from '../../search/text/findNodesByText.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Visibility } from '../../visibility/Visibility.ts';
import type { CapturedPage } from '../captured/CapturedPage.ts';
import type { SessionResult } from '../SessionResult.ts';

/** Where elements are looked up. */
export interface TargetLookup {
  /** Asks the live page. Throws `invalid_selector`; `unsupported_page` where there is none. */
  matchLive(selector: string): Promise<SelectorMatches[]>;
  /** Elements that words or a Playwright selector name. */
  candidates(words: string): Promise<PageNode[]>;
}

interface TargetMatches {
  nodes: PageNode[];
  total: number;
  /** Matches that the capture does not contain. */
  outside: number;
}

/** How many matches are explained. */
const MAX_EXPLAINED = 3;

/**
 * Explains why an element is shown or not: that of a number, those that match a CSS selector, or those with certain
 * words. `css=` and `text=` say which is meant. Throws `invalid_selector`, `not_found`, and what `CapturedPage.node`
 * throws.
 */
export async function explainTarget(
  target: string,
  page: CapturedPage,
  lookup: TargetLookup,
): Promise<SessionResult> {
  const { nodes, total, outside } = await resolveTarget(target.trim(), page, lookup);
  const explanations = removedFirst(nodes, visibilityOf(page))
    .slice(0, MAX_EXPLAINED)
    .map((node) => page.explain(node));
  const lines = explanations.map(({ text }) => text);
  if (outside > 0) lines.push(renderOutside(outside));
  const more = total - outside - explanations.length;
  if (more > 0) lines.push(`(${more} more match)`);
  const matches = explanations.map(({ data }) => data);
  return { text: lines.join('\n'), data: { target, matches, total, outside } };
}

const visibilityOf = (page: CapturedPage): Visibility => page.pageState.visibility;

/** Elements that are not shown come first: they are what one asks about. */
function removedFirst(nodes: PageNode[], { decisions }: Visibility): PageNode[] {
  const isRemovedNode = ({ index }: PageNode): boolean => decisions[index]?.kind === 'remove';
  return nodes.length <= MAX_EXPLAINED
    ? nodes
    : [...nodes.filter(isRemovedNode), ...nodes.filter((node) => !isRemovedNode(node))];
}

function renderOutside(count: number): string {
  const what = count === 1 ? '1 match is' : `${count} matches are`;
  return `${what} not rendered at all: in the head or a template, not slotted, inside a native control, or added since.`;
}

async function resolveTarget(
  target: string,
  page: CapturedPage,
  lookup: TargetLookup,
): Promise<TargetMatches> {
  const number = /^\[?(\d+)\]?$/.exec(target);
  if (number) return { nodes: [page.node(Number(number[1]))], total: 1, outside: 0 };
  if (TARGET_LIKE.test(target)) {
    const nodes = await lookup.candidates(target);
    if (nodes.length > 0) return { nodes, total: nodes.length, outside: 0 };
  }
  const [, kind, rest = ''] = /^(css|text)=(.*)$/s.exec(target) ?? [];
  const matches =
    kind === 'css'
      ? await matchSelector(rest, page, lookup)
      : kind === 'text'
        ? matchText(rest, page)
        : await guessTarget(target, page, lookup);
  if (matches.total > 0) return matches;
  throw new SightlineError('not_found', `Nothing on the page matches "${target}".`, {
    hint: 'Give a number, a CSS selector (`css=nav a`) or words of the page (`text=Sign in`); look again if it changed.',
  });
}

/** What looks like a selector is tried as one first, and the rest as words; where that finds nothing, the other. */
async function guessTarget(target: string, page: CapturedPage, lookup: TargetLookup): Promise<TargetMatches> {
  const looksLikeSelector = SELECTOR_LIKE.test(target);
  const textMatches = matchText(target, page);
  if (textMatches.total > 0 && !looksLikeSelector) return textMatches;
  try {
    const selectorMatches = await matchSelector(target, page, lookup);
    return selectorMatches.total > 0 ? selectorMatches : textMatches;
  } catch (error) {
    if (textMatches.total > 0 || !looksLikeSelector) return textMatches;
    throw error;
  }
}

/** A kind with a name in quotes, or a Playwright selector: no words that could stand on the page. */
const TARGET_LIKE = /^[\w ]*"[^"]*"(?: in .*)?$|^(?:role|xpath|internal:\w+)=|^getBy[A-Z]/i;

const SELECTOR_LIKE = /^[#.[*:][^\s]|^[a-z][\w-]*(?:[#.[:][\w"'-]|\s*[>+~]\s*[\w#.[*:])/i;

async function matchSelector(
  selector: string,
  page: CapturedPage,
  lookup: TargetLookup,
): Promise<TargetMatches> {
  const liveMatches = await lookup.matchLive(selector);
  const { page: captured } = visibilityOf(page);
  const matches = liveMatches.flatMap(({ document, ids }) =>
    ids.map((id) => captured.byIdentity(document, id)),
  );
  const nodes = matches.filter((node) => node !== undefined);
  const total = liveMatches.reduce((sum, one) => sum + one.total, 0);
  return { nodes, total, outside: matches.length - nodes.length };
}

function matchText(words: string, page: CapturedPage): TargetMatches {
  const nodes = withoutContainers(findNodesByText(visibilityOf(page), words), visibilityOf(page));
  return { nodes, total: nodes.length, outside: 0 };
}

/** Of elements within one another that have the words, a control, else the innermost. */
function withoutContainers(nodes: readonly PageNode[], { tiers }: Visibility): PageNode[] {
  const isControl = ({ index }: PageNode): boolean => tiers[index] !== 'structural';
  const found = new Set(nodes);
  const holders = new Set<PageNode>();
  const parts = new Set<PageNode>();
  for (const node of nodes)
    for (let up = node.parent; up; up = up.parent)
      if (found.has(up)) isControl(up) && !isControl(node) ? parts.add(node) : holders.add(up);
  return nodes.filter((node) => !parts.has(node) && (isControl(node) || !holders.has(node)));
}
