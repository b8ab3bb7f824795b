import type { DocumentChanges } from '../../injected/PageApi.ts';
import type { TargetFrame } from '../frames/FrameTarget.ts';
import type { ClosedRootFinder, ElementCounts } from './ClosedRootFinder.ts';
import type { ListenerDetector } from './ListenerDetector.ts';

/**
 * What the browser is asked about a page of one document beside the capture, where it would be asked afterwards: the answers
 * are there when the capture is. What was not asked is undefined, and so is what was not answered.
 */
export class EarlyQuestions {
  readonly #listenerDetector: ListenerDetector;
  readonly #closedRootFinder: ClosedRootFinder;
  listeners: Promise<true | undefined> | undefined;
  elementCounts: Promise<ElementCounts | undefined> | undefined;

  constructor(listenerDetector: ListenerDetector, closedRootFinder: ClosedRootFinder) {
    this.#listenerDetector = listenerDetector;
    this.#closedRootFinder = closedRootFinder;
  }

  /** What the page answers before it is captured. */
  askBefore(frame: TargetFrame, changes: DocumentChanges): void {
    const isDue = changes.hasNewElements || this.#listenerDetector.isOverdue(frame.target);
    if (changes.scriptless || !isDue) return;
    this.listeners = this.#listenerDetector.ask(frame, changes).catch(() => undefined);
  }

  /** What can be answered only of a document that is captured. */
  askAfter(frame: TargetFrame, { hasNewElements }: DocumentChanges): void {
    if (!hasNewElements && !this.#closedRootFinder.isOverdue(frame.target)) return;
    this.elementCounts = this.#closedRootFinder.count([frame]).catch(() => undefined);
  }
}
