import type {
  FilterStep,
  LocatorStep,
  RoleStep,
  TextPattern,
  TextStep,
} from '../../script/locators/LocatorSpec.ts';
import { playwrightRole } from '../../script/locators/playwrightRole.ts';
import { TEST_ID_ATTRIBUTES } from '../../snapshot/capturedAttributes.ts';
import { countBy } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { INTERACTIVE_ROLES } from '../../snapshot/roles.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { FailedPage } from '../FailedPage.ts';
import { findNearSelector } from './findNearSelector.ts';
import { byScore, type NearElement, PROBABLE, SURE } from './NearElement.ts';
import { similarity, wordsInCode } from './similarity.ts';
import { visibleTexts } from './visibleTexts.ts';

/** Elements that are returned. */
const MAX_NEAR = 6;
/** What stands in code counts less than what a person reads. */
const CODE_FACTOR = 0.75;
/** What has its name not alone is less likely the one that was meant. */
const NAMESAKE_FACTOR = 0.7;
/** Meaning, as the search has it. */
const MEANING_FACTOR = 0.6;

/** The elements most like what a step of a locator looks for, the likeliest first. */
export function findNear(step: LocatorStep, failed: FailedPage): NearElement[] {
  if (step.by === 'role') return nearRole(step, failed);
  return pruned(nearOf(step, failed)).slice(0, MAX_NEAR);
}

/** Each once, without those far behind the best. */
function pruned(found: NearElement[]): NearElement[] {
  const sorted = found.sort(byScore);
  const least = Math.max(0.15, 0.5 * (sorted[0]?.score ?? 0));
  const best = new Map<PageNode, NearElement>();
  for (const near of sorted) if (near.score >= least && !best.has(near.node)) best.set(near.node, near);
  return [...best.values()];
}

function nearOf(step: LocatorStep, failed: FailedPage): NearElement[] {
  switch (step.by) {
    case 'text':
      return nearText(step.text, failed);
    case 'css':
      return findNearSelector(step.selector, failed);
    case 'filter':
      return nearFilter(step, failed);
    case 'label':
    case 'placeholder':
    case 'title':
    case 'altText':
    case 'testId':
      return nearAttribute(step, failed);
    default:
      return [];
  }
}

/** The words of a pattern; of a regular expression its letters. */
export function wordsOf(pattern: TextPattern | undefined): string {
  if (pattern === undefined) return '';
  return typeof pattern === 'string'
    ? pattern
    : collapseSpaces(pattern.regex.replace(/\\.|[^\p{L}\p{N} ]+/gu, ' '));
}

/**
 * Elements of the role, and others with the very name. Where none of the role is like it, those whose name none of the others
 * has go first: a locator that is to find one element has found one before.
 */
function nearRole(step: RoleStep, failed: FailedPage): NearElement[] {
  const visible = visibleElements(failed);
  const isOfRole = (node: PageNode): boolean => playwrightRole(node) === step.role.toLowerCase();
  const same = scoreByName(visible.filter(isOfRole), step, failed);
  const others = scoreByName(
    visible.filter((node) => !isOfRole(node) && node.name !== '' && playwrightRole(node) !== ''),
    step,
    failed,
  ).filter(({ score }) => score >= SURE);
  const best = Math.max(0, ...same.map(({ score }) => score));
  if (best >= PROBABLE) return pruned([...same, ...others]).slice(0, MAX_NEAR);
  const places = [...same].sort(
    (a, b) => placeRank(a, same, failed) - placeRank(b, same, failed) || byScore(a, b),
  );
  // A link that is called like a heading is seldom what the heading has become.
  const isControl = INTERACTIVE_ROLES.has(step.role.toLowerCase());
  const isAlike = ({ node }: NearElement): boolean => INTERACTIVE_ROLES.has(node.role) === isControl;
  const namesakes = pruned(others).slice(0, 2);
  return [
    ...namesakes.filter(isAlike),
    ...places.slice(0, 1),
    ...namesakes.filter((one) => !isAlike(one)),
    ...places.slice(1),
  ].slice(0, MAX_NEAR);
}

/** Lower for what has its name alone, and is in no navigation or banner. */
function placeRank(
  { node, text, score }: NearElement,
  all: readonly NearElement[],
  failed: FailedPage,
): number {
  const namesakes = all.filter((one) => one.text === text).length;
  const region = failed.context.pageState.landmarkIndex.regionOf(node)?.role;
  const isAround = region !== undefined && AROUND_CONTENT.has(region);
  return (
    (namesakes > 1 ? 2 : 0) +
    (isAround ? 1 : 0) -
    (score >= 0.3 ? 1.5 : 0) +
    (text === '' ? 3 : 0) +
    0.2 * headingLevel(node)
  );
}

/** The heading of a page goes before those of its parts; 0 for what is none. */
const headingLevel = ({ tag }: PageNode): number => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0);

const AROUND_CONTENT: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);

function scoreByName(
  nodes: readonly PageNode[],
  { name, role }: RoleStep,
  failed: FailedPage,
): NearElement[] {
  const words = wordsOf(name);
  const meanings = meaningOf(words, role, failed);
  const namesakes = countBy(nodes, ({ name }) => name);
  return nodes.map((node): NearElement => {
    if (words === '') return { node, score: 0.5, text: node.name };
    const alike = Math.max(similarity(words, node.name), CODE_FACTOR * wordsInCode(words, codeOf(node)));
    const meaning = MEANING_FACTOR * Math.min(1, meanings.get(node) ?? 0);
    const score = Math.max(alike, meaning, Math.min(0.95, alike + meaning / 4));
    const isAlone = alike === 1 || namesakes.get(node.name) === 1;
    return { node, score: isAlone ? score : NAMESAKE_FACTOR * score, text: node.name };
  });
}

/** The identifiers of an element. */
function codeOf({ attributes }: PageNode): string {
  const {
    id,
    name,
    value,
    href,
    'data-testid': testId,
    'data-test': test,
    class: classes,
    type,
    for: target,
  } = attributes;
  const kind = type === 'submit' || type === 'reset' ? type : '';
  return [id, name, value, href?.split(/[?#]/)[0], testId, test, classes, kind, target]
    .filter(Boolean)
    .join(' ');
}

/** Scores of the search, 1 for an element that has all the words. */
function meaningOf(words: string, role: string, { page }: FailedPage): ReadonlyMap<PageNode, number> {
  if (words === '') return new Map();
  const { matches, closest } = page.find({ text: words, role }, 20);
  return new Map([...matches, ...closest].map(({ node, score }) => [node, score]));
}

function nearText(pattern: TextPattern, failed: FailedPage): NearElement[] {
  const words = wordsOf(pattern);
  return visibleTexts(failed.context.pageState).map(({ node, text }) => ({
    node,
    text,
    score: similarity(words, text),
  }));
}

/** Of what the steps before have found: the one that holds a text most like that of the filter. */
function nearFilter({ hasText }: FilterStep, failed: FailedPage): NearElement[] {
  return hasText === undefined ? [] : nearText(hasText, failed);
}

const ATTRIBUTES = {
  placeholder: ['placeholder'],
  title: ['title'],
  altText: ['alt'],
  testId: TEST_ID_ATTRIBUTES,
  label: ['aria-label', 'placeholder', 'title'],
} as const;

function nearAttribute({ by, text: pattern }: TextStep, failed: FailedPage): NearElement[] {
  const words = wordsOf(pattern);
  const names = ATTRIBUTES[by as keyof typeof ATTRIBUTES];
  return visibleElements(failed).flatMap((node): NearElement[] => {
    const values = names.map((name) => node.attributes[name]).filter((value) => value !== undefined);
    const texts = by === 'label' && failed.isUsable(node) ? [node.name, ...values] : values;
    return texts.map((text) => ({ node, text, score: similarity(words, text) }));
  });
}

function visibleElements({ context }: FailedPage): PageNode[] {
  const { visibility } = context.pageState;
  return visibility.page.nodes.filter(
    (node) => node.isElement && !node.tag.startsWith('#') && !isRemoved(visibility, node),
  );
}
