import type {
  FilterStep,
  LocatorStep,
  RoleStep,
  TextPattern,
  TextStep,
} from '../../script/locators/LocatorSpec.ts';
import { playwrightRole } from '../../script/locators/playwrightRole.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { FailedPage } from '../FailedPage.ts';
import { findNearSelector } from './findNearSelector.ts';
import { byScore, type NearElement } from './NearElement.ts';
import { similarity, wordsInCode } from './similarity.ts';
import { visibleTexts } from './visibleTexts.ts';

/** Elements that are returned. */
const MAX_NEAR = 6;
/** What stands in code counts less than what a person reads. */
const CODE_FACTOR = 0.75;
/** Meaning, as the search has it. */
const MEANING_FACTOR = 0.6;

/** The elements most like what a step of a locator looks for, the likeliest first. */
export function findNear(step: LocatorStep, failed: FailedPage): NearElement[] {
  const found = nearOf(step, failed).filter(({ score }) => score > 0);
  const best = new Map<PageNode, NearElement>();
  for (const near of found.sort(byScore)) if (!best.has(near.node)) best.set(near.node, near);
  return [...best.values()].slice(0, MAX_NEAR);
}

function nearOf(step: LocatorStep, failed: FailedPage): NearElement[] {
  switch (step.by) {
    case 'role':
      return nearRole(step, failed);
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

/** Seen elements of the role first of all, then those that can be used and have the name. */
function nearRole({ role, name }: RoleStep, failed: FailedPage): NearElement[] {
  const words = wordsOf(name);
  const meanings = meaningOf(words, failed);
  return seenElements(failed).flatMap((node): NearElement[] => {
    const hasRole = playwrightRole(node) === role.toLowerCase();
    if (!hasRole && !failed.isUsable(node) && playwrightRole(node) === '') return [];
    if (words === '') return hasRole ? [{ node, score: 0.5, text: node.name }] : [];
    const alike = Math.max(similarity(words, node.name), CODE_FACTOR * wordsInCode(words, codeOf(node)));
    const meaning = MEANING_FACTOR * Math.min(1, meanings.get(node) ?? 0);
    const score = Math.max(alike, meaning, alike > 0 ? Math.min(0.95, alike + meaning / 4) : 0);
    const factor = hasRole ? 1 : 0.8;
    return [{ node, score: factor * score + (hasRole ? 0.01 : 0), text: node.name }];
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
function meaningOf(words: string, { page }: FailedPage): ReadonlyMap<PageNode, number> {
  if (words === '') return new Map();
  const { matches, closest } = page.find({ text: words }, 20);
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
  testId: ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'],
  label: ['aria-label', 'placeholder', 'title'],
} as const;

function nearAttribute({ by, text: pattern }: TextStep, failed: FailedPage): NearElement[] {
  const words = wordsOf(pattern);
  const names = ATTRIBUTES[by as keyof typeof ATTRIBUTES];
  return seenElements(failed).flatMap((node): NearElement[] => {
    const values = names.map((name) => node.attributes[name]).filter((value) => value !== undefined);
    const texts = by === 'label' && failed.isUsable(node) ? [node.name, ...values] : values;
    return texts.map((text) => ({ node, text, score: similarity(words, text) }));
  });
}

function seenElements({ context }: FailedPage): PageNode[] {
  const { visibility } = context.pageState;
  return visibility.page.nodes.filter(
    (node) => node.isElement && !node.tag.startsWith('#') && !isRemoved(visibility, node),
  );
}
