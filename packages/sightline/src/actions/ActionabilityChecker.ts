import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { PageConnection } from '../browser/PageConnection.ts';
import type { PointerTarget } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import type { Visibility } from '../visibility/Visibility.ts';
import { ActionabilityError, type ActionabilityFailure } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';

export interface ActionContextOptions {
  page: Page;
  connection: PageConnection;
  /** The page as it was just captured. */
  visibility: Visibility;
  capture: () => Promise<Visibility>;
  /** For all that one action does. */
  timeoutMs: number;
  /** Gives up sooner where nothing is under way that could make it possible. Default false. */
  failFast?: boolean;
  /** Whether requests are open, or a document is on its way. */
  isBusy?: () => boolean;
  signal?: AbortSignal | undefined;
}

/** Milliseconds between two looks at what cannot be acted on yet. */
const POLL_INTERVAL_MS = 40;
/**
 * Milliseconds without any sign of life after which what cannot be acted on stays so: nothing changed, loads, is
 * animated or requested. What a timer alone would bring later is missed by that; a caller who expects such says how
 * long to wait.
 */
const IDLE_LIMIT_MS = 1_000;

/** Whether an element can be acted on, and what is in the way. */
interface Actionability {
  state: 'ready' | ActionabilityFailure;
  coveredBy?: PageNode | undefined;
  /** Something moves that may bring it about. */
  mayChange?: boolean;
}

/** An element as it was found. */
type ActionabilityCheck = Omit<PointerTarget, 'coveredBy'> & Actionability;

/** Finds where a pointer reaches an element, and waits until it does. */
export class ActionabilityChecker {
  readonly #context: ActionContext;
  readonly #options: ActionContextOptions;
  readonly #deadline: number;

  /** `end`: when the time is over. */
  constructor(context: ActionContext, options: ActionContextOptions, deadline: number) {
    this.#context = context;
    this.#options = options;
    this.#deadline = deadline;
  }

  async waitUntilReady(node: PageNode): Promise<void> {
    await this.#waitUntilActionable(node, () =>
      this.#check(node, this.#context.callPageScript(node, 'readiness', node.id)),
    );
  }

  /** A field may be locked while the page is busy. */
  async waitUntilEditable(node: PageNode): Promise<void> {
    await this.#waitUntilActionable(node, async () => {
      const { editable } = await this.#context.readField(node);
      return { state: editable === 'readonly' ? 'not editable' : 'ready' };
    });
  }

  /** The point at which a click reaches it. */
  async findClickPoint(node: PageNode): Promise<ActionabilityCheck> {
    for (;;) {
      const check = await this.#waitUntilActionable(node, (attempt) => this.checkClickPoint(node, attempt));
      // By Playwright, which sees to it that nothing comes between at the last moment, wherever it knows the place.
      if (check.byCoordinates || !(await this.#isMislocatedByPlaywright(node, check))) return check;
      const recheck = await this.#waitUntilActionable(node, (attempt) =>
        this.checkClickPoint(node, attempt, true),
      );
      if (
        Math.hypot(
          recheck.viewportPoint.x - check.viewportPoint.x,
          recheck.viewportPoint.y - check.viewportPoint.y,
        ) < 1
      )
        return recheck;
      if (performance.now() >= this.#deadline) throw new ActionabilityError('moving', node);
    }
  }

  /** Looks again and again until it is ready, the time is over, or nothing is left that could make it so. */
  async #waitUntilActionable<T extends Actionability>(
    node: PageNode,
    checkOnce: (attempt: number) => Promise<T>,
  ): Promise<T> {
    let lastChangeAt = performance.now();
    for (let attempt = 0; ; attempt++) {
      this.#options.signal?.throwIfAborted();
      const check = await checkOnce(attempt);
      if (check.state === 'ready') return check;
      const now = performance.now();
      if (check.state === 'detached' || now >= this.#deadline)
        throw new ActionabilityError(check.state, node, check.coveredBy);
      const previous = this.#context.visibility;
      if (
        (await this.#context.recapture()) !== previous ||
        check.mayChange ||
        this.#options.isBusy?.() ||
        isLiveMessage(check.coveredBy)
      )
        lastChangeAt = now;
      if (this.#options.failFast && now - lastChangeAt >= IDLE_LIMIT_MS)
        throw new ActionabilityError(check.state, node, check.coveredBy);
      await setTimeout(POLL_INTERVAL_MS);
    }
  }

  /** From its own document outwards: each frame around it may be covered in turn, or out of view. */
  async checkClickPoint(node: PageNode, attempt = 0, direct = false): Promise<ActionabilityCheck> {
    const check = await this.#check(node, this.#context.callPageScript(node, 'findClickPoint', node.id));
    if (direct) check.byCoordinates = true;
    let { viewportPoint } = check;
    for (let { owner } = node.document; owner && check.state === 'ready'; { owner } = owner.document) {
      const frameCheck = await this.#check(
        owner,
        this.#context.callPageScript(owner, 'hitTestThroughFrames', owner.id, viewportPoint),
      );
      viewportPoint = frameCheck.viewportPoint;
      if (frameCheck.state === 'ready') continue;
      // Playwright scrolls to what is out of view by itself.
      if (frameCheck.state === 'outside' && !check.byCoordinates) return check;
      if (attempt < MAX_ALIGNMENTS)
        await this.#context.callPageScript(node, 'scrollIntoView', node.id, attempt);
      return frameCheck;
    }
    return { ...check, viewportPoint };
  }

  /**
   * True where Playwright takes an element to lie elsewhere than it does: it leaves out the border and the scale of
   * frames of another process, and does not know where the columns of a text are.
   */
  async #isMislocatedByPlaywright(
    node: PageNode,
    { id, boxOffset, viewportPoint }: ActionabilityCheck,
  ): Promise<boolean> {
    const box = await this.#context
      .locator(node, id)
      .boundingBox({ timeout: this.#context.timeLeftMs })
      .catch(() => null);
    return (
      box === null ||
      Math.hypot(box.x + boxOffset.x - viewportPoint.x, box.y + boxOffset.y - viewportPoint.y) > 1
    );
  }

  async #check(node: PageNode, querying: Promise<PointerTarget>): Promise<ActionabilityCheck> {
    const response = await querying;
    const coveredBy = response.coveredBy
      ?.map((id) => this.#context.nodeById(node, id))
      .find((one) => one !== undefined);
    return { ...response, coveredBy };
  }
}

/** Ways to scroll to it that are tried in turn. */
const MAX_ALIGNMENTS = 3;

/** What says something by itself goes away by itself: a toast. */
const isLiveMessage = (coveredBy: PageNode | undefined): boolean =>
  coveredBy?.closest(({ role }) => role === 'status' || role === 'alert') !== undefined;
