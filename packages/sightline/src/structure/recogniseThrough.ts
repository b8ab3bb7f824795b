import { calledOf } from './callings.ts';
import { type Evidence, Evidences, nodeWith } from './evidence.ts';
import { recognise, type Verdict } from './recognise.ts';
import type { Structure } from './Structure.ts';

/** A page before and after something that was told of it. */
export interface Change {
  before: Structure;
  after: Structure;
}

/**
 * As `recognise`, but for what stands alone and lives on: where the words around it changed, and all of that was told,
 * it is what it was told to be among the new ones, as the one `Next` of a wizard at each of its steps. What stands in
 * the items of a list is never followed so: that an element passed to another item shows in no telling.
 */
export function recogniseThrough(changes: readonly Change[], evidence: Evidence, now: Structure): Verdict {
  const verdict = recognise(evidence, new Evidences(now.pruning));
  if (verdict.kind !== 'replaced' || verdict.why !== 'item' || !isAlone(evidence)) return verdict;
  let at = evidence;
  for (const { before, after } of changes) {
    if (recognise(at, new Evidences(before.pruning)).kind !== 'same') continue;
    const node = nodeWith(after.pruning.page, at.document, at.id);
    if (node?.role !== at.role || calledOf(node) !== at.name) return verdict;
    at = new Evidences(after.pruning).of(node);
    if (!isAlone(at)) return verdict;
  }
  const followed = at === evidence ? verdict : recognise(at, new Evidences(now.pruning));
  return followed.kind === 'same' ? followed : verdict;
}

const isAlone = ({ items, name, twins }: Evidence): boolean =>
  items.length === 0 && name !== '' && twins === 1;
