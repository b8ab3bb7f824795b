import type { Locator } from 'playwright-core';
import { asInternal } from '../browser/asInternal.ts';
import type { PointerTarget } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { throwIfAborted } from '../snapshot/untilAborted.ts';
import { ActionabilityError, type ActionabilityFailure } from './ActionabilityError.ts';
import { ElementAccess } from './ElementAccess.ts';
import { HoverRequest } from './HoverRequest.ts';

/** Where a click reaches an element: which element receives it, and at which point. */
export interface ClickPoint {
  /** Of the element that receives it. */
  id: number;
  locator: Locator;
  /** From the top left corner of its padding box, CSS pixels. */
  position: { x: number; y: number };
  /** The same point in the viewport of the page. */
  viewportPoint: { x: number; y: number };
  /** Click the point, not the locator: no element stands still under it, or Playwright takes it to be elsewhere. */
  byCoordinates: boolean;
  /** Its box is where Chromium's box model says: see `PointerTarget`. */
  isPlainBox: boolean;
  /** A person taps here. */
  isTouched: boolean;
}

/**
 * Milliseconds without any activity (change, load, animation, request) after which an element that cannot be acted on is
 * given up with `failFast`. What only a timer would bring later is missed; a caller who expects that gives a timeout.
 */
const IDLE_LIMIT_MS = 1_000;
/** Alignments to scroll to that are tried in turn. */
const MAX_ALIGNMENTS = 3;

/** Whether an element can be acted on, and what is in the way. */
interface Actionability {
  state: 'ready' | ActionabilityFailure;
  coveredBy?: PageNode | undefined;
  /** Something moves that may change the state. */
  mayChange?: boolean;
}

type ActionabilityCheck = Omit<PointerTarget, 'coveredBy'> & Actionability;

/**
 * Waits until elements can be acted on. Each method throws `ActionabilityError` with the reason when the time is over, and
 * `HoverRequest` at once for what may show when something is hovered over.
 */
export class ActionabilityChecker extends ElementAccess {
  /** Until it is shown and enabled, which is enough for keys. */
  async waitUntilReady(node: PageNode): Promise<void> {
    this.#assertShownWithoutHover(node);
    await this.#waitUntilActionable(node, () =>
      this.#check(node, this.callPageScript(node, 'readiness', node.id)),
    );
  }

  /** Until a field is not read-only: it may be locked while the page is busy. */
  async waitUntilEditable(node: PageNode): Promise<void> {
    await this.#waitUntilActionable(node, async () => {
      const { editable } = await this.readField(node);
      return { state: editable === 'readonly' ? 'not editable' : 'ready' };
    });
  }

  /** The point at which a click reaches the element, through all frames around it. Waits until there is one. */
  async findClickPoint(node: PageNode): Promise<ClickPoint> {
    this.#assertShownWithoutHover(node);
    const point = await this.#findStablePoint(node);
    const { id, x, y, viewportPoint, byCoordinates = false, isPlainBox = false, isTouched = false } = point;
    const locator = this.locator(node, id);
    return { id, locator, position: { x, y }, viewportPoint, byCoordinates, isPlainBox, isTouched };
  }

  /** As `findClickPoint`, for a mouse that only moves there. */
  async findHoverPoint(node: PageNode): Promise<Pick<PointerTarget, 'viewportPoint' | 'isTouched'>> {
    this.#assertShownWithoutHover(node);
    return this.#findPoint(node);
  }

  /** From its own document outwards: each frame around it may be covered in turn, or out of view. */
  protected async checkClickPoint(node: PageNode, attempt = 0, direct = false): Promise<ActionabilityCheck> {
    const check = await this.#check(node, this.callPageScript(node, 'findClickPoint', node.id));
    if (direct) check.byCoordinates = true;
    let { viewportPoint } = check;
    for (let { owner } = node.document; owner && check.state === 'ready'; { owner } = owner.document) {
      const frameCheck = await this.#check(
        owner,
        this.callPageScript(owner, 'hitTestThroughFrames', owner.id, viewportPoint),
      );
      viewportPoint = frameCheck.viewportPoint;
      if (frameCheck.byCoordinates) check.byCoordinates = true;
      if (frameCheck.state === 'ready') continue;
      // Playwright itself scrolls to what is out of view.
      if (frameCheck.state === 'outside' && !check.byCoordinates) return check;
      if (attempt < MAX_ALIGNMENTS) await this.callPageScript(node, 'scrollIntoView', node.id, attempt);
      return frameCheck;
    }
    return { ...check, viewportPoint };
  }

  protected async isClear(node: PageNode): Promise<boolean> {
    return (await this.checkClickPoint(node)).state === 'ready';
  }

  /** Throws `HoverRequest`, as long as nothing was done. */
  #assertShownWithoutHover(node: PageNode): void {
    const { visibility, hoverBoxOf } = this.options;
    if (this.hasSentInput || visibility.page.nodes[node.index] !== node) return;
    const box = hoverBoxOf?.(node);
    if (box) throw new HoverRequest(box, node);
  }

  async #findStablePoint(node: PageNode): Promise<ActionabilityCheck> {
    for (;;) {
      const check = await this.#findPoint(node);
      // Preferably by Playwright, which checks at the last moment that nothing has come between.
      if (check.byCoordinates || check.isPlainBox) return check;
      if (!(await this.#isMislocatedByPlaywright(node, check))) return check;
      const recheck = await this.#waitUntilActionable(node, (attempt) =>
        this.checkClickPoint(node, attempt, true),
      );
      if (distance(recheck.viewportPoint, check.viewportPoint) < 1) return recheck;
      if (performance.now() >= this.deadline) throw new ActionabilityError('moving', node);
    }
  }

  /** A tooltip or menu that covers it may show only as long as the mouse is elsewhere: it goes to the element, as a person's does. */
  #findPoint(node: PageNode): Promise<ActionabilityCheck> {
    let hasMoved = false;
    return this.#waitUntilActionable(node, async (attempt) => {
      const check = await this.checkClickPoint(node, attempt);
      if (check.state === 'covered' && !hasMoved && !node.document.owner) {
        hasMoved = true;
        await this.page.mouse.move(check.viewportPoint.x, check.viewportPoint.y);
      }
      return check;
    });
  }

  /** Polls until it is ready, the time is over, or nothing happens that could make it so. */
  async #waitUntilActionable<T extends Actionability>(
    node: PageNode,
    checkOnce: (attempt: number) => Promise<T>,
  ): Promise<T> {
    let lastChangeAt = performance.now();
    let attempt = 0;
    let check: T | undefined;
    const isNotReady = async (): Promise<boolean> => {
      throwIfAborted(this.options.signal);
      check = await checkOnce(attempt++);
      if (check.state === 'ready') return false;
      const now = performance.now();
      const failure = new ActionabilityError(check.state, node, check.coveredBy);
      if (check.state === 'detached' || now >= this.deadline) throw failure;
      if (await this.#hasActivity(check)) lastChangeAt = now;
      if (this.options.failFast && now - lastChangeAt >= IDLE_LIMIT_MS) throw failure;
      return true;
    };
    while (await this.staysTrue(isNotReady));
    if (attempt > 1) await this.#assertSame(node);
    return check as T;
  }

  /** What was waited for may have become something else: a dialog, or a row, that was drawn with the elements of another. */
  async #assertSame(node: PageNode): Promise<void> {
    const { assertSame } = this.options;
    if (!assertSame || this.hasSentInput) return;
    await this.recapture();
    assertSame(node);
  }

  /** Whether anything happened since the last capture, or is going to, that may make the element ready. */
  async #hasActivity({ mayChange, coveredBy }: Actionability): Promise<boolean> {
    const previous = this.visibility;
    const changed = (await this.recapture()) !== previous;
    return changed || mayChange === true || this.options.isBusy?.() === true || isLiveMessage(coveredBy);
  }

  /**
   * True where Playwright takes an element to be elsewhere than it is: it leaves out the border and the scale of frames
   * of another process, and does not know where the columns of a text are.
   */
  async #isMislocatedByPlaywright(
    node: PageNode,
    { id, boxOffset, viewportPoint }: ActionabilityCheck,
  ): Promise<boolean> {
    const reading = asInternal(this.page, () => this.locator(node, id).boundingBox(this.limits));
    const box = await reading.catch(() => null);
    return box === null || distance({ x: box.x + boxOffset.x, y: box.y + boxOffset.y }, viewportPoint) > 1;
  }

  async #check(node: PageNode, querying: Promise<PointerTarget>): Promise<ActionabilityCheck> {
    const response = await querying;
    const coveredBy = response.coveredBy
      ?.map((id) => this.nodeById(node, id))
      .find((one) => one !== undefined);
    return { ...response, coveredBy };
  }
}

type Point = ClickPoint['viewportPoint'];

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A status message or alert, such as a toast, goes away without being closed. */
const isLiveMessage = (coveredBy: PageNode | undefined): boolean =>
  coveredBy?.closest(({ role }) => role === 'status' || role === 'alert') !== undefined;
