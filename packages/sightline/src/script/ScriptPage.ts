import { setTimeout } from 'node:timers/promises';
import type { Page as PlaywrightPage } from 'playwright-core';
import type { ActionContext } from '../actions/ActionContext.ts';
import type { ActionEffect } from '../actions/ActionEffect.ts';
import { HoverRequest } from '../actions/HoverRequest.ts';
import { RESTLESS_REASONS } from '../actions/settle/SettleObserver.ts';
import type { Navigation } from '../browser/navigation/Navigation.ts';
import type { SettleSummary } from '../render/changes/settleSections.ts';
import type { MakePlan } from '../session/actions/ActionPlan.ts';
import type { ActionResult } from '../session/actions/ActionResult.ts';
import type { ActionRunner } from '../session/actions/ActionRunner.ts';
import type { CapturedPage } from '../session/captured/CapturedPage.ts';
import type { SessionContext } from '../session/SessionContext.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { CHECKABLE_ROLES, LABELLED_FIELD_ROLES } from '../snapshot/roles.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { FIELD_TAGS } from '../snapshot/tags.ts';
import { isSmallPart } from '../structure/RevealPaths.ts';
import { type LocatorResolver, onlyOne } from './locators/LocatorResolver.ts';
import { type LocatorSpec, numbersIn } from './locators/LocatorSpec.ts';
import { MissingElement } from './locators/locatorErrors.ts';
import { mayComeOut } from './locators/mayComeOut.ts';
import { writeLocator } from './locators/writeLocator.ts';

/** Milliseconds in which reads share a capture; whatever the script itself does to the page ends it. */
const CAPTURE_LIFETIME_MS = 50;
const POLL_INTERVAL_MS = 50;
/** For an element to be there, unless the script says otherwise. */
const DEFAULT_TIMEOUT_MS = 5_000;
/** Milliseconds without a change after which an element that is not there is given up, unless the script says otherwise. */
const IDLE_LIMIT_MS = 1_000;

/** For a page to settle on which an action of the script saw no end of changes or timers before. */
const RESTLESS_SETTLE_MS = 1_000;
/** The same after a key: shortcuts of two keys wait a second for the other. */
const RESTLESS_KEY_SETTLE_MS = 250;

/** Steps of a locator that choose among what those before them found. */
const REFINING_STEPS: ReadonlySet<string> = new Set(['filter', 'nth', 'or', 'and']);

/** An element on the page as it was captured. */
export interface FoundElement {
  node: PageNode;
  page: CapturedPage;
}

export interface WaitForElement {
  /** Milliseconds; the script's word for how long. Default: 5,000, less on a page that is still. */
  timeout?: number | undefined;
  /** Where none is seen, also one that is not. Default false. */
  hidden?: boolean;
  /** Only a field makes sense: of what `getByLabel` finds, a region of that name is passed over. Default false. */
  isField?: boolean;
}

/** Does something to an element, and to another one where there is one. */
export type ElementAct = (
  actionContext: ActionContext,
  node: PageNode,
  other: PageNode | undefined,
) => Promise<ActionEffect>;

/** The page of the active tab for one script: finds and acts on what its locators describe. */
export class ScriptPage {
  readonly #context: SessionContext;
  readonly #actionRunner: ActionRunner;
  readonly #resolver: LocatorResolver;
  readonly #signal: AbortSignal;
  readonly #onGuess: (guess: string) => void;
  #captured: { page: CapturedPage; at: number } | undefined;
  /** Address, without its hash, of the page that did not come to rest. */
  #restlessUrl: string | undefined;
  /** The tab that the script is in. */
  #tab: PlaywrightPage | undefined;
  /** What the script has set for all its calls, milliseconds. */
  defaultTimeout: number | undefined;

  constructor(
    { context, actionRunner }: { context: SessionContext; actionRunner: ActionRunner },
    resolver: LocatorResolver,
    signal: AbortSignal,
    onGuess: (guess: string) => void,
  ) {
    this.#context = context;
    this.#actionRunner = actionRunner;
    this.#resolver = resolver;
    this.#signal = signal;
    this.#onGuess = onGuess;
  }

  /** The page as it is now, or was a moment ago. */
  async capture(): Promise<CapturedPage> {
    this.#signal.throwIfAborted();
    this.#assertTabOpen();
    if (this.#captured && performance.now() - this.#captured.at < CAPTURE_LIFETIME_MS)
      return this.#captured.page;
    const page = await this.#context.capture();
    this.#captured = { page, at: performance.now() };
    return page;
  }

  /** To be called for whatever may change the page. */
  invalidate(): void {
    this.#captured = undefined;
  }

  /** To be called where the script goes to another tab. */
  enterTab(): void {
    this.invalidate();
    this.#tab = this.#context.source.tabs.activePage;
  }

  /** Once the script has opened a page: a tab that did not respond has another page now, and its old number. */
  async keepTab(load: () => Promise<Navigation>): Promise<Navigation> {
    this.enterTab();
    const number = this.#tabNumber();
    const navigation = await load().finally(() => this.invalidate());
    if (number === undefined || number === this.#tabNumber()) this.enterTab();
    return navigation;
  }

  /** Undefined where no tab is open, or it crashed. */
  #tabNumber(): number | undefined {
    try {
      return this.#context.source.tabs.tab().number;
    } catch {
      return undefined;
    }
  }

  /** Another tab that became the active one is not the one that the script means. */
  #assertTabOpen(): void {
    this.#tab ??= this.#context.source.tabs.activePage;
    if (!this.#tab?.isClosed()) return;
    throw new SightlineError('tab_closed', 'The tab that the script was in has been closed.', {
      hint: 'page.tabs() lists those that are open, page.switchTab(number) goes to one.',
    });
  }

  /** All that match now. */
  async findAll(locator: LocatorSpec, options: { hidden?: boolean } = {}): Promise<FoundElement[]> {
    const find = async (): Promise<FoundElement[]> => {
      const page = await this.capture();
      const found = await this.#resolver.findAll(locator, page, { ...options, signal: this.#signal });
      return found.map((node) => ({ node, page }));
    };
    const found = await find();
    if (!this.#resolver.takeIncomplete()) return found;
    this.invalidate();
    return find();
  }

  /** The one element that matches, waited for. Throws `not_found` with what is nearest, `ambiguous`. */
  async findOne(locator: LocatorSpec, { timeout, ...options }: WaitForElement = {}): Promise<FoundElement> {
    let found: FoundElement | undefined;
    await this.#waitUntil(async (isLast) => {
      const page = await this.capture();
      const node = await this.#lookUp(locator, page, options).catch(async (error) => {
        const item =
          isLast && error instanceof MissingElement ? await this.#findItem(locator, page) : undefined;
        if (item) return item;
        throw error;
      });
      found = { node, page };
    }, timeout);
    return found as FoundElement;
  }

  /** All that match, once there are any. Throws `not_found` with what is nearest. */
  async findSome(locator: LocatorSpec): Promise<[FoundElement, ...FoundElement[]]> {
    let found: FoundElement[] = [];
    await this.#waitUntil(async () => {
      found = await this.findAll(locator);
      if (found.length === 0) throw new MissingElement(locator.concat({ by: 'nth', index: 0 }));
    });
    return found as [FoundElement, ...FoundElement[]];
  }

  /**
   * Acts on the one element of a locator, and of the other, both waited for, as the same action outside of a script does:
   * resolved, performed, settled. Throws what that action throws.
   */
  async act(
    [locator, other]: readonly [LocatorSpec, LocatorSpec?],
    perform: ElementAct,
    options: WaitForElement,
  ): Promise<ActionResult> {
    const { hidden = false, isField = false } = options;
    const timeout = options.timeout ?? this.defaultTimeout;
    const { targets } = this.#context;
    let mayHover = true;
    let isLastAttempt = false;
    const plan: MakePlan = async (before, page, hover) => {
      mayHover &&= hover === 'allowed';
      let isRoleWrong = false;
      // As the single call of a number: what another element has become is not acted on.
      for (const number of [locator, other ?? []].flatMap(numbersIn)) targets.resolve(number, before);
      const node = await this.#lookUp(locator, page, { hidden, isField, mayHover }).catch(async (error) => {
        if (!isLastAttempt || !(error instanceof MissingElement)) throw error;
        const named = await this.#resolver.findByNameAlone(locator, page, { signal: this.#signal });
        isRoleWrong = named !== undefined;
        const item = named ?? (await this.#findItem(locator, page));
        if (item) return item;
        const box = mayHover ? await this.#findBoxOf(locator, page) : undefined;
        throw box ? new HoverRequest(box) : error;
      });
      const otherNode = other && (await this.#lookUp(other, page, { hidden }));
      const resolved = [node, ...(otherNode ? [otherNode] : [])].map((one) => ({
        node: one,
        match: { number: targets.show(one, before), verdict: 'same' as const },
      }));
      const act = async (actionContext: ActionContext): Promise<ActionEffect> => {
        const effect = await perform(actionContext, node, otherNode);
        if (isRoleWrong)
          this.#onGuess(`${effect.verbPhrase} by its name: ${writeLocator(locator)} matches nothing`);
        return effect;
      };
      return { resolved, act };
    };
    const limits = timeout ? { timeoutMs: timeout } : {};
    let result: ActionResult | undefined;
    await this.#waitUntil(async (isLast) => {
      isLastAttempt = isLast;
      result = await this.#runPlan(plan, limits);
    }, timeout);
    return result as ActionResult;
  }

  /** Acts on what has the focus, or on the page as a whole; `isKey`: by a key, which may be the first of several. */
  actOnPage(
    perform: (actionContext: ActionContext) => Promise<ActionEffect>,
    { isKey = false }: { isKey?: boolean } = {},
  ): Promise<ActionResult> {
    const act = (actionContext: ActionContext): Promise<ActionEffect> => {
      actionContext.markInput();
      return perform(actionContext);
    };
    return this.#runPlan(async () => ({ resolved: [], act }), { isKey });
  }

  /** Does what needs no look at the page, and is not waited for. */
  async input(perform: (page: PlaywrightPage) => Promise<void>): Promise<void> {
    this.#assertTabOpen();
    try {
      const { page, source } = this.#context;
      source.checkRules(page);
      await perform(page);
    } finally {
      this.invalidate();
    }
  }

  /** Polls until the test passes. Throws `timeout` with the words. */
  async poll(
    isMet: (page: CapturedPage) => Promise<boolean>,
    words: string,
    timeout?: number,
  ): Promise<void> {
    const limit = timeout ?? this.defaultTimeout ?? DEFAULT_TIMEOUT_MS;
    const end = limit === 0 ? Number.POSITIVE_INFINITY : performance.now() + limit;
    while (!(await isMet(await this.capture()))) {
      if (performance.now() >= end)
        throw new SightlineError('timeout', `Waited ${limit} ms for ${words}.`, {
          hint: 'Print what the page shows then, or allow more time.',
          retryable: true,
        });
      await this.pause(POLL_INTERVAL_MS);
    }
  }

  /** Lets time pass; ends with the script. */
  async pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#signal });
    this.invalidate();
  }

  /** Throws a plain error for what is not there: the full one, which searches the page, is made at the end of the wait. */
  async #lookUp(
    locator: LocatorSpec,
    page: CapturedPage,
    {
      hidden = false,
      isField = false,
      mayHover = false,
    }: Omit<WaitForElement, 'timeout'> & { mayHover?: boolean },
  ): Promise<PageNode> {
    const signal = this.#signal;
    const field = isField ? await this.#findLabelledField(locator, page) : undefined;
    if (field) return field;
    const visible = await this.#resolver.findAll(locator, page, { signal });
    if (this.#resolver.takeIncomplete()) throw new MissingElement(locator);
    const isReplaced = isField && visible.length === 0;
    const shown = isReplaced ? await this.#resolver.findReplacement(locator, page, { signal }) : undefined;
    if (shown) return shown;
    const all =
      visible.length === 0 && (hidden || mayHover)
        ? await this.#resolver.findAll(locator, page, { hidden: true, signal })
        : visible;
    const found = hidden || visible.length > 0 ? all : all.filter((node) => mayComeOut(node, page));
    const [node] = found;
    const only = onlyOne(found);
    if (only) return only;
    if (node && (hidden || visible.length > 0))
      return this.#resolver.findOne(locator, page, { hidden: visible.length === 0, signal });
    throw new MissingElement(locator);
  }

  /** The field among what `getByLabel`, or the first that it finds, means: undefined where it finds fields only, or several. */
  async #findLabelledField(locator: LocatorSpec, page: CapturedPage): Promise<PageNode | undefined> {
    const last = locator.at(-1);
    const isFirst = last?.by === 'nth' && last.index === 0;
    const labelled = isFirst ? locator.slice(0, -1) : locator;
    if (!['label', 'words'].includes(labelled.at(-1)?.by ?? '')) return undefined;
    const found = await this.#resolver.findAll(labelled, page, { signal: this.#signal });
    const fields = found.filter(isLabelledField);
    return fields.length < found.length && (isFirst || fields.length === 1) ? fields[0] : undefined;
  }

  /** By the words by which a look names the items around its controls. */
  async #findItem(locator: LocatorSpec, page: CapturedPage): Promise<PageNode | undefined> {
    const item = await this.#resolver.findByItemLabel(locator, page, { signal: this.#signal });
    if (item) this.#onGuess(`${writeLocator(locator)}: found by what a look calls the item`);
    return item;
  }

  /** The row or other box that the locator looks in: some are drawn with their controls only while the mouse is over them. */
  async #findBoxOf(locator: LocatorSpec, page: CapturedPage): Promise<PageNode | undefined> {
    const last = locator.findLastIndex(({ by }) => !REFINING_STEPS.has(by));
    if (last < 1) return undefined;
    const boxes = await this.#resolver.findAll(locator.slice(0, last), page, { signal: this.#signal });
    const [box] = boxes;
    return box && boxes.length === 1 && isSmallPart(box) ? box : undefined;
  }

  async #runPlan(
    plan: MakePlan,
    { isKey, ...limits }: { timeoutMs?: number; isKey?: boolean },
  ): Promise<ActionResult> {
    this.#assertTabOpen();
    const restlessMs = isKey ? RESTLESS_KEY_SETTLE_MS : RESTLESS_SETTLE_MS;
    const options = this.#restlessUrl === this.#url ? { ...limits, settleMs: restlessMs } : limits;
    try {
      const result = await this.#actionRunner.runPlan(plan, {
        ...options,
        silent: true,
        signal: this.#signal,
      });
      const { reason = '' } = result.data.settle as SettleSummary;
      if (RESTLESS_REASONS.has(reason)) this.#restlessUrl = this.#url;
      return result;
    } finally {
      this.invalidate();
    }
  }

  get #url(): string | undefined {
    return this.#context.page.url().split('#')[0];
  }

  /**
   * Tries until the element is there. A page that nothing changes on is given up early, unless the script has said how
   * long to wait.
   */
  async #waitUntil(
    attempt: (isLast: boolean) => Promise<void>,
    requested = this.defaultTimeout,
  ): Promise<void> {
    const limit = requested ?? DEFAULT_TIMEOUT_MS;
    const end = limit === 0 ? Number.POSITIVE_INFINITY : performance.now() + limit;
    let last: { snapshot: unknown; since: number } | undefined;
    let isLast = false;
    for (;;) {
      let missing: MissingElement;
      try {
        return await attempt(isLast);
      } catch (error) {
        if (!(error instanceof MissingElement)) throw error;
        missing = error;
      }
      const now = performance.now();
      const page = await this.capture();
      const { snapshot } = page;
      if (snapshot !== last?.snapshot) last = { snapshot, since: now };
      const isStill = requested === undefined && now - last.since >= IDLE_LIMIT_MS;
      if ((now >= end || isStill) && !isLast) {
        isLast = true;
        continue;
      }
      if (isLast) {
        await this.#resolver.findOne(missing.locator, page, { signal: this.#signal });
        last.since = now;
        isLast = false;
      }
      await this.pause(POLL_INTERVAL_MS);
    }
  }
}

const isLabelledField = (node: PageNode): boolean =>
  FIELD_TAGS.has(node.tag) || LABELLED_FIELD_ROLES.has(node.role) || CHECKABLE_ROLES.has(node.role);
