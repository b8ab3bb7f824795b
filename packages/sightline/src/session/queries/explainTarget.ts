import type { SelectorMatches } from '../../browser/locators/matchSelector.ts';
import { rematch } from '../../identity/rematch.ts';
import { explainNode, renderExplanation } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { findNodesByText } from '../../search/text/findNodesByText.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { PageState } from '../../structure/PageState.ts';
import { compactPreset, markupPreset } from '../../visibility/computeVisibility.ts';
import { evaluateRules } from '../../visibility/evaluateRules.ts';
import type { RefEntry, RefRegistry } from '../refs/RefRegistry.ts';
import type { SessionResult } from '../SessionResult.ts';

/** How a session finds what a target names. */
export interface TargetResolvers {
  /** The element of a number. Throws `not_shown`, `stale`, `detached`. */
  number(number: number): PageNode;
  /** Throws `invalid_selector`; `unsupported_page` where there is no live page. */
  selector(selector: string): Promise<SelectorMatches[]>;
}

/** What a target comes to on the captured page. */
interface TargetMatches {
  nodes: PageNode[];
  total: number;
  /** Matches that the capture does not hold. */
  outside: number;
}

/** How many matches are explained. */
const MAX_EXPLAINED = 3;

/**
 * Explains what becomes of a number, of what a CSS selector matches, or of what holds certain words.
 * `css=` and `text=` say which is meant. Throws `not_shown`, `stale`, `invalid_selector`, `not_found`.
 */
export async function explainTarget(
  target: string,
  context: RenderContext,
  resolvers: TargetResolvers,
): Promise<SessionResult> {
  const { nodes, total, outside } = await resolveTarget(target.trim(), context, resolvers);
  const { page, options } = context.pageState.visibility;
  const preset = context.style === 'compact' ? compactPreset : markupPreset;
  const explanations = removedFirst(nodes, context)
    .slice(0, MAX_EXPLAINED)
    .map((node) => explainNode(node, evaluateRules(page, preset, options, node), context));
  const lines = explanations.map(renderExplanation);
  if (outside > 0) lines.push(renderOutside(outside));
  const more = total - outside - explanations.length;
  if (more > 0) lines.push(`(${more} more match)`);
  return { text: lines.join('\n'), data: { target, matches: explanations as unknown[], total, outside } };
}

/** Those that are left out first: they are what one asks about. */
function removedFirst(nodes: PageNode[], { pageState }: RenderContext): PageNode[] {
  const isRemovedNode = ({ index }: PageNode) => pageState.visibility.decisions[index]?.kind === 'remove';
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
  context: RenderContext,
  resolvers: TargetResolvers,
): Promise<TargetMatches> {
  const number = /^\[?(\d+)\]?$/.exec(target);
  if (number) return { nodes: [resolvers.number(Number(number[1]))], total: 1, outside: 0 };
  const [, kind, rest = ''] = /^(css|text)=(.*)$/s.exec(target) ?? [];
  const matches =
    kind === 'css'
      ? await matchSelector(rest, context, resolvers)
      : kind === 'text'
        ? matchText(rest, context)
        : await guessTarget(target, context, resolvers);
  if (matches.total > 0) return matches;
  throw new SightlineError('not_found', `Nothing on the page matches "${target}".`, {
    hint: 'Give a number, a CSS selector (`css=nav a`) or words of the page (`text=Sign in`); look again if it changed.',
  });
}

/** What looks like a selector is one, and words are words; where that finds nothing, the other is tried. */
async function guessTarget(
  target: string,
  context: RenderContext,
  resolvers: TargetResolvers,
): Promise<TargetMatches> {
  const looksLikeSelector = SELECTOR_LIKE.test(target);
  const textMatches = matchText(target, context);
  if (textMatches.total > 0 && !looksLikeSelector) return textMatches;
  try {
    const selectorMatches = await matchSelector(target, context, resolvers);
    return selectorMatches.total > 0 ? selectorMatches : textMatches;
  } catch (error) {
    if (textMatches.total > 0 || !looksLikeSelector) return textMatches;
    throw error;
  }
}

const SELECTOR_LIKE = /^[#.[*:][^\s]|^[a-z][\w-]*(?:[#.[:][\w"'-]|\s*[>+~]\s*[\w#.[*:])/i;

/**
 * The element of a number on the captured page: itself, or what took its place for certain, which has the number from
 * then on, as with actions. Throws `detached`, `stale`.
 */
export function resolveEntry(entry: RefEntry, { pageState }: RenderContext, refs: RefRegistry): PageNode {
  const { document, id, ref } = entry;
  const { page } = pageState.visibility;
  const isOpenDocument = page.documentOf(document) !== undefined;
  const node =
    page.byRef(document, id) ?? (isOpenDocument ? rematchEntry(entry, pageState, refs) : undefined);
  if (node) return node;
  throw new SightlineError(
    isOpenDocument ? 'detached' : 'stale',
    isOpenDocument ? `[${ref}] is no longer part of the page.` : `[${ref}] is of a document that was left.`,
    { hint: 'Look at the page again.' },
  );
}

function rematchEntry(entry: RefEntry, pageState: PageState, refs: RefRegistry): PageNode | undefined {
  const fingerprint = refs.fingerprintOf(entry);
  const rematched = fingerprint && rematch(fingerprint, pageState.fingerprinter);
  if (rematched?.kind !== 'rebound') return undefined;
  refs.rebind(entry, rematched.node, pageState);
  return rematched.node;
}

/** The element of a stable id on the captured page. Throws `not_found`. */
export function resolveStableId(id: string, { pageState }: RenderContext): PageNode {
  const node = pageState.stableIds.find(id);
  if (node) return node;
  throw new SightlineError('not_found', `No element of the page has the id ${id} now.`, {
    hint: 'Look at the page again: what changed has another id.',
  });
}

async function matchSelector(
  selector: string,
  { pageState }: RenderContext,
  resolvers: TargetResolvers,
): Promise<TargetMatches> {
  const liveMatches = await resolvers.selector(selector);
  const { page } = pageState.visibility;
  const nodes = liveMatches.flatMap(({ document, ids }) => ids.map((id) => page.byRef(document, id)));
  const capturedNodes = nodes.filter((node) => node !== undefined);
  const total = liveMatches.reduce((sum, one) => sum + one.total, 0);
  return { nodes: capturedNodes, total, outside: nodes.length - capturedNodes.length };
}

function matchText(words: string, { pageState }: RenderContext): TargetMatches {
  const nodes = findNodesByText(pageState.visibility, words);
  return { nodes, total: nodes.length, outside: 0 };
}
