import { displayName } from './displayName.ts';
import type { Fingerprint, Fingerprinter } from './Fingerprinter.ts';
import { type RematchResult, rematch } from './rematch.ts';

/** A page before and after something whose changes the reader was shown. */
export interface ShownChange {
  readonly before: { readonly fingerprinter: Fingerprinter };
  readonly after: { readonly fingerprinter: Fingerprinter };
}

/**
 * As `rematch`, but follows an element that stands alone through changes that its reader was shown, such as the one
 * `Next` of a wizard at each of its steps: it is the same, though the words around it are others. An element in an item
 * of a list is not followed: no report of changes says that an element was reused for another item.
 */
export function rematchThroughChanges(
  changes: readonly ShownChange[],
  fingerprint: Fingerprint,
  current: Fingerprinter,
): RematchResult {
  const result = rematch(fingerprint, current);
  if (result.kind !== 'replaced' || result.mismatch !== 'item' || !standsAlone(fingerprint)) return result;
  let tracked = fingerprint;
  for (const { before, after } of changes) {
    if (rematch(tracked, before.fingerprinter).kind !== 'same') continue;
    const node = after.fingerprinter.visibility.page.byIdentity(tracked.document, tracked.id);
    if (node?.role !== tracked.role || displayName(node) !== tracked.name) return result;
    tracked = after.fingerprinter.of(node);
    if (!standsAlone(tracked)) return result;
  }
  const rematched = tracked === fingerprint ? result : rematch(tracked, current);
  return rematched.kind === 'same' ? rematched : result;
}

const standsAlone = ({ items, name, namesakeCount }: Fingerprint): boolean =>
  items.length === 0 && name !== '' && namesakeCount === 1;
