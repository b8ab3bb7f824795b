import type { Page as PlaywrightPage } from 'playwright-core';
import {
  ActionabilityError,
  explainActionabilityError,
  findBlockingModal,
} from '../../actions/ActionabilityError.ts';
import { ActionContext } from '../../actions/ActionContext.ts';
import type { ActionEffect } from '../../actions/ActionEffect.ts';
import { SettleObserver, type SettleResult } from '../../actions/settle/SettleObserver.ts';
import { toBrowserError } from '../../browser/browserError.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import type { TabEvent } from '../../browser/tabs/TabEvent.ts';
import { type PageStateChange, rematchThroughChanges } from '../../diff/rematchThroughChanges.ts';
import type { RematchResult } from '../../identity/rematch.ts';
import { rematchAfterAction } from '../../identity/rematchAfterAction.ts';
import { escapeInline, quote, stripInvisible } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { resolveStableId } from '../queries/explainTarget.ts';
import type { RefEntry, RefRegistry } from '../refs/RefRegistry.ts';
import { SerialQueue } from '../SerialQueue.ts';
import type { SessionResult } from '../SessionResult.ts';

/** What an element is named by: its number, or its stable id on the page as it is now (`elem-a1b2c3d`, seed 003). */
export type Target = number | string;

/** What every action takes. */
export interface ActionOptions {
  /** Milliseconds that the element may take to become ready; default 5,000, less where the page is entirely still. */
  timeoutMs?: number;
  /** Milliseconds that the page may take to come to rest afterwards; default 3,000. */
  settleMs?: number;
  /** Upper bound for what is told of the change, in o200k tokens. Default 400. */
  maxTokens?: number;
  signal?: AbortSignal;
}

/** How sure it is that the element is the one whose number was given. */
export interface TargetMatch {
  number: number;
  verdict: 'same' | 'rebound';
  /** Of a rebound one: by what it was known again, and on what evidence. */
  by?: string;
  evidence?: string;
}

/** What an action came to. */
export interface ActionRun {
  effect: ActionEffect;
  targets: TargetMatch[];
  before: RenderContext;
  /** Undefined where the page is gone, or does not let itself be read. */
  after: RenderContext | undefined;
  settled: SettleResult;
  events: TabEvent[];
  /** To be called where all of the change was told: who uses a number next has read it. */
  markShown(): void;
}

/** What an actor needs of its session. */
export interface SessionContext {
  readonly page: PlaywrightPage;
  readonly refs: RefRegistry;
  connection(): Promise<PageConnection>;
  /** The page as it is now. */
  captureContext(timeoutMs?: number): Promise<RenderContext>;
  entryOf(ref: number): RefEntry;
  takeEvents(): Promise<TabEvent[]>;
  /** Throws `browser_closed` where that is why a tab went. */
  checkAlive(): Promise<void>;
}

/** Does something with the elements of the one or two numbers that were given. */
export type ElementAction = (
  actionContext: ActionContext,
  node?: PageNode,
  other?: PageNode,
) => Promise<ActionEffect>;

/** Changes that are kept: each holds two states of the page. */
const MAX_SHOWN_CHANGES = 4;

/** Milliseconds for the element; a look may take as long, however short its time is: a frame left out would seem gone. */
const DEFAULT_TIMEOUT_MS = 5_000;

/** Finds the elements, acts, waits for the page to come to rest, and tells what that came to. */
export class ActionRunner {
  readonly #session: SessionContext;
  /** One action at a time: two at once could not tell whose change is whose. */
  readonly #queue = new SerialQueue();
  /** What the results of the last actions told in whole, the oldest first. */
  readonly #shownChanges: (PageStateChange & { shownAt: number })[] = [];

  constructor(session: SessionContext) {
    this.#session = session;
  }

  run(targets: readonly Target[], action: ElementAction, options: ActionOptions = {}): Promise<ActionRun> {
    return this.#queue
      .run(() => this.#run(targets, action, options))
      .catch((error) => {
        throw options.signal?.aborted ? error : this.#toSightlineError(error);
      });
  }

  /** Asks something of the element of a number, without touching it. */
  async read<T>(
    target: Target,
    query: (actionContext: ActionContext, node: PageNode) => Promise<T>,
    { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ActionOptions = {},
  ): Promise<T> {
    const session = this.#session;
    const context = await this.#captureContext(timeoutMs);
    const { node } = this.#findTarget(target, context);
    const { visibility } = context.pageState;
    const contextOptions = {
      page: session.page,
      connection: await session.connection(),
      visibility,
      timeoutMs,
      signal,
    };
    const actionContext = new ActionContext({ ...contextOptions, capture: async () => visibility });
    try {
      return await query(actionContext, node);
    } catch (error) {
      throw await this.#explainError(error, context);
    }
  }

  /** Whether a person could see the element of a number, and if not, why. */
  async visibility(target: Target): Promise<SessionResult> {
    const context = await this.#captureContext();
    const { node } = this.#findTarget(target, context);
    const visibilityDecision = context.pageState.visibility.decisions[node.index];
    const isVisible = visibilityDecision?.kind !== 'remove';
    const position = context.pageState.visibility.viewportPositions[node.index] ?? 'viewport';
    const description = isVisible
      ? `visible (${position})`
      : `not visible: ${escapeInline(decisionText(visibilityDecision))}`;
    return {
      text: `${elementLabel(node, context)} is ${description}`,
      data: {
        visible: isVisible,
        ready: isVisible && !node.disabled,
        ...(isVisible ? { place: position } : { why: stripInvisible(decisionText(visibilityDecision)) }),
      },
    };
  }

  async #run(targets: readonly Target[], action: ElementAction, options: ActionOptions): Promise<ActionRun> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal, settleMs } = options;
    const failFast = options.timeoutMs === undefined;
    const session = this.#session;
    for (const target of targets) if (typeof target === 'number') session.entryOf(target);
    const { page } = session;
    const before = await this.#captureContext(timeoutMs);
    const resolved = targets.map((target) => this.#findTarget(target, before));
    const connection = await session.connection();
    const capture = async () => (await this.#captureContext(timeoutMs)).pageState.visibility;
    const settleObserver = await SettleObserver.start(page, connection);
    const { visibility } = before.pageState;
    const isBusy = (): boolean => settleObserver.isBusy;
    const actionContext = new ActionContext({
      page,
      connection,
      visibility,
      capture,
      timeoutMs,
      failFast,
      isBusy,
      signal,
    });
    let effect: ActionEffect;
    try {
      effect = await action(actionContext, resolved[0]?.node, resolved[1]?.node);
    } catch (error) {
      settleObserver.dispose();
      throw await this.#explainError(error, before);
    }
    const { typed: hasTyped = false } = effect;
    const settled = await settleObserver.settle({
      typed: hasTyped,
      ...(settleMs !== undefined && { timeoutMs: settleMs }),
    });
    const events = await session.takeEvents();
    const after = await this.#captureContext(undefined, before.pageState).catch(() => undefined);
    if (after)
      for (const { node } of resolved) this.#updateSuccessors(node, before.pageState, after.pageState);
    const markShown = (): void => {
      if (after) this.#rememberShown({ before: before.pageState, after: after.pageState });
    };
    return { effect, targets: resolved.map(({ match }) => match), before, after, settled, events, markShown };
  }

  /** Throws `not_shown`, `not_found` for an id that no element has now, and what `#resolve` throws. */
  #findTarget(
    target: Target,
    context: RenderContext,
  ): { entry: RefEntry; node: PageNode; match: TargetMatch } {
    const { refs } = this.#session;
    if (typeof target === 'number') return this.#resolveEntry(this.#session.entryOf(target), context);
    const node = resolveStableId(target, context);
    const ref = refs.createRefAssigner(context.pageState)(node);
    return { entry: this.#session.entryOf(ref), node, match: { number: ref, verdict: 'same' } };
  }

  /**
   * The element that a number means on the page as it is now. Throws `stale` for one of a document that was left or
   * one that stands for something else now, `detached`, `ambiguous`.
   */
  #resolveEntry(
    entry: RefEntry,
    context: RenderContext,
  ): { entry: RefEntry; node: PageNode; match: TargetMatch } {
    const { visibility } = context.pageState;
    const { ref } = entry;
    if (!visibility.page.documents.some(({ key }) => key === entry.document)) throw leftDocumentError(ref);
    const rematched = this.#rematch(entry, context.pageState);
    switch (rematched.kind) {
      case 'same':
        this.#session.refs.recordShown(entry, rematched.node, context.pageState);
        return { entry, node: rematched.node, match: { number: ref, verdict: 'same' } };
      case 'rebound': {
        const { node, method, evidenceText } = rematched;
        this.#session.refs.rebind(entry, node, context.pageState);
        return {
          entry,
          node,
          match: { number: ref, verdict: 'rebound', by: method, evidence: evidenceText },
        };
      }
      case 'replaced': {
        // Nothing of an item behind a dialog shows: what it says cannot be compared.
        const modal = findBlockingModal(rematched.node, context);
        if (modal)
          throw explainActionabilityError(new ActionabilityError('covered', rematched.node, modal), context);
        throw this.#replacedError(entry, rematched, context);
      }
      case 'ambiguous':
        throw this.#ambiguousError(entry, rematched.candidates, context);
      case 'gone':
        throw detachedError(entry);
    }
  }

  #rememberShown(change: PageStateChange): void {
    this.#shownChanges.push({ ...change, shownAt: this.#session.refs.showCount });
    if (this.#shownChanges.length > MAX_SHOWN_CHANGES) this.#shownChanges.shift();
  }

  #rematch(entry: RefEntry, pageState: PageState): RematchResult {
    const { identifiedBy } = entry.lastShown;
    if (identifiedBy && 'pageState' in identifiedBy && identifiedBy.pageState === pageState)
      return { kind: 'same', node: identifiedBy.node };
    const fingerprint = this.#session.refs.fingerprintOf(entry);
    const shownChanges = this.#shownChanges.filter(({ shownAt }) => shownAt > entry.lastShown.shownAt);
    if (fingerprint) return rematchThroughChanges(shownChanges, fingerprint, pageState);
    const nodeHere = pageState.visibility.page.byRef(entry.document, entry.id);
    return nodeHere ? { kind: 'replaced', node: nodeHere, mismatch: 'age' } : { kind: 'gone' };
  }

  /** Telling what it is now makes the number mean that: whoever uses it again has read so. */
  #replacedError(
    entry: RefEntry,
    { node, mismatch: replacedReason }: RematchResult & { kind: 'replaced' },
    context: RenderContext,
  ): SightlineError {
    const { ref } = entry;
    const previousName = nameWhenShown(entry);
    this.#session.refs.recordShown(entry, node, context.pageState);
    const currentName = this.#renderCandidate(node, context);
    const message = {
      name: `[${ref}] was ${previousName} and is now ${currentName}.`,
      item: `[${ref}], ${previousName}, stands among other words now, and may be another item's: it is now ${currentName}.`,
      age: `[${ref}] was told as ${previousName} too long ago to be sure of it: it is now ${currentName}.`,
    }[replacedReason];
    return new SightlineError('stale', message, {
      hint: `Use [${ref}] again if that is what you mean, else look at the page again.`,
      retryable: true,
    });
  }

  #ambiguousError(entry: RefEntry, candidateNodes: PageNode[], context: RenderContext): SightlineError {
    const candidateTexts = candidateNodes
      .slice(0, MAX_CANDIDATES)
      .map((node) => this.#renderCandidate(node, context));
    const moreText =
      candidateNodes.length > MAX_CANDIDATES ? ` and ${candidateNodes.length - MAX_CANDIDATES} more` : '';
    const message = `[${entry.ref}], ${nameWhenShown(entry)}, was replaced, and nothing tells which of these it is now: ${candidateTexts.join(', ')}${moreText}.`;
    return new SightlineError('ambiguous', message, { hint: 'Use the number of the one you mean.' });
  }

  /** `[12]<button>"Delete" (row "Order 1042")`. Its number means that from now on. */
  #renderCandidate(node: PageNode, context: RenderContext): string {
    const { refs } = this.#session;
    const entry = refs.entryOf(node);
    if (entry) refs.recordShown(entry, node, context.pageState);
    const item = context.pageState.itemContexts.get(node);
    return `${elementLabel(node, context)}${item ? ` (${item.kind} ${quote(item.label)})` : ''}`;
  }

  /**
   * An element that changed with what was done to it, or what stands around it, is still the one that was used: its
   * number stays good for the next use, and so do those of what shares its item.
   */
  #updateSuccessors(node: PageNode, stateBefore: PageState, stateAfter: PageState): void {
    if (stateBefore === stateAfter) return;
    const { refs } = this.#session;
    const successors = rematchAfterAction(node, stateBefore.fingerprinter, stateAfter.fingerprinter);
    for (const [oldNode, newNode] of successors) {
      const entry = refs.entryOf(oldNode);
      if (!entry) continue;
      const rematched = this.#rematch(entry, stateBefore);
      if (rematched.kind !== 'same' || rematched.node !== oldNode) continue;
      if (newNode.id === oldNode.id) refs.recordShown(entry, newNode, stateAfter);
      else refs.rebind(entry, newNode, stateAfter);
    }
  }

  /** The page as it is now. `before`: as it was before the action whose result is told. */
  async #captureContext(timeoutMs?: number, before?: PageState): Promise<RenderContext> {
    // A short time for the element is not one for the page.
    const context = await this.#session.captureContext(timeoutMs && Math.max(timeoutMs, DEFAULT_TIMEOUT_MS));
    return { ...context, refOf: this.#session.refs.createChangeRefAssigner(context.pageState, before) };
  }

  /** What the engine says of a tab or browser that went at any moment of an action. */
  #toSightlineError(error: unknown): unknown {
    if (error instanceof SightlineError) return error;
    try {
      return toBrowserError(error, this.#session.page);
    } catch (closed) {
      return closed;
    }
  }

  async #explainError(error: unknown, before: RenderContext): Promise<unknown> {
    if (error instanceof SightlineError && error.code === 'tab_closed') await this.#session.checkAlive();
    return error instanceof ActionabilityError ? this.#explainRefusal(error, before) : error;
  }

  /** A refusal is told with the page as it is by then: what covers an element may have come meanwhile. */
  async #explainRefusal(
    actionabilityError: ActionabilityError,
    before: RenderContext,
  ): Promise<SightlineError> {
    const contextNow = await this.#captureContext().catch(() => before);
    const nodeNow = (node: PageNode | undefined): PageNode | undefined =>
      node && contextNow.pageState.visibility.page.byRef(node.document.key, node.id);
    const currentNode = nodeNow(actionabilityError.node);
    if (!currentNode)
      return explainActionabilityError(new ActionabilityError('detached', actionabilityError.node), before);
    const { visibility } = contextNow.pageState;
    const reason =
      actionabilityError.reason === 'busy' && isRemoved(visibility, currentNode)
        ? 'invisible'
        : actionabilityError.reason;
    return explainActionabilityError(
      new ActionabilityError(reason, currentNode, nodeNow(actionabilityError.cover)),
      contextNow,
    );
  }
}

const leftDocumentError = (ref: number): SightlineError =>
  new SightlineError('stale', `[${ref}] is of a document that was left.`, {
    hint: 'Look at the page again: its numbers are new.',
  });

function detachedError(entry: RefEntry): SightlineError {
  const message = `[${entry.ref}], ${nameWhenShown(entry)}, is no longer part of the page.`;
  return new SightlineError('detached', message, { hint: 'Look at the page again.' });
}

/** Candidates named in an error. */
const MAX_CANDIDATES = 5;

/** `the button "Delete"`. */
function nameWhenShown({ lastShown: { role, name } }: RefEntry): string {
  return `the ${escapeInline(role) || 'element'}${name && ` ${quote(shorten(name, MAX_LABEL_LENGTH))}`}`;
}

/** Characters told of a name. */
const MAX_LABEL_LENGTH = 60;
