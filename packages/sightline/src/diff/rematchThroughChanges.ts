import { displayName } from '../identity/displayName.ts';
import type { Fingerprint } from '../identity/Fingerprinter.ts';
import { type RematchResult, rematch } from '../identity/rematch.ts';
import type { PageState } from '../structure/PageState.ts';

/** A page before and after something that was told of it. */
export interface PageStateChange {
  before: PageState;
  after: PageState;
}

/**
 * As `recognise`, but for what stands alone and lives on: where the words around it changed, and all of that was told,
 * it is what it was told to be among the new ones, as the one `Next` of a wizard at each of its steps. What stands in
 * the items of a list is never followed so: that an element passed to another item shows in no telling.
 */
export function rematchThroughChanges(
  changes: readonly PageStateChange[],
  fingerprint: Fingerprint,
  current: PageState,
): RematchResult {
  const result = rematch(fingerprint, current.fingerprinter);
  if (result.kind !== 'replaced' || result.mismatch !== 'item' || !standsAlone(fingerprint)) return result;
  let tracked = fingerprint;
  for (const { before, after } of changes) {
    if (rematch(tracked, before.fingerprinter).kind !== 'same') continue;
    const node = after.visibility.page.byRef(tracked.document, tracked.id);
    if (node?.role !== tracked.role || displayName(node) !== tracked.name) return result;
    tracked = after.fingerprinter.of(node);
    if (!standsAlone(tracked)) return result;
  }
  const rematched = tracked === fingerprint ? result : rematch(tracked, current.fingerprinter);
  return rematched.kind === 'same' ? rematched : result;
}

const standsAlone = ({ items, name, namesakeCount }: Fingerprint): boolean =>
  items.length === 0 && name !== '' && namesakeCount === 1;
