import type { Frame, Page } from 'playwright-core';
import { takeProtocolSession } from '../connect/protocolSessions.ts';
import type { TypedSecrets } from '../TypedSecrets.ts';
import { withTimeout } from '../withTimeout.ts';
import { FrameTarget } from './FrameTarget.ts';

/** Milliseconds. */
const PENDING_TIMEOUT_MS = 50;

export interface TargetEntry {
  target: FrameTarget;
  /** The target that holds its frame element; undefined for the page's own. */
  parentTarget: FrameTarget | undefined;
}

/**
 * The targets that make up a page: its own, and one for each frame that has a process of its own. No
 * API lists those frames: a session is requested for each, and Chromium refuses it for the others.
 */
export class FrameTargets {
  readonly #page: Page;
  readonly main: FrameTarget;
  readonly #typedSecrets: TypedSecrets | undefined;
  readonly #outOfProcess = new Map<Frame, FrameTarget>();
  /** Frames whose process has not answered yet. */
  readonly #attaching = new Map<Frame, Promise<void>>();
  /** Frames that live in the process of their parent, as of their last navigation. */
  readonly #inProcess = new WeakSet<Frame>();

  /** `typedSecrets`: those of the session. */
  constructor(page: Page, main: FrameTarget, typedSecrets?: TypedSecrets) {
    this.#page = page;
    this.#typedSecrets = typedSecrets;
    this.main = main;
    page.on('framenavigated', this.#onNavigated);
    page.on('framedetached', this.#onDetached);
  }

  /** Every target that answers within `timeoutMs`, the main one first, each with the target around it. */
  async list(timeoutMs: number): Promise<TargetEntry[]> {
    await this.#findOutOfProcessFrames(timeoutMs);
    const entries: TargetEntry[] = [{ target: this.main, parentTarget: undefined }];
    for (const [frame, target] of this.#outOfProcess) {
      if (!target.isClosed) entries.push({ target, parentTarget: this.#parentTargetOf(frame) });
    }
    return entries;
  }

  /** Whether there is a frame of which no document is known, as far as Playwright knows. */
  get isPartial(): boolean {
    const targets = [this.main, ...this.#outOfProcess.values()];
    const known = targets.reduce((sum, target) => sum + target.frameIds().length, 0);
    return this.#page.frames().length > known;
  }

  /** Returns whether the page is shown as it would be printed: see `FrameTarget.dispose`. */
  async dispose(): Promise<boolean> {
    this.#page.off('framenavigated', this.#onNavigated);
    this.#page.off('framedetached', this.#onDetached);
    const targets = [this.main, ...this.#outOfProcess.values()];
    return (await Promise.all(targets.map((target) => target.dispose()))).includes(true);
  }

  /** Requests a session for each frame that is not known to be in-process; only where frames are missing. */
  async #findOutOfProcessFrames(timeoutMs: number): Promise<void> {
    for (const [frame, target] of this.#outOfProcess) if (target.isClosed) this.#outOfProcess.delete(frame);
    if (!this.isPartial) return;
    const frames = this.#page.frames().filter((frame) => frame !== this.#page.mainFrame());
    const unknownFrames = frames.filter(
      (frame) => !this.#outOfProcess.has(frame) && !this.#inProcess.has(frame),
    );
    await Promise.all(unknownFrames.map((frame) => this.#waitForAttach(frame, timeoutMs)));
  }

  /** A frame that hangs is waited for once; after that only briefly. */
  #waitForAttach(frame: Frame, timeoutMs: number): Promise<void> {
    const attaching = this.#attaching.get(frame);
    if (attaching) return withTimeout(attaching, PENDING_TIMEOUT_MS, undefined);
    const attempt = this.#tryAttach(frame).finally(() => this.#attaching.delete(frame));
    this.#attaching.set(frame, attempt);
    return withTimeout(attempt, timeoutMs, undefined);
  }

  async #tryAttach(frame: Frame): Promise<void> {
    try {
      const session = await takeProtocolSession(this.#page, frame);
      const options = { frame, ...(this.#typedSecrets && { typedSecrets: this.#typedSecrets }) };
      this.#outOfProcess.set(frame, await FrameTarget.open(session, this.#page, options));
    } catch {
      this.#inProcess.add(frame);
    }
  }

  #parentTargetOf(frame: Frame): FrameTarget {
    for (let ancestor = frame.parentFrame(); ancestor; ancestor = ancestor.parentFrame()) {
      const target = this.#outOfProcess.get(ancestor);
      if (target) return target;
    }
    return this.main;
  }

  readonly #onNavigated = (frame: Frame): void => {
    this.#inProcess.delete(frame);
  };

  readonly #onDetached = (frame: Frame): void => {
    this.#outOfProcess.get(frame)?.dispose();
    this.#outOfProcess.delete(frame);
  };
}
