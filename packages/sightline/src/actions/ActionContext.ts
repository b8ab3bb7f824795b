import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { toBrowserError } from '../browser/browserError.ts';
import type { PageResult } from '../browser/frames/callPageScript.ts';
import type { FieldState, PageApi } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Visibility } from '../visibility/Visibility.ts';
import { ActionabilityChecker, type ActionContextOptions } from './ActionabilityChecker.ts';
import { ActionabilityError, type ActionabilityFailure } from './ActionabilityError.ts';
import type { ClickOptions } from './click.ts';

export type { ActionContextOptions, FieldState };

/** Where a click reaches an element: which element takes it, and where on it. */
export interface ClickPoint {
  locator: Locator;
  /** From the top left corner of its padding box, CSS pixels. */
  position: { x: number; y: number };
  /** The same point in the viewport of the page. */
  viewportPoint: { x: number; y: number };
  /** It is that point that must be clicked: no element stands still under it. */
  byCoordinates: boolean;
}

/** Milliseconds between two looks at what cannot be acted on yet. */
const POLL_INTERVAL_MS = 40;
/** The least that Playwright is given, milliseconds: it checks again what was checked here. */
const MIN_PLAYWRIGHT_TIMEOUT_MS = 1_000;

/** What every action works with: the live page, the page as it was just captured, and how long it may take. */
export class ActionContext {
  readonly page: Page;
  readonly #options: ActionContextOptions;
  readonly #actionability: ActionabilityChecker;
  readonly #deadline: number;
  #visibility: Visibility;

  constructor(options: ActionContextOptions) {
    this.page = options.page;
    this.#options = options;
    this.#visibility = options.visibility;
    this.#deadline = performance.now() + options.timeoutMs;
    this.#actionability = new ActionabilityChecker(this, options, this.#deadline);
  }

  /** The page as it was captured last. */
  get visibility(): Visibility {
    return this.#visibility;
  }

  /** Milliseconds that are left. */
  get timeLeftMs(): number {
    return Math.max(MIN_PLAYWRIGHT_TIMEOUT_MS, this.#deadline - performance.now());
  }

  locator(node: PageNode, id = node.id): Locator {
    return this.#options.connection.locator(node.document.key, id);
  }

  /** What the element holds now; `wanted` is compared with it. Throws `Refusal` where it is gone. */
  async readField(node: PageNode, expected = ''): Promise<FieldState> {
    const state = await this.callPageScript(node, 'fieldState', node.id, expected);
    if (!state) throw new ActionabilityError('detached', node);
    return state;
  }

  /** Waits until it is shown and enabled, which is enough for keys. Throws `Refusal`. */
  async waitUntilReady(node: PageNode): Promise<void> {
    await this.#actionability.waitUntilReady(node);
  }

  /** Waits until a field is not read-only. Throws `Refusal`. */
  async waitUntilEditable(node: PageNode): Promise<void> {
    await this.#actionability.waitUntilEditable(node);
  }

  /**
   * Finds the point at which a click reaches the element, in all frames around it, and waits until there is one.
   * Throws `Refusal` with why there is none when the time is over, at once where the element is gone.
   */
  async findClickPoint(node: PageNode): Promise<ClickPoint> {
    const { id, x, y, viewportPoint, byCoordinates = false } = await this.#actionability.findClickPoint(node);
    return { locator: this.locator(node, id), position: { x, y }, viewportPoint, byCoordinates };
  }

  /** Clicks the element where a click reaches it. Throws `Refusal`. */
  async click(node: PageNode, options: ClickOptions = {}): Promise<void> {
    const { viewportPoint: before } = await this.findClickPoint(node);
    // What is hovered over may change its shape (another picture, which loads): a press meanwhile would miss it.
    await this.page.mouse.move(before.x, before.y);
    const { locator, position, viewportPoint, byCoordinates } = await this.findClickPoint(node);
    await this.runPlaywright(node, () =>
      byCoordinates
        ? this.#clickAt(viewportPoint, options)
        : locator.click({ ...options, position, timeout: this.timeLeftMs }),
    );
  }

  /** Moves the mouse over the element. Throws `Refusal`. */
  async hover(node: PageNode): Promise<void> {
    const { locator, position, viewportPoint, byCoordinates } = await this.findClickPoint(node);
    await this.runPlaywright(node, () =>
      byCoordinates
        ? this.page.mouse.move(viewportPoint.x, viewportPoint.y)
        : locator.hover({ position, timeout: this.timeLeftMs }),
    );
  }

  /**
   * Puts the focus on it, the caret behind what it holds with `atEnd`. Throws `Refusal` where it does not take it:
   * the next key would go elsewhere.
   */
  async focus(node: PageNode, { atEnd = false } = {}): Promise<void> {
    await this.waitUntilReady(node);
    const decision = this.#visibility.decisions[node.index];
    if (decision?.rule === 'behindModal') throw new ActionabilityError('covered', node, decision.by);
    const focused = await this.callPageScript(node, 'focus', node.id, atEnd);
    if (focused === node.id) return;
    await this.recapture();
    throw new ActionabilityError(
      'not focusable',
      node,
      focused === 0 ? undefined : this.nodeById(node, focused),
    );
  }

  /** Throws `Refusal` for what shows nothing, or nothing that any scroll brings out. */
  assertVisible(node: PageNode): void {
    if (this.visibility.decisions[node.index]?.rule === 'invisible')
      throw new ActionabilityError('invisible', node);
  }

  /** Whether something stays so for as long as that (milliseconds; default: the time that is left). Asked now and then. */
  async staysTrue(test: () => Promise<boolean>, timeoutMs = this.timeLeftMs): Promise<boolean> {
    const deadline = performance.now() + Math.min(timeoutMs, this.timeLeftMs);
    while (await test()) {
      this.#options.signal?.throwIfAborted();
      if (performance.now() >= deadline) return true;
      await setTimeout(POLL_INTERVAL_MS);
    }
    return false;
  }

  /** The element of an id in the document of another, as it was captured last. */
  nodeById(sibling: PageNode, id: number): PageNode | undefined {
    return this.#visibility.page.byRef(sibling.document.key, id);
  }

  /** Asks the page script about the document of a node. Throws `navigated` where that document was left. */
  async callPageScript<M extends keyof PageApi>(
    node: PageNode,
    method: M,
    ...args: Parameters<PageApi[M]>
  ): Promise<PageResult<M>> {
    try {
      return await this.#options.connection.callPageScript(node.document.key, method, ...args);
    } catch (error) {
      throw error instanceof SightlineError && error.code === 'stale'
        ? navigatedMeanwhileError(error)
        : error;
    }
  }

  /** Captures the page again. */
  async recapture(): Promise<Visibility> {
    this.#visibility = await this.#options.capture();
    return this.#visibility;
  }

  /** Runs what Playwright does with an element; its refusals become ours. */
  async runPlaywright<T>(node: PageNode, operation: () => Promise<T>): Promise<T> {
    this.#options.signal?.throwIfAborted();
    try {
      return await operation();
    } catch (error) {
      const text = String(error);
      if (!/TimeoutError|Timeout \d+ms exceeded|Element is not|did not find|not attached/i.test(text))
        throw toBrowserError(error, this.page);
      await this.recapture();
      const reason = parsePlaywrightFailure(text);
      if (reason === 'unanswered') throw new ActionabilityError(reason, node);
      const check = await this.#actionability.checkClickPoint(node);
      throw new ActionabilityError(check.state === 'ready' ? reason : check.state, node, check.coveredBy);
    }
  }

  async #clickAt(
    { x, y }: ClickPoint['viewportPoint'],
    { modifiers = [], ...options }: ClickOptions,
  ): Promise<void> {
    const { keyboard, mouse } = this.page;
    for (const key of modifiers) await keyboard.down(key);
    try {
      await mouse.click(x, y, options);
    } finally {
      for (const key of modifiers) await keyboard.up(key);
    }
  }
}

/** Why Playwright gave up, by its log. */
function parsePlaywrightFailure(log: string): ActionabilityFailure {
  // The mouse was used, and neither missed nor answered.
  if (/performing \w+ action(?![\s\S]*(?:intercepts|retrying))/i.test(log)) return 'unanswered';
  if (/intercepts pointer events/i.test(log)) return 'covered';
  if (/not stable|waiting for element to be[^\n]*stable\s*$/im.test(log)) return 'moving';
  if (/outside of the viewport/i.test(log)) return 'outside';
  if (/not editable|readonly/i.test(log)) return 'not editable';
  return 'busy';
}

function navigatedMeanwhileError(cause: SightlineError): SightlineError {
  return new SightlineError('navigated', 'The page went to another document meanwhile.', {
    hint: 'Look at the page again.',
    retryable: true,
    cause,
  });
}
