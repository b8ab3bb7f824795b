import { Flag } from '../../snapshot/Snapshot.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import type { TextContribution } from '../capture/textRows.ts';
import type { WalkFrame } from '../capture/WalkFrame.ts';
import { ExitAction, Inherit, TextEdge } from '../capture/walkBits.ts';
import { attribute } from '../dom/dom.ts';
import { hideInvisibleText } from '../layout/hideUnpainted.ts';

/**
 * Counts what contributes to names from content along the walk. The counts at the start and end of an element show
 * whether its rows contain its name (-1), nothing, or not enough of it.
 */
export class NameAccumulator {
  /** Pieces of content that names are made of, so far. */
  nameParts = 0;
  /** Text runs so far that a person can make out. */
  visibleRuns = 0;
  /** Elements so far that add to names around them what their rows do not say. */
  embeddedControls = 0;
  readonly #snapshot: SnapshotBuilder;

  constructor(snapshot: SnapshotBuilder) {
    this.#snapshot = snapshot;
  }

  addText(text: TextContribution, { row, inheritedBits }: WalkFrame): void {
    if (text === 'nothing') return;
    this.nameParts++;
    const isLaidOut = (inheritedBits & Inherit.NoLayout) === 0;
    if (isLaidOut && !this.#snapshot.hasFlag(row, Flag.InvisibleText | Flag.VisibilityHidden))
      this.visibleRuns++;
    if (text === 'touching') this.embeddedControls++;
  }

  leaveFrame(frame: WalkFrame, parent: WalkFrame): void {
    if (frame.isTextStyleRead && frame.visibleRuns === this.visibleRuns)
      hideInvisibleText(frame, this.#snapshot);
    if (frame.exitActions !== 0) this.#applyExitActions(frame);
    this.#updateTextEdge(frame, parent);
  }

  #applyExitActions(frame: WalkFrame): void {
    const { exitActions } = frame;
    if ((exitActions & (ExitAction.NameFromContent | ExitAction.NameFromTitle)) !== 0)
      this.#nameAfterContent(frame);
    if ((exitActions & ExitAction.ExcludedFromNames) !== 0) {
      this.nameParts = frame.nameParts;
      this.embeddedControls = frame.embeddedControls;
      return;
    }
    if ((exitActions & ExitAction.SinglePhrase) !== 0) {
      this.nameParts = frame.nameParts + 1;
      this.embeddedControls = frame.embeddedControls;
    }
    if ((exitActions & ExitAction.AddsValue) !== 0) this.embeddedControls = frame.embeddedControls + 1;
  }

  /** Names from content need to know where words would touch that a person sees apart. */
  #updateTextEdge(frame: WalkFrame, parent: WalkFrame): void {
    if (frame.isInlineBox)
      parent.textEdge = this.nameParts !== frame.nameParts ? TextEdge.Box : parent.textEdge;
    else parent.textEdge = frame.isBlock || frame.isBreak ? TextEdge.Space : frame.textEdge;
  }

  /** Content first, then the title: which of both it was is known only now. */
  #nameAfterContent({ row, exitActions, nameParts, embeddedControls }: WalkFrame): void {
    const snapshot = this.#snapshot;
    const element = snapshot.elements[row] as Element;
    if ((exitActions & ExitAction.NameFromContent) !== 0 && this.embeddedControls !== embeddedControls) {
      snapshot.pendingNames.push({ row, element, source: 'content' });
    } else if (this.nameParts !== nameParts) {
      if ((exitActions & ExitAction.NameFromContent) !== 0) snapshot.rows.name[row] = -1;
    } else {
      const title = attribute(element, 'title')?.trim();
      if (!title) return;
      snapshot.name(row, title);
      this.embeddedControls++;
    }
  }
}
