import { compareDialogs } from '../../diff/compareDialogs.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import type { PageState } from '../../structure/PageState.ts';

/** The page before a dialog opened, and the element that opened it. */
export interface DialogOrigin {
  before: PageState;
  opener: PageNode | undefined;
}

interface OpenDialog extends DialogOrigin {
  key: string;
  name: string;
}

/** The dialogs that one page has open and another has not. */
export const openedDialogs = (before: PageState, after: PageState): LandmarkRegion[] =>
  compareDialogs(before, after).opened;

/** Keeps the page as it was before each dialog that is open: what a closed dialog is compared with. */
export class OpenDialogs {
  readonly #withoutGiven: (before: PageState) => PageState;
  #dialogs: OpenDialog[] = [];
  /** Those that closed since the mark of several steps. */
  #closed: OpenDialog[] = [];

  /** `withoutGiven`: a page without what was given to fields for secrets since it was read. */
  constructor(withoutGiven = (before: PageState): PageState => before) {
    this.#withoutGiven = withoutGiven;
  }

  /** At the mark of several steps. */
  begin(): void {
    this.#closed = [];
  }

  /** Where a dialog came from that was open at the mark; undefined where another is open now. */
  originOf({ closed, opened }: PageDiff): DialogOrigin | undefined {
    if (opened.length > 0) return undefined;
    return this.#asShown(this.#closed.find((dialog) => closed.some((region) => isOf(region, dialog))));
  }

  /** To be called for each action. Returns where the dialog that it closed came from, if it opened no other. */
  update(
    diff: PageDiff,
    { before, after }: { before: PageState; after: PageState },
    used: PageNode | undefined,
  ): DialogOrigin | undefined {
    if (diff.otherPage) this.#dialogs = [];
    const closedAt = this.#dialogs.findIndex((dialog) => diff.closed.some((region) => isOf(region, dialog)));
    const closed = closedAt >= 0 ? this.#dialogs.splice(closedAt)[0] : undefined;
    if (closed) this.#closed.push(closed);
    // What was done outside of an open dialog has been reported already.
    for (const dialog of this.#dialogs) if (!isInside(used, dialog)) dialog.before = after;
    const origin = closed ?? { before, opener: used };
    for (const region of diff.opened)
      this.#dialogs.push({ ...origin, key: elementKey(region.node), name: region.name });
    return diff.opened.length === 0 ? this.#asShown(closed) : undefined;
  }

  #asShown(origin: DialogOrigin | undefined): DialogOrigin | undefined {
    return origin && { opener: origin.opener, before: this.#withoutGiven(origin.before) };
  }
}

function isOf({ node, name }: LandmarkRegion, dialog: OpenDialog): boolean {
  return elementKey(node) === dialog.key || (name !== '' && name === dialog.name);
}

function isInside(used: PageNode | undefined, { key }: OpenDialog): boolean {
  return used === undefined || used.closest((one) => elementKey(one) === key) !== undefined;
}
