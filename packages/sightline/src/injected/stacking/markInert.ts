import { Flag } from '../../snapshot/Snapshot.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import { elementFromPoint, flatParent } from '../dom/dom.ts';

/**
 * An open modal dialog makes everything else inert, off-screen too, without any attribute. The flag is
 * set on the smallest set of subtree roots: every row outside the dialog whose parent holds the dialog.
 * Readers treat it as inherited. What else is in the top layer lies above the dialog: it is seen, but its controls are
 * disabled. Returns the row of the modal on top, -1 where there is none.
 */
export function markInert(snapshot: SnapshotBuilder): number {
  const topRow = findTopModal(snapshot);
  if (topRow < 0) return -1;
  const { parents } = snapshot;
  const isAbove = (row: number): boolean =>
    snapshot.hasFlag(row, Flag.TopLayer) && !snapshot.modalRows.includes(row);
  const kept = new Set(
    [topRow, ...snapshot.layerZIndexes.keys()].filter((row) => row === topRow || isAbove(row)),
  );
  const ancestorRows = new Set<number>();
  for (const row of kept)
    for (let up = parents[row] as number; up >= 0; up = parents[up] as number) ancestorRows.add(up);
  for (let row = 1; row < parents.length; row++) {
    if (!kept.has(row) && !ancestorRows.has(row) && ancestorRows.has(parents[row] as number))
      snapshot.addFlags(row, Flag.Inert);
  }
  for (const row of snapshot.hitTestCandidates) {
    for (let up = row; up >= 0 && up !== topRow; up = parents[up] as number)
      if (kept.has(up)) snapshot.addFlags(row, Flag.Disabled);
  }
  return topRow;
}

/** Of several modals the one opened last is on top. No API gives the order, but its backdrop covers every point. */
function findTopModal({ modalRows, elements }: SnapshotBuilder): number {
  if (modalRows.length < 2) return modalRows[0] ?? -1;
  const corners = [elementFromPoint(0, 0), elementFromPoint(innerWidth - 1, innerHeight - 1)];
  for (const corner of corners) {
    for (let element = corner; element; element = flatParent(element)) {
      const row = modalRows.find((modal) => elements[modal] === element);
      if (row !== undefined) return row;
    }
  }
  return modalRows.at(-1) as number;
}
