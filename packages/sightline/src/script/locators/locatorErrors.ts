import { unloadedWords } from '../../render/element/elementText.ts';
import { escapeInline } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import { revealHint } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { nameIn } from '../../search/targets/parseTargetPhrase.ts';
import { findLikeSelector } from '../../session/refs/findLikeSelector.ts';
import { findNearest, type NearestServices } from '../../session/refs/findNearest.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { LANDMARK_ROLES } from '../../snapshot/roles.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { LocatorFindings } from './LocatorSearch.ts';
import type { LocatorSpec, LocatorStep, TextPattern } from './LocatorSpec.ts';
import { writeLocator } from './writeLocator.ts';

/** Elements that an error names. */
const MAX_CANDIDATES = 6;
const MAX_HIDDEN = 3;
/** UTF-16 units of a locator in a message. */
const MAX_LOCATOR_LENGTH = 300;

/** Nothing matches a locator: it may still come. */
export class MissingElement extends SightlineError {
  readonly locator: LocatorSpec;

  constructor(locator: LocatorSpec) {
    super('not_found', 'Nothing matches.');
    this.locator = locator;
  }
}

/** A locator that is to find one element finds several. */
export function ambiguousLocatorError(
  locator: LocatorSpec,
  found: readonly PageNode[],
  context: RenderContext,
  { targets }: Pick<NearestServices, 'targets'>,
): SightlineError {
  const message = `${found.length} elements match ${write(locator)}:`;
  return new SightlineError('ambiguous', [message, ...candidateLines(found, context, targets)].join('\n'), {
    hint: 'Use get(NUMBER) of one of these, .first(), .nth(), or .filter({ hasText }).',
  });
}

function candidateLines(
  found: readonly PageNode[],
  context: RenderContext,
  targets: NearestServices['targets'],
): string[] {
  const lines = found.slice(0, MAX_CANDIDATES).map((node) => `  ${targets.renderCandidate(node, context)}`);
  return found.length > MAX_CANDIDATES ? [...lines, `  (${found.length - MAX_CANDIDATES} more)`] : lines;
}

/** The steps before the `nth` at which nothing was left; undefined where it was another step, or something is hidden. */
export function stepsBeforePosition(
  locator: LocatorSpec,
  { emptyAfter = 0, hidden }: LocatorFindings,
): LocatorSpec | undefined {
  const isPosition = hidden.length === 0 && locator[emptyAfter - 1]?.by === 'nth';
  return isPosition ? locator.slice(0, emptyAfter - 1) : undefined;
}

/** A position that there is none of: what the steps before it find. */
export function beyondLastError(
  locator: LocatorSpec,
  before: LocatorSpec,
  found: readonly PageNode[],
  context: RenderContext,
  { targets }: Pick<NearestServices, 'targets'>,
): SightlineError {
  const message = `Nothing matches ${write(locator)}: of ${write(before)} there ${found.length === 1 ? 'is 1' : `are ${found.length}`}:`;
  return new SightlineError('not_found', [message, ...candidateLines(found, context, targets)].join('\n'), {
    hint: 'Use get(NUMBER) of one of these; nth() counts from 0.',
  });
}

/** A locator finds nothing that is seen: what is hidden, which step found nothing, what is nearest. */
export async function nothingMatchesError(
  locator: LocatorSpec,
  { hidden, emptyAfter }: LocatorFindings,
  context: RenderContext,
  services: NearestServices,
): Promise<SightlineError> {
  if (hidden.length > 0) return hiddenError(locator, hidden, context, services);
  const part = emptyAfter === undefined ? locator : locator.slice(0, emptyAfter);
  const where = part.length < locator.length ? ` ${write(part)} matches nothing.` : '';
  const last = part.at(-1);
  const words = wordsOf(last);
  const role = last?.by === 'role' ? last.role.toLowerCase() : undefined;
  const alike = last?.by === 'css' ? findLikeSelector(last.selector, context, services) : [];
  const nearest = [...alike, ...(words === '' ? [] : await findNearest(words, context, services, role))];
  const regions = asksForRegion(part.at(-1)) ? regionsHint(part.at(-1), context) : undefined;
  const message = `Nothing matches ${write(locator)}.${where}${nearest.length > 0 ? ' Nearest:' : ''}`;
  return new SightlineError('not_found', [message, ...nearest].join('\n'), {
    hint: regions ?? `${nearest.length > 0 ? USE_NEAREST : USE_LOOK}${notLoadedHint(context)}`,
  });
}

const USE_NEAREST = 'Use get(NUMBER) of one of these, or other words.';
const USE_LOOK = 'Look at the page for what it has.';

/** ` Not searched: about 221 more rows are not loaded: scroll for them.`; '' where all are loaded. */
function notLoadedHint({ pageState: { unloaded } }: RenderContext): string {
  const items = [...unloaded.values()].find(({ kind }) => kind !== 'columns');
  if (!items) return '';
  const read = items.kind === 'rows' ? ', or read page.table({ all: true })' : '';
  return ` Not searched: ${unloadedWords(items)}${read}.`;
}

const REGION_SELECTOR = /^(?:main|nav|header|footer|aside|article|section|form|search)$/;
/** Landmarks that are seldom the element that is called so. */
const ROLE_OF_TAG: Record<string, string> = {
  main: 'main',
  nav: 'navigation',
  header: 'banner',
  footer: 'contentinfo',
  aside: 'complementary',
};

/** `getByRole('main')`, `locator('main')`: not every page has such a part. */
function asksForRegion(step: LocatorStep | undefined): boolean {
  if (step?.by === 'role') return LANDMARK_ROLES.has(step.role) && !step.role.endsWith('dialog');
  return step?.by === 'css' && REGION_SELECTOR.test(step.selector.trim());
}

function regionsHint(step: LocatorStep | undefined, { pageState }: RenderContext): string {
  const role = step?.by === 'css' ? ROLE_OF_TAG[step.selector.trim()] : undefined;
  if (role && pageState.regions.some(({ node }) => node.role === role))
    return `The page has one of that role: getByRole('${role}').`;
  const names = pageState.regions.slice(0, MAX_CANDIDATES).map(({ address }) => escapeInline(address));
  const body = "locator('body') holds all of it.";
  return names.length === 0
    ? `The page has no regions: ${body}`
    : `The regions of the page are ${names.join(', ')}; ${body}`;
}

function hiddenError(
  locator: LocatorSpec,
  hidden: readonly PageNode[],
  context: RenderContext,
  { targets }: NearestServices,
): SightlineError {
  const lines = hidden.slice(0, MAX_HIDDEN).map((node) => {
    const why = [hiddenReason(node, context), revealHint(node, context)].filter((part) => part !== null);
    return `  ${targets.renderCandidate(node, context)}${why.length > 0 ? ` (${why.join('; ')})` : ''}`;
  });
  if (hidden.length > MAX_HIDDEN) lines.push(`  (${hidden.length - MAX_HIDDEN} more)`);
  const message =
    hidden.length === 1
      ? `1 element matches ${write(locator)}, and is not visible:`
      : `${hidden.length} elements match ${write(locator)}, none visible:`;
  return new SightlineError('not_found', [message, ...lines].join('\n'), {
    hint: 'Reveal it first; .filter({ visible: false }) finds what is hidden.',
    retryable: true,
  });
}

function hiddenReason(node: PageNode, { pageState }: RenderContext): string | null {
  const { decisions } = pageState.visibility;
  const removed = node.closest(({ index }) => decisions[index]?.kind === 'remove');
  const decision = removed && decisions[removed.index];
  return decision ? escapeInline(decisionText(decision)) : null;
}

/** The words that a step looks for: of CSS those of its names and values. */
function wordsOf(step: LocatorStep | undefined): string {
  if (!step) return '';
  if (step.by === 'css') return wordsOfSelector(step.selector);
  if (step.by === 'filter') return wordsOfPattern(step.hasText);
  if (step.by === 'role') return `${wordsOfPattern(step.name)} ${step.role}`.trim();
  if (step.by === 'words') return nameIn(step.words);
  return 'text' in step ? wordsOfPattern(step.text) : '';
}

/** `/Choose (a )?(different|other) page/`: Choose different other page. */
function wordsOfPattern(pattern: TextPattern | undefined): string {
  if (pattern === undefined || typeof pattern === 'string') return pattern ?? '';
  const words = pattern.regex.replace(/\\\w/g, ' ').match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return words.join(' ').slice(0, MAX_LOCATOR_LENGTH);
}

/** `#first-name input[name="zipCode"]`: first name zip code. */
function wordsOfSelector(selector: string): string {
  const names = selector.matchAll(/[#.]([\w-]+)|=\s*["']?([^"'\]>]+)|["']([^"']+)["']/g);
  const words = Array.from(names, ([, name, value, text]) => name ?? value ?? text ?? '').join(' ');
  return words
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LOCATOR_LENGTH);
}

const write = (locator: LocatorSpec): string => shorten(writeLocator(locator), MAX_LOCATOR_LENGTH);
