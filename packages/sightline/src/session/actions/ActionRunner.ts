import { ActionContext, type ActionContextOptions } from '../../actions/ActionContext.ts';
import type { ActionEffect } from '../../actions/ActionEffect.ts';
import { HoverRequest, type HoverStage } from '../../actions/HoverRequest.ts';
import { SettleObserver } from '../../actions/settle/SettleObserver.ts';
import { toBrowserError } from '../../browser/browserError.ts';
import { untilCrash } from '../../browser/untilCrash.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import type { ChangeReportOptions } from '../../render/changes/renderChangeReport.ts';
import type { SettleSummary } from '../../render/changes/settleSections.ts';
import { escapeInline, stripInvisible } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { TargetTest } from '../../search/targets/findNamedElements.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { type AbortOptions, throwIfAborted, untilAborted } from '../../snapshot/untilAborted.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { CapturedPage } from '../captured/CapturedPage.ts';
import { type FindTargetOptions, toNumberOrWords } from '../refs/TargetFinder.ts';
import type { ResolvedTarget, Target } from '../refs/TargetResolver.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import { ActionDeadline } from './ActionDeadline.ts';
import { ActionFailures, markAfterInput } from './ActionFailures.ts';
import type { ActionOptions, ElementAction, MakePlan, PlanOptions } from './ActionPlan.ts';
import {
  type ActionResult,
  buildActionResult,
  buildSilentResult,
  hasDoneNothing,
  renderSince,
  withChanges,
} from './ActionResult.ts';
import { awaitLateChange } from './awaitLateChange.ts';
import { hasReacted } from './hasReacted.ts';
import { hoverOver, withoutHoverHint } from './hoverOver.ts';
import { dragSizeChange } from './MousePress.ts';
import { OpenDialogs } from './OpenDialogs.ts';
import { verifyDrag } from './verifyDrag.ts';

interface PerformedPlan {
  /** The page right before it was acted on. */
  before: RenderContext;
  resolved: ResolvedTarget[];
  effect: ActionEffect;
  settleObserver: SettleObserver;
}

/** For a box to be hovered over. */
const HOVER_TIMEOUT_MS = 1_000;

/** How `changesSince` reports what differs. */
export interface ChangesSinceOptions
  extends Pick<ChangeReportOptions, 'maxTokens' | 'unprintedTokens' | 'slackTokens' | 'entered' | 'quiet'> {
  /** What is shown beside it, and is not repeated. */
  printed?: string | undefined;
  /** `printed` holds a look at the whole page as it is now. */
  isWholePage?: boolean;
}

/** For the element. A capture may take as long, however short the time is: a frame left out would seem gone. */
const DEFAULT_TIMEOUT_MS = 5_000;

const DEFAULT_SETTLE_MS = 3_000;

/** Resolves the elements, acts, waits for the page to settle, and reports what changed. */
export class ActionRunner {
  readonly #session: SessionContext;
  readonly #openDialogs: OpenDialogs;
  readonly #failures: ActionFailures;

  constructor(session: SessionContext) {
    this.#session = session;
    this.#openDialogs = new OpenDialogs((before) => session.withoutGiven(before));
    this.#failures = new ActionFailures(session, () => this.#captureContext());
  }

  async run<const Targets extends readonly Target[]>(
    targets: Targets,
    action: ElementAction<Targets>,
    options: ActionOptions,
    { suits, asPlace }: Pick<FindTargetOptions, 'suits' | 'asPlace'> = {},
  ): Promise<ActionResult> {
    const act = action as (actionContext: ActionContext, ...nodes: PageNode[]) => Promise<ActionEffect>;
    const plan: MakePlan = async (before, _, hover) => {
      const resolved = await this.#resolveAll(targets, before, { suits, asPlace, hover });
      return { resolved, act: (actionContext) => act(actionContext, ...resolved.map(({ node }) => node)) };
    };
    for (const target of targets.map(toNumberOrWords))
      if (typeof target === 'number') this.#session.targets.entryOf(target);
    return this.runPlan(plan, options);
  }

  /** Does what a plan made of the page as it is now says. */
  runPlan(plan: MakePlan, options: PlanOptions): Promise<ActionResult> {
    const { signal } = options;
    return this.#session.gate
      .run(() => this.#runInTime(plan, options), signal)
      .catch((error) => {
        throwIfAborted(signal);
        return this.#session.source.explainFailure(Promise.reject(this.#toSightlineError(error)));
      });
  }

  /** The page as it is now, for `changesSince`. */
  mark({ signal }: AbortOptions = {}): Promise<RenderContext> {
    this.#session.targets.forgetScriptChanges();
    this.#openDialogs.begin();
    return untilAborted(() => this.#captureContext(), signal);
  }

  /** What differs on the page from how it was; `settle`: what the actions since then saw while it settled. */
  async changesSince(
    before: RenderContext,
    settle: SettleSummary,
    { maxTokens, printed, isWholePage, signal, ...options }: ChangesSinceOptions & AbortOptions,
  ): Promise<SessionResult> {
    const after = await untilAborted(() => this.#captureContext(undefined, before.pageState), signal);
    const diff = this.#session.diff(before.pageState, after.pageState);
    this.#session.targets.forgetScriptChanges();
    this.#session.targets.keepNumbers(diff.replaced, { before: before.pageState, after: after.pageState });
    const numberOf = (node: PageNode): number | undefined => this.#session.refs.entryOf(node)?.ref;
    const { text, data, isComplete } = renderSince(after, diff, settle, this.#openDialogs.originOf(diff), {
      ...options,
      maxTokens: maxTokens || undefined,
      printed: printed ? { text: printed, isWholePage, numberOf } : undefined,
    });
    if (isComplete) this.#session.targets.recordChange({ before: before.pageState, after: after.pageState });
    return { text, data };
  }

  /** Reads something of an element without acting on it. */
  read<T>(
    target: Target,
    query: (actionContext: ActionContext, node: PageNode) => Promise<T>,
    options: ActionOptions,
  ): Promise<T> {
    return untilAborted(() => this.#read(target, query, options), options.signal);
  }

  async #read<T>(
    target: Target,
    query: (actionContext: ActionContext, node: PageNode) => Promise<T>,
    { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ActionOptions,
  ): Promise<T> {
    const context = await this.#captureContext(timeoutMs);
    const { node } = await this.#session.finder.resolve(target, context);
    const { visibility } = context.pageState;
    const capture = async () => visibility;
    const actionContext = await this.#createActionContext(context, { capture, timeoutMs, signal });
    try {
      return await query(actionContext, node);
    } catch (error) {
      throw await this.#failures.explain(error, context);
    }
  }

  /** The number of the element that a target names, for a later action. */
  numberOf(target: Target, suits?: TargetTest, { signal }: AbortOptions = {}): Promise<number> {
    const find = async (): Promise<number> => {
      const context = await this.#captureContext();
      return (await this.#session.finder.resolve(target, context, { suits })).match.number;
    };
    return untilAborted(find, signal);
  }

  /** Whether a person could see the element, and if not, why. */
  visibility(target: Target, { signal }: AbortOptions = {}): Promise<SessionResult> {
    return untilAborted(() => this.#visibility(target), signal);
  }

  async #visibility(target: Target): Promise<SessionResult> {
    const context = await this.#captureContext();
    const { node } = await this.#session.finder.resolve(target, context, { toRead: true });
    const { decisions, viewportPositions } = context.pageState.visibility;
    const decision = decisions[node.index];
    const isVisible = decision?.kind !== 'remove';
    const place = viewportPositions[node.index] ?? 'viewport';
    const description = isVisible
      ? `visible (${place})`
      : `not visible: ${escapeInline(decisionText(decision))}`;
    return {
      text: `${elementLabel(node, context)} is ${description}`,
      data: {
        visible: isVisible,
        ready: isVisible && !node.disabled,
        ...(isVisible ? { place } : { why: stripInvisible(decisionText(decision)) }),
      },
    };
  }

  /** A page that does not answer keeps no action waiting for longer than it was given. */
  #runInTime(makePlan: MakePlan, options: PlanOptions): Promise<ActionResult> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, settleMs = DEFAULT_SETTLE_MS, signal } = options;
    const deadline = new ActionDeadline();
    deadline.extend(timeoutMs + settleMs);
    return deadline.race((timeUp) => {
      const signals = signal ? [signal, timeUp] : [timeUp];
      const renewed = () => deadline.extend(timeoutMs);
      return this.#runPlan(makePlan, { ...options, signal: AbortSignal.any(signals) }, renewed);
    });
  }

  /** `onRenew` is called when another element gets its time. */
  async #runPlan(makePlan: MakePlan, options: PlanOptions, onRenew: () => void): Promise<ActionResult> {
    const { settleMs, maxTokens, quiet, silent } = options;
    const session = this.#session;
    const perform = () => this.#perform(makePlan, options, onRenew);
    const { before, resolved, effect, settleObserver } = await untilCrash(session.page, perform);
    // A script reports what it had done, also where it is stopped.
    const waitSignal = silent ? undefined : options.signal;
    const captureAfter = () => this.#captureContext(undefined, before.pageState).catch(() => undefined);
    const { length: nodeCount } = before.pageState.visibility.page.nodes;
    const settling = { typed: effect.typed, timeoutMs: settleMs, nodeCount };
    const settle = () => settleObserver.settleAndRead(captureAfter, settling);
    const { settled, result: read } = await untilAborted(settle, waitSignal);
    const events = await session.takeEvents();
    const isIdle = (seen: PageDiff): boolean =>
      !silent && effect.isClick === true && hasDoneNothing({ effect, before, diff: seen, settled, events });
    const compare = (page: RenderContext): PageDiff => session.diff(before.pageState, page.pageState);
    let after = read;
    let diff = after && compare(after);
    if (diff && isIdle(diff)) {
      after = await untilAborted(
        () => awaitLateChange(captureAfter, (page) => isIdle(compare(page))),
        waitSignal,
      );
      diff = after && compare(after);
    }
    const change = after && { before: before.pageState, after: after.pageState };
    session.targets.recordEntered(effect.entered ?? []);
    if (change) for (const { node } of resolved) session.targets.updateSuccessors(node, change);
    if (diff && change) session.targets.keepNumbers(diff.replaced, change, effect.node);
    if (diff && after && effect.pressed) {
      const size = diff.otherPage ? '' : dragSizeChange(effect, before, after);
      const note = size || verifyDrag(effect, { diff, before: before.pageState, after });
      if (note !== '') {
        effect.notes.push(note);
        effect.isChangeNoted = true;
      }
    }
    const dialogOrigin = diff && change && this.#openDialogs.update(diff, change, effect.node);
    const targetMatches = resolved.map(({ match }) => match);
    const finished = { effect, targets: targetMatches, before, after, diff, dialogOrigin, settled, events };
    if (diff && effect.node && effect.unconfirmed) {
      const { failure, note } = effect.unconfirmed;
      const reacted = hasReacted({ diff, settled, events }, effect.node);
      if (!reacted || note === undefined) {
        const reported = reacted ? withChanges(failure, finished) : failure;
        throw markAfterInput(await this.#failures.explain(reported, before, effect.node));
      }
      effect.notes.push(note);
    }
    if (silent) {
      if (change) session.targets.recordChange(change, { ofScript: true });
      return buildSilentResult(finished);
    }
    const { result, isComplete } = buildActionResult(finished, { maxTokens, quiet });
    if (change && isComplete) session.targets.recordChange(change);
    return result;
  }

  /** Tries again with the mouse over a box, where what is to be acted on shows only then. */
  async #perform(makePlan: MakePlan, options: PlanOptions, onRenew: () => void): Promise<PerformedPlan> {
    try {
      return await this.#performNow(makePlan, 'allowed', options, onRenew);
    } catch (error) {
      if (!(error instanceof HoverRequest)) throw error;
      onRenew();
      const place = await this.#hoverOver(error, options.signal);
      const performed = await this.#performNow(makePlan, 'done', options, onRenew).catch((again) => {
        throw place ? withoutHoverHint(again, place) : again;
      });
      if (place) performed.effect.notes.unshift(`shown by hovering over ${place}`);
      return performed;
    }
  }

  async #performNow(
    makePlan: MakePlan,
    hover: HoverStage,
    { timeoutMs: requestedMs, signal }: PlanOptions,
    onRenew: () => void,
  ): Promise<PerformedPlan> {
    const timeoutMs = requestedMs ?? DEFAULT_TIMEOUT_MS;
    const session = this.#session;
    const { page, context: before } = await untilAborted(() => this.#capture(timeoutMs), signal);
    const { resolved, act } = await untilAborted(() => makePlan(before, page, hover), signal);
    const settleObserver = await SettleObserver.start(session.page, await session.connection());
    const contexts: ActionContext[] = [];
    let now = before;
    const renew = async (options: Partial<ActionContextOptions> = {}): Promise<ActionContext> => {
      const actionContext = await this.#createActionContext(before, {
        capture: async () => {
          now = await this.#captureContext(timeoutMs);
          return now.pageState.visibility;
        },
        assertSame: (node) => {
          if (resolved.some((one) => one.byReference && one.node === node))
            session.targets.assertSame(node, before, now);
        },
        timeoutMs,
        failFast: requestedMs === undefined,
        isBusy: () => settleObserver.isBusy,
        signal,
        ...options,
      });
      contexts.push(actionContext);
      return actionContext;
    };
    const renewForNext = (): Promise<ActionContext> => {
      onRenew();
      return renew();
    };
    const hoverBoxOf = (node: PageNode): PageNode | undefined =>
      isRemoved(before.pageState.visibility, node)
        ? before.pageState.revealPaths.findHoverBox(node)
        : undefined;
    try {
      throwIfAborted(signal);
      session.seen = { at: Date.now(), what: 'the last action' };
      const actionContext = await renew(hover === 'allowed' ? { hoverBoxOf } : {});
      return { before, resolved, effect: await act(actionContext, renewForNext), settleObserver };
    } catch (error) {
      settleObserver.dispose();
      if (error instanceof HoverRequest) throw error;
      const failure = await this.#failures.explain(error, before, resolved[0]?.node);
      throw contexts.some((one) => one.hasSentInput) ? markAfterInput(failure) : failure;
    }
  }

  /** Moves the mouse over a box, and waits until what is to show does. Says what it is over; undefined where it cannot be. */
  async #hoverOver(request: HoverRequest, signal?: AbortSignal): Promise<string | undefined> {
    const { context } = await this.#capture();
    const actionContext = await this.#createActionContext(context, {
      capture: async () => (await this.#captureContext()).pageState.visibility,
      timeoutMs: HOVER_TIMEOUT_MS,
      failFast: true,
      signal,
    });
    const { page } = this.#session;
    const settleObserver = await SettleObserver.start(page, await this.#session.connection());
    try {
      return await hoverOver(request, actionContext, context, settleObserver);
    } finally {
      settleObserver.dispose();
    }
  }

  /** One after another: each may ask the live page. */
  async #resolveAll(
    targets: readonly Target[],
    context: RenderContext,
    findOptions?: FindTargetOptions,
  ): Promise<ResolvedTarget[]> {
    const resolved: ResolvedTarget[] = [];
    for (const target of targets)
      resolved.push(
        await this.#session.finder.resolve(target, context, { ...findOptions, dragged: resolved[0]?.node }),
      );
    return resolved;
  }

  async #createActionContext(
    { pageState }: RenderContext,
    options: Omit<ActionContextOptions, 'page' | 'connection' | 'visibility'>,
  ): Promise<ActionContext> {
    const { page } = this.#session;
    const connection = await this.#session.connection();
    return new ActionContext({ page, connection, visibility: pageState.visibility, ...options });
  }

  /** The page as it is now. `before`: as it was before the action whose result is shown. */
  async #captureContext(timeoutMs?: number, before?: PageState): Promise<RenderContext> {
    return (await this.#capture(timeoutMs, before)).context;
  }

  async #capture(
    timeoutMs?: number,
    before?: PageState,
  ): Promise<{ page: CapturedPage; context: RenderContext }> {
    // A short time for the element is not one for the page.
    const page = await this.#session.capture(timeoutMs && Math.max(timeoutMs, DEFAULT_TIMEOUT_MS));
    const context = page.renderContext();
    const refOf = this.#session.refs.createChangeRefAssigner(context.pageState, before);
    return { page, context: { ...context, refOf } };
  }

  /** Errors of Playwright about a tab or browser that went away in the middle of an action. */
  #toSightlineError(error: unknown): unknown {
    if (error instanceof SightlineError) return error;
    try {
      return toBrowserError(error, this.#session.page);
    } catch (closed) {
      return closed;
    }
  }
}
