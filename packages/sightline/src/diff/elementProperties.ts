import { displayName } from '../identity/displayName.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { referencedElement } from '../structure/compoundParts.ts';

/** One thing about an element that is not what it was; '' where there was none, or is none now. */
export interface PropertyChange {
  /** `name`, `value`, `checked`, `expanded`, `invalid`... */
  fact: string;
  was: string;
  is: string;
}

type PropertyReader = (node: PageNode) => string | undefined;

/** An attribute where `false` means the same as none. */
const nonFalse =
  (name: string): PropertyReader =>
  ({ attributes }) => {
    const value = attributes[name];
    return value === 'false' ? undefined : value;
  };

/** A boolean attribute: true if it is present. */
const present =
  (name: string): PropertyReader =>
  ({ attributes }) =>
    attributes[name] === undefined ? undefined : 'true';

const firstOf =
  (...readers: PropertyReader[]): PropertyReader =>
  (node) => {
    for (const fact of readers) {
      const value = fact(node);
      if (value !== undefined) return value;
    }
    return undefined;
  };

const attributeValue =
  (name: string): PropertyReader =>
  ({ attributes }) =>
    attributes[name];

/** What a person, or a user of a screen reader, can notice of an element besides its name. */
const PROPERTIES: readonly [fact: string, read: PropertyReader][] = [
  [
    'value',
    firstOf(attributeValue('.value'), attributeValue('aria-valuetext'), attributeValue('aria-valuenow')),
  ],
  ['checked', firstOf(nonFalse('.checked'), nonFalse('aria-checked'))],
  ['selected', firstOf(nonFalse('aria-selected'), nonFalse('.selected'))],
  ['pressed', nonFalse('aria-pressed')],
  ['expanded', firstOf(attributeValue('aria-expanded'), summaryExpanded)],
  ['open', nonFalse('.open')],
  ['disabled', ({ disabled }) => (disabled ? 'true' : undefined)],
  ['invalid', firstOf(attributeValue('.validation'), nonFalse('aria-invalid'))],
  ['current', nonFalse('aria-current')],
  ['busy', nonFalse('aria-busy')],
  ['readonly', firstOf(present('readonly'), nonFalse('aria-readonly'))],
  ['required', firstOf(present('required'), nonFalse('aria-required'))],
  ['sort', nonFalse('aria-sort')],
  ['active', (node) => (node.attributes['aria-activedescendant'] ? activeDescendantName(node) : undefined)],
  ['playing', nonFalse('.playing')],
  ['loaded', attributeValue('.loaded')],
  ['href', attributeValue('href')],
  ['src', ({ tag, attributes }) => (tag === 'img' ? attributes.src : undefined)],
  ['placeholder', attributeValue('placeholder')],
  ['cursor', ({ attributes }) => (attributes['.cursor'] === 'not-allowed' ? 'not-allowed' : undefined)],
];

function activeDescendantName(node: PageNode): string | undefined {
  return referencedElement(node, 'aria-activedescendant')?.name;
}

/** A `summary` is expanded while its `details` is open. */
function summaryExpanded({ tag, parent }: PageNode): string | undefined {
  if (tag !== 'summary' || parent?.tag !== 'details') return undefined;
  return String(parent.attributes['.open'] === 'true');
}

/** All properties as one string, to find the element that replaced another. */
export function propertiesKey(node: PageNode): string {
  return JSON.stringify(PROPERTIES.map(([, read]) => read(node) ?? ''));
}

/**
 * What changed of an element between two captures. Its class and style count only where nothing else changed: the only
 * state of some toggles is a class. `withName`: compare its name too.
 */
export function diffProperties(before: PageNode, after: PageNode, withName: boolean): PropertyChange[] {
  const changes: PropertyChange[] = [];
  const add = (fact: string, was = '', is = ''): void => {
    if (was !== is) changes.push({ fact, was, is });
  };
  // An element that is now named by its content had the same display name before.
  if (withName && displayName(before) !== displayName(after)) add('name', before.name, after.name);
  for (const [fact, read] of PROPERTIES) add(fact, read(before), read(after));
  if (changes.length === 0 && withName) add('class', before.attributes.class, after.attributes.class);
  if (changes.length === 0 && withName) add('style', before.attributes['.look'], after.attributes['.look']);
  return changes;
}

/** Whether the address of a link changed in nothing but what the page's own query took on: a filter that all links keep. */
export function followsPageQuery(
  { fact, was, is }: PropertyChange,
  page: { was: string; is: string },
): boolean {
  if (fact !== 'href') return false;
  const [linkWas, linkIs] = [parseUrl(was, page.was), parseUrl(is, page.is)];
  const [pageWas, pageIs] = [parseUrl(page.was, page.was), parseUrl(page.is, page.is)];
  if (!linkWas || !linkIs || !pageWas || !pageIs) return false;
  if (withoutQuery(linkWas) !== withoutQuery(linkIs)) return false;
  const keys = new Set([...linkWas.searchParams.keys(), ...linkIs.searchParams.keys()]);
  const values = ({ searchParams }: URL, key: string): string => searchParams.getAll(key).join('\n');
  return [...keys].every(
    (key) =>
      values(linkWas, key) === values(linkIs, key) ||
      (values(linkWas, key) === values(pageWas, key) && values(linkIs, key) === values(pageIs, key)),
  );
}

const parseUrl = (url: string, base: string): URL | undefined =>
  URL.canParse(url, base) ? new URL(url, base) : undefined;

const withoutQuery = ({ origin, pathname, hash }: URL): string => `${origin}${pathname}${hash}`;
