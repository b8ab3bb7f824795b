import type { PageNode } from '../model/Page.ts';
import { calledOf } from './callings.ts';
import { referred } from './compound.ts';

/** One thing about an element that is not what it was; '' where there was none, or is none now. */
export interface FactChange {
  /** `name`, `value`, `checked`, `expanded`, `invalid`... */
  fact: string;
  was: string;
  is: string;
}

type Fact = (node: PageNode) => string | undefined;

/** An attribute whose `false` says as much as none. */
const state =
  (name: string): Fact =>
  ({ attributes }) => {
    const value = attributes[name];
    return value === 'false' ? undefined : value;
  };

/** One that says something by being there. */
const present =
  (name: string): Fact =>
  ({ attributes }) =>
    attributes[name] === undefined ? undefined : 'true';

const first =
  (...facts: Fact[]): Fact =>
  (node) => {
    for (const fact of facts) {
      const value = fact(node);
      if (value !== undefined) return value;
    }
    return undefined;
  };

const own =
  (name: string): Fact =>
  ({ attributes }) =>
    attributes[name];

/** What a person, or who listens to the page, could tell of an element besides its name. */
const FACTS: readonly [fact: string, read: Fact][] = [
  ['value', first(own('.value'), own('aria-valuetext'), own('aria-valuenow'))],
  ['checked', first(state('.checked'), state('aria-checked'))],
  ['selected', first(state('aria-selected'), state('.selected'))],
  ['pressed', state('aria-pressed')],
  ['expanded', first(own('aria-expanded'), disclosed)],
  ['open', state('.open')],
  ['disabled', ({ disabled }) => (disabled ? 'true' : undefined)],
  ['invalid', first(own('.validation'), state('aria-invalid'))],
  ['current', state('aria-current')],
  ['busy', state('aria-busy')],
  ['readonly', first(present('readonly'), state('aria-readonly'))],
  ['required', first(present('required'), state('aria-required'))],
  ['sort', state('aria-sort')],
  ['active', (node) => (node.attributes['aria-activedescendant'] ? activeIn(node) : undefined)],
  ['playing', state('.playing')],
  ['loaded', own('.loaded')],
  ['href', own('href')],
  ['src', ({ tag, attributes }) => (tag === 'img' ? attributes.src : undefined)],
  ['placeholder', own('placeholder')],
  ['cursor', ({ attributes }) => (attributes['.cursor'] === 'not-allowed' ? 'not-allowed' : undefined)],
];

function activeIn(node: PageNode): string | undefined {
  return referred(node, 'aria-activedescendant')?.name;
}

/** A `summary` is expanded while its `details` is open. */
function disclosed({ tag, parent }: PageNode): string | undefined {
  if (tag !== 'summary' || parent?.tag !== 'details') return undefined;
  return String(parent.attributes['.open'] === 'true');
}

/** All facts as one text, to find an element that took another's place. */
export function factsText(node: PageNode): string {
  return JSON.stringify(FACTS.map(([, read]) => read(node) ?? ''));
}

/**
 * What changed of an element from one capture to the next. Its class counts only where nothing else tells of a
 * change: there are toggles whose only state is a class, or a colour of its own. `named`: its name is told too.
 */
export function compareFacts(before: PageNode, after: PageNode, named: boolean): FactChange[] {
  const changes: FactChange[] = [];
  const add = (fact: string, was = '', is = ''): void => {
    if (was !== is) changes.push({ fact, was, is });
  };
  // What gets a name of its own words was called so all along.
  if (named && calledOf(before) !== calledOf(after)) add('name', before.name, after.name);
  for (const [fact, read] of FACTS) add(fact, read(before), read(after));
  if (changes.length === 0 && named) add('class', before.attributes.class, after.attributes.class);
  if (changes.length === 0 && named) add('style', before.attributes['.look'], after.attributes['.look']);
  return changes;
}
