import { ActionabilityError, explainActionabilityError } from '../../actions/ActionabilityError.ts';
import { ActionContext, type ActionContextOptions } from '../../actions/ActionContext.ts';
import type { ActionEffect } from '../../actions/ActionEffect.ts';
import { navigatedMeanwhileError } from '../../actions/ElementAccess.ts';
import { SettleObserver } from '../../actions/settle/SettleObserver.ts';
import { toBrowserError } from '../../browser/browserError.ts';
import { diffPages } from '../../diff/diffPages.ts';
import { renderChangeReport } from '../../render/changes/renderChangeReport.ts';
import type { SettleSummary } from '../../render/changes/settleSections.ts';
import { escapeInline, stripInvisible } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { TargetTest } from '../../search/targets/findNamedElements.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { CapturedPage } from '../captured/CapturedPage.ts';
import { type FindTargetOptions, toNumberOrWords } from '../refs/TargetFinder.ts';
import type { ResolvedTarget, Target } from '../refs/TargetResolver.ts';
import { SerialQueue } from '../SerialQueue.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import { type ActionResult, buildActionResult, buildSilentResult } from './ActionResult.ts';
import { OpenDialogs } from './OpenDialogs.ts';
import { verifyDrag } from './verifyDrag.ts';

/** What every action takes. */
export interface ActionOptions {
  /** Milliseconds that the element may take to become ready; default 5,000, less where nothing on the page moves. */
  timeoutMs?: number;
  /** Milliseconds that the page may take to settle afterwards; default 3,000. */
  settleMs?: number;
  /** Upper bound for the report of what changed, in o200k tokens. Default 400. */
  maxTokens?: number;
  /** Of another page tell only what it is, without a first look. Default false. */
  quiet?: boolean;
  signal?: AbortSignal;
}

/** `silent`: the result says what was done, and nothing of what changed; its data has the `SettleSummary`. */
export interface PlanOptions extends ActionOptions {
  silent?: boolean;
}

/** Makes a plan from the page as it is now. */
export type MakePlan = (before: RenderContext, page: CapturedPage) => Promise<ActionPlan>;

/** Acts on the elements of the given targets: a node for each. */
export type ElementAction<Targets extends readonly Target[]> = (
  actionContext: ActionContext,
  ...nodes: { [Position in keyof Targets]: PageNode }
) => Promise<ActionEffect>;

/** The elements of an action, and what is done with them; `renew`: another element gets as long as the first. */
export interface ActionPlan {
  resolved: ResolvedTarget[];
  act(actionContext: ActionContext, renew: () => Promise<ActionContext>): Promise<ActionEffect>;
}

/** For the element. A capture may take as long, however short the time is: a frame left out would seem gone. */
const DEFAULT_TIMEOUT_MS = 5_000;

/** Errors of actions about the element that they were given. */
const REFUSALS: ReadonlySet<string> = new Set(['not_accepted', 'not_editable', 'invalid_argument']);

function namedError(
  { code, message, hint, retryable, cause }: SightlineError,
  label: string,
): SightlineError {
  return new SightlineError(code, `${label}: ${message}`, { hint, retryable, cause });
}

/** Resolves the elements, acts, waits for the page to settle, and reports what changed. */
export class ActionRunner {
  readonly #session: SessionContext;
  /** One action at a time: the changes of two at once could not be told apart. */
  readonly #queue = new SerialQueue();
  readonly #openDialogs = new OpenDialogs();

  constructor(session: SessionContext) {
    this.#session = session;
  }

  async run<const Targets extends readonly Target[]>(
    targets: Targets,
    action: ElementAction<Targets>,
    options: ActionOptions = {},
    suits?: TargetTest,
  ): Promise<ActionResult> {
    const act = action as (actionContext: ActionContext, ...nodes: PageNode[]) => Promise<ActionEffect>;
    const plan = async (before: RenderContext): Promise<ActionPlan> => {
      const resolved = await this.#resolveAll(targets, before, { suits });
      return { resolved, act: (actionContext) => act(actionContext, ...resolved.map(({ node }) => node)) };
    };
    for (const target of targets.map(toNumberOrWords))
      if (typeof target === 'number') this.#session.targets.entryOf(target);
    return this.runPlan(plan, options);
  }

  /** Does what a plan made of the page as it is now says. */
  runPlan(plan: MakePlan, options: PlanOptions = {}): Promise<ActionResult> {
    return this.#queue
      .run(() => this.#runPlan(plan, options))
      .catch((error) => {
        throw options.signal?.aborted ? error : this.#toSightlineError(error);
      });
  }

  /** The page as it is now, for `changesSince`. */
  mark(): Promise<RenderContext> {
    return this.#captureContext();
  }

  /** What differs on the page from how it was; `settle`: what the actions since then saw while it settled. */
  async changesSince(
    before: RenderContext,
    settle: SettleSummary,
    { maxTokens, printed }: { maxTokens?: number | undefined; printed?: string | undefined },
  ): Promise<SessionResult> {
    const after = await this.#captureContext(undefined, before.pageState);
    const diff = diffPages(before.pageState, after.pageState);
    const { text, data, isComplete } = renderChangeReport(after, diff, settle, {
      ...(maxTokens && { maxTokens }),
      ...(printed && { printed }),
    });
    if (isComplete) this.#session.targets.recordChange({ before: before.pageState, after: after.pageState });
    return { text, data };
  }

  /** Reads something of an element without acting on it. */
  async read<T>(
    target: Target,
    query: (actionContext: ActionContext, node: PageNode) => Promise<T>,
    { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ActionOptions = {},
  ): Promise<T> {
    const context = await this.#captureContext(timeoutMs);
    const { node } = await this.#session.finder.resolve(target, context);
    const { visibility } = context.pageState;
    const capture = async () => visibility;
    const actionContext = await this.#createActionContext(context, { capture, timeoutMs, signal });
    try {
      return await query(actionContext, node);
    } catch (error) {
      throw await this.#explainError(error, context);
    }
  }

  /** The number of the element that a target names, for a later action. */
  async numberOf(target: Target, suits?: TargetTest): Promise<number> {
    const context = await this.#captureContext();
    return (await this.#session.finder.resolve(target, context, { suits })).match.number;
  }

  /** Whether a person could see the element, and if not, why. */
  async visibility(target: Target): Promise<SessionResult> {
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

  async #runPlan(
    makePlan: MakePlan,
    { timeoutMs: requestedMs, signal, settleMs, maxTokens, quiet, silent }: PlanOptions,
  ): Promise<ActionResult> {
    signal?.throwIfAborted();
    const timeoutMs = requestedMs ?? DEFAULT_TIMEOUT_MS;
    const session = this.#session;
    const { page, context: before } = await this.#capture(timeoutMs);
    const { resolved, act } = await makePlan(before, page);
    const settleObserver = await SettleObserver.start(session.page, await session.connection());
    const startContext = (): Promise<ActionContext> =>
      this.#createActionContext(before, {
        capture: async () => (await this.#captureContext(timeoutMs)).pageState.visibility,
        timeoutMs,
        failFast: requestedMs === undefined,
        isBusy: () => settleObserver.isBusy,
        signal,
      });
    let effect: ActionEffect;
    try {
      effect = await act(await startContext(), startContext);
    } catch (error) {
      settleObserver.dispose();
      throw await this.#explainError(error, before, resolved[0]?.node);
    }
    const settled = await settleObserver.settle({ typed: effect.typed, timeoutMs: settleMs });
    const events = await session.takeEvents();
    const after = await this.#captureContext(undefined, before.pageState).catch(() => undefined);
    const change = after && { before: before.pageState, after: after.pageState };
    if (change) for (const { node } of resolved) session.targets.updateSuccessors(node, change);
    const diff = change && diffPages(change.before, change.after);
    if (diff) session.targets.keepNumbers(diff.replaced, change, effect.node);
    if (diff && effect.dropTarget) {
      const note = verifyDrag(effect, { diff, before: change.before, after });
      if (note !== '') effect.notes.push(note);
    }
    const dialogOrigin = diff && this.#openDialogs.update(diff, change, effect.node);
    const targetMatches = resolved.map(({ match }) => match);
    const finished = { effect, targets: targetMatches, before, after, diff, dialogOrigin, settled, events };
    if (silent) return buildSilentResult(finished);
    const { result, isComplete } = buildActionResult(finished, { maxTokens, quiet });
    if (change && isComplete) session.targets.recordChange(change);
    return result;
  }

  /** One after another: each may ask the live page. */
  async #resolveAll(
    targets: readonly Target[],
    context: RenderContext,
    findOptions?: FindTargetOptions,
  ): Promise<ResolvedTarget[]> {
    const resolved: ResolvedTarget[] = [];
    for (const target of targets)
      resolved.push(await this.#session.finder.resolve(target, context, findOptions));
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

  /** `node`: the element that was acted on, which every refusal names. */
  async #explainError(error: unknown, before: RenderContext, node?: PageNode): Promise<unknown> {
    if (error instanceof ActionabilityError) return this.#explainActionability(error, before);
    if (!(error instanceof SightlineError)) return error;
    if (error.code === 'tab_closed') await this.#session.source.tabs.assertConnected();
    return node && REFUSALS.has(error.code) ? namedError(error, elementLabel(node, before)) : error;
  }

  /** By the page as it is now: what covers an element may have come meanwhile. */
  async #explainActionability(error: ActionabilityError, before: RenderContext): Promise<SightlineError> {
    const { node, reason, cover } = error;
    const now = await this.#captureContext().catch(() => before);
    const { visibility } = now.pageState;
    const nodeNow = (one: PageNode | undefined): PageNode | undefined =>
      one && visibility.page.byIdentity(one.document.key, one.id);
    const currentNode = nodeNow(node);
    const wasLeft = !node.document.owner && !visibility.page.documentOf(node.document.key);
    if (wasLeft) return navigatedMeanwhileError(error);
    if (!currentNode) return explainActionabilityError(new ActionabilityError('detached', node), before);
    const currentReason = reason === 'busy' && isRemoved(visibility, currentNode) ? 'invisible' : reason;
    return explainActionabilityError(new ActionabilityError(currentReason, currentNode, nodeNow(cover)), now);
  }
}
