import { Flag } from '../model/Snapshot.ts';
import { elementAt, flatParent } from './dom.ts';
import type { Recording } from './Recording.ts';

/**
 * An open modal dialog makes everything else inert, off-screen too, without any attribute. The flag is
 * set on the smallest set of subtree roots: every row outside the dialog whose parent holds the dialog.
 * Readers take it as inherited. Answers the row of the modal on top, -1 where there is none.
 */
export function markInert(recording: Recording): number {
  const top = topModal(recording);
  if (top < 0) return -1;
  const around = new Set<number>();
  for (let row = recording.parents[top] as number; row >= 0; row = recording.parents[row] as number)
    around.add(row);
  const { parents } = recording;
  for (let row = 1; row < parents.length; row++) {
    if (row !== top && !around.has(row) && around.has(parents[row] as number))
      recording.flag(row, Flag.Inert);
  }
  return top;
}

/** Of several modals the one opened last is on top: no list tells the order, but its backdrop takes every point. */
function topModal({ modals, elements }: Recording): number {
  if (modals.length < 2) return modals[0] ?? -1;
  const corners = [elementAt(0, 0), elementAt(innerWidth - 1, innerHeight - 1)];
  for (const corner of corners) {
    for (let element = corner; element; element = flatParent(element)) {
      const row = modals.find((modal) => elements[modal] === element);
      if (row !== undefined) return row;
    }
  }
  return modals.at(-1) as number;
}
