import type { PageNode } from '../model/Page.ts';
import { calledOf, withoutDigits } from './callings.ts';
import {
  type Evidence,
  type Evidences,
  FIELDS,
  isInHeading,
  marksOf,
  nodeWith,
  testIdOf,
} from './evidence.ts';
import type { Telling } from './ItemLists.ts';
import { isLongNumber, isSameItem, isTold } from './sameItem.ts';

/** What a successor was known by, in the order of seed 003. */
export type KnownBy = 'test id' | 'id' | 'role and name' | 'CSS path';

/** What became of an element that was shown. */
export type Verdict =
  /** It is there, and stands for what it stood for; `was`: what it was called, where that changed a little. */
  | { kind: 'same'; node: PageNode; was?: string }
  /** Another element took its place. */
  | { kind: 'rebound'; node: PageNode; by: KnownBy; on: string }
  /** It is there, but may stand for something else now: its name, or what it stands in, is another, or was too long ago. */
  | { kind: 'replaced'; node: PageNode; why: 'name' | 'item' | 'age' }
  | { kind: 'ambiguous'; candidates: PageNode[] }
  | { kind: 'gone' };

/** How much of what a form says around an element must still be there, or have been there: lists in it open and close. */
const ENOUGH = 0.5;

/**
 * Finds the element again that the evidence is of, on a newer page of the same document. An element that lives is
 * the same only if it still stands for the same thing (frameworks reuse elements for other items); one that is gone
 * has a successor only if exactly one element of its role fits all the evidence (DESIGN section 8, seed 003).
 */
export function recognise(evidence: Evidence, now: Evidences): Verdict {
  const node = nodeWith(now.pruning.page, evidence.document, evidence.id);
  if (!node || node.role !== evidence.role) return findSuccessor(evidence, now, undefined);
  const name = calledOf(node);
  const fits = isOwnWord(evidence, node, now) || standsInSame(evidence, node, now);
  if (fits && name === evidence.name) return { kind: 'same', node };
  if (fits && isRenamed(evidence, node)) return { kind: 'same', node, was: evidence.name };
  const other = findSuccessor(evidence, now, node);
  if (other.kind !== 'gone') return other;
  return { kind: 'replaced', node, why: fits ? 'name' : 'item' };
}

/** Whether it stands in the items, or among the words, that it stood in. */
export function standsInSame(evidence: Evidence, node: PageNode, now: Evidences): boolean {
  const { items, namesItem, name, twins } = evidence;
  if (items.length === 0) return standsAmong(evidence, node, now);
  const here = now.itemsLike(items, node);
  const isNamedAlike = calledOf(node) === name;
  const isAlone = isNamedAlike && name !== '' && twins === 1 && now.twinsOf(node) === 1;
  return items.every((item, i) =>
    isSameItem(item, here[i], { isAlone, namesItem: i === 0 && namesItem && isNamedAlike }),
  );
}

/** A field is what its label says, a link where it leads, a heading itself, where no other is called so. */
function isOwnWord({ role, name, marks, twins }: Evidence, node: PageNode, now: Evidences): boolean {
  if (name === '' || twins > 1 || calledOf(node) !== name || marksOf(node) !== marks) return false;
  const leads = role === 'link' && !/^(?:$|#|javascript:)/.test(node.attribute('href') ?? '');
  return (FIELDS.has(role) || leads || isInHeading(node)) && now.twinsOf(node) === 1;
}

/** Names of fields, and counters beside a name, change with what they hold; those of others are what they are. */
export function isRenamed(evidence: Evidence, node: PageNode): boolean {
  const { items, name, role, marks, isOneOfSequence } = evidence;
  const [item] = items;
  const isItem = item !== undefined && isTold(item);
  if (item?.steps === 0 && isItem) return true;
  if (FIELDS.has(role) && marksOf(node) === marks && !isOneOfSequence) return true;
  const words = withoutDigits(calledOf(node));
  return words !== '' && words === withoutDigits(name) && (isItem || !isOneOfSequence);
}

/** `current`: the element itself, where it lives but does not fit any more. */
function findSuccessor(evidence: Evidence, now: Evidences, current: PageNode | undefined): Verdict {
  const isItem = evidence.items[0]?.steps === 0;
  const alike = now.usableLike(evidence).filter((one) => one !== current);
  const called = alike.filter((one) => isItem || calledOf(one) === evidence.name);
  // Only a counter in its name may have counted meanwhile, and only where it is gone.
  const named = called.length > 0 || current ? called : alike.filter((one) => isRenamed(evidence, one));
  const fitting =
    evidence.items.length > 0
      ? named.filter((one) => standsInSame(evidence, one, now))
      : nearest(evidence, named, now);
  const [only] = fitting;
  if (!only) return { kind: 'gone' };
  if (fitting.length === 1 && (evidence.twins === 1 || evidence.items.some(isUnlike)))
    return rebound(only, wayTo(only, evidence), evidence);
  const found = current ? undefined : inPlace(evidence, fitting, named, now);
  return found ? rebound(found, 'CSS path', evidence) : { kind: 'ambiguous', candidates: fitting };
}

/** Those that fit what it stood among: all of it, or else enough. */
function nearest(evidence: Evidence, nodes: PageNode[], now: Evidences): PageNode[] {
  const whole = nodes.filter((one) => standsAmong({ ...evidence, isInForm: false }, one, now));
  return whole.length > 0 ? whole : nodes.filter((one) => standsAmong(evidence, one, now));
}

const isUnlike = ({ size, twins }: Evidence['items'][number]): boolean => size > 1 && twins === 1;

/** Of twins that nothing tells apart: only where all was made anew as it was, each is in its old place. */
function inPlace(
  evidence: Evidence,
  fitting: PageNode[],
  named: PageNode[],
  now: Evidences,
): PageNode | undefined {
  const { twins, items, path, marks } = evidence;
  if (named.length !== twins) return undefined;
  const found = fitting.filter((one) => marksOf(one) === marks && now.pathOf(one) === path);
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const here = now.itemsLike(items, only);
  return items.every(({ sum }, i) => here[i]?.evidence.sum === sum) ? only : undefined;
}

function wayTo(node: PageNode, { testId, htmlId }: Evidence): KnownBy {
  if (testId !== undefined && testIdOf(node) === testId) return 'test id';
  return htmlId !== undefined && node.attribute('id') === htmlId ? 'id' : 'role and name';
}

function rebound(node: PageNode, by: KnownBy, { items, name, role, htmlId, testId }: Evidence): Verdict {
  const called = `${role || 'element'} "${name}"`;
  const own = {
    'test id': testId,
    id: htmlId,
    'role and name': called,
    'CSS path': `${called} in the same place`,
  }[by];
  const beside = items.flatMap(({ seen }) => seen).find(({ isOnly, kind }) => isOnly && kind !== 'mark');
  return { kind: 'rebound', node, by, on: beside ? `${own} beside "${beside.text}"` : `${own}` };
}

/**
 * Whether it stands among the words that it stood among. Words may come, or go (a message, a dialog), but where some
 * went and others came it may be another thing that is told of; in a form, enough of the labels must stay.
 */
export function standsAmong({ around, isInForm }: Evidence, node: PageNode, now: Evidences): boolean {
  const parts = isInForm ? around.slice(-1) : around;
  return parts.every(({ steps, said }) => {
    const gists = (tellings: Telling[]): Set<string> =>
      new Set(
        tellings.filter(({ kind, words }) => words !== '' && !(isInForm && kind === 'value')).map(gist),
      );
    const [then, here] = [gists(said), gists(now.saidAround(node, steps))];
    const kept = [...then].filter((one) => here.has(one)).length;
    const isOther = kept < then.size && kept < here.size;
    return isInForm ? kept >= Math.min(then.size, here.size) * ENOUGH : !isOther;
  });
}

const gist = ({ text, words }: Telling): string => (isLongNumber(text) ? text : words);
