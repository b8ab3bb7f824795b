import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';

/** The dialogs that appeared, and those that disappeared. */
export function compareDialogs(
  before: PageState,
  after: PageState,
): { opened: LandmarkRegion[]; closed: LandmarkRegion[] } {
  const [were, are] = [dialogsOf(before), dialogsOf(after)];
  return {
    opened: are.filter((one) => !were.some((other) => isSameDialog(one, other))),
    closed: were.filter((one) => !are.some((other) => isSameDialog(one, other))),
  };
}

const dialogsOf = ({ regions }: PageState): LandmarkRegion[] =>
  regions.filter(({ label }) => label === 'DIALOG');

/** The same element, or one of the same name that was rendered anew. */
function isSameDialog(a: LandmarkRegion, b: LandmarkRegion): boolean {
  const isSameNode = a.node.id === b.node.id && a.node.document.key === b.node.document.key;
  return isSameNode || (a.name !== '' && a.name === b.name && a.role === b.role);
}
