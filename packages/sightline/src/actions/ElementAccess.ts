import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { PageResult } from '../browser/frames/callPageScript.ts';
import type { PageConnection } from '../browser/PageConnection.ts';
import { pageTimeoutError } from '../browser/pageErrors.ts';
import type { TypedSecrets } from '../browser/TypedSecrets.ts';
import { withTimeout } from '../browser/withTimeout.ts';
import type { FieldState, PageApi, PressKind } from '../injected/PageApi.ts';
import { mapTextsTogether } from '../snapshot/mapTexts.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { FRAME_OWNER_TAGS } from '../snapshot/tags.ts';
import { throwIfAborted } from '../snapshot/untilAborted.ts';
import type { Visibility } from '../visibility/Visibility.ts';
import { ActionabilityError } from './ActionabilityError.ts';

export interface ActionContextOptions {
  page: Page;
  connection: PageConnection;
  /** The page as it was just captured. */
  visibility: Visibility;
  capture: () => Promise<Visibility>;
  /** For the whole action. */
  timeoutMs: number;
  /** Gives up sooner where nothing on the page moves that could make the action possible. Default false. */
  failFast?: boolean;
  /** Whether requests are open, or a document is loading. */
  isBusy?: () => boolean;
  /** The box to hover over for what does not show. Without it nothing is hovered over but what is acted on. */
  hoverBoxOf?: (node: PageNode) => PageNode | undefined;
  /** Asked once an element that was waited for is ready, by the page as it was captured last. Throws where it stands for something else by now. */
  assertSame?: (node: PageNode) => void;
  signal?: AbortSignal | undefined;
}

const POLL_INTERVAL_MS = 40;
/** The least time that Playwright gets: it repeats the checks that were made here. */
const MIN_PLAYWRIGHT_TIMEOUT_MS = 1_000;

/** Milliseconds that a press is guarded beyond its time. */
const PRESS_MARGIN_MS = 1_000;
const FAILURES = { press: 'missed', hover: 'not hovered', drop: 'dropped elsewhere' } as const;

/** The controls that the browser draws in them keep the presses that they get. */
const KEEPS_PRESSES: ReadonlySet<string> = new Set(['audio', 'video']);

/** The elements of a live page, and the page as it was last captured. */
export abstract class ElementAccess {
  readonly page: Page;
  protected readonly options: ActionContextOptions;
  protected readonly deadline: number;
  #visibility: Visibility;
  #hasSentInput = false;

  constructor(options: ActionContextOptions) {
    this.page = options.page;
    this.options = options;
    this.#visibility = options.visibility;
    this.deadline = performance.now() + options.timeoutMs;
  }

  /** The page as it was last captured. */
  get visibility(): Visibility {
    return this.#visibility;
  }

  /** Whether the mouse or a key was used on the page: it may have reacted. */
  get hasSentInput(): boolean {
    return this.#hasSentInput;
  }

  /** To be called before the mouse or a key is used. */
  markInput(): void {
    this.#hasSentInput = true;
  }

  /** Milliseconds that are left, at least 1,000. */
  get timeLeftMs(): number {
    return Math.max(MIN_PLAYWRIGHT_TIMEOUT_MS, this.deadline - performance.now());
  }

  /** For an operation of Playwright. Old versions know no signal: there it ends by the timeout. */
  get limits(): { timeout: number; signal: AbortSignal | undefined } {
    return { timeout: this.timeLeftMs, signal: this.options.signal };
  }

  /** For an operation of Playwright that has no limit of its own: a page whose dialog is open answers none. */
  async withinTime(operation: Promise<void>): Promise<void> {
    const isDone = await withTimeout(
      operation.then(() => true),
      this.timeLeftMs,
      false,
    );
    if (!isDone) throw pageTimeoutError(this.options.timeoutMs);
  }

  locator(node: PageNode, id = node.id): Locator {
    return this.options.connection.locator(node.document.key, id);
  }

  get connection(): PageConnection {
    return this.options.connection;
  }

  /** What was given to fields for secrets in this session. */
  get typedSecrets(): TypedSecrets {
    return this.options.connection.typedSecrets;
  }

  /**
   * What the element holds now, compared with `expected`, what it was given or is to be: for a secret field that is a secret.
   * Throws `ActionabilityError` where it is gone.
   */
  async readField(node: PageNode, expected = ''): Promise<FieldState> {
    const state = await this.callPageScript(node, 'fieldState', node.id, expected);
    if (!state) throw new ActionabilityError('detached', node);
    if (state.isSecretElsewhere) this.typedSecrets.add(expected);
    else if (state.isSecret) this.typedSecrets.notify(expected);
    const { value, chosen, validationMessage, text, look } = state;
    const shown = { value, chosen, validationMessage, text, look };
    return { ...state, ...(await this.#withoutForeignSecrets(node, shown)) };
  }

  /** Its attributes of these names now, without secrets; null for what it has not. */
  async readAttributes(node: PageNode, names: readonly string[]): Promise<(string | null)[]> {
    const [row = []] = await this.callPageScript(node, 'attributes', [node.id], names);
    return this.#withoutForeignSecrets(node, row);
  }

  /** What a document has said of an element without its own secrets. */
  #withoutForeignSecrets<T>({ document }: PageNode, value: T): Promise<T> {
    return mapTextsTogether(value, (texts) => this.connection.redactForeign(document.key, texts));
  }

  /** The element with an id in the document of another, as it was last captured. */
  nodeById(sibling: PageNode, id: number): PageNode | undefined {
    return this.#visibility.page.byIdentity(sibling.document.key, id);
  }

  /** Calls the page script in the document of a node. Throws `navigated` where that document was left, `aborted`. */
  async callPageScript<M extends keyof PageApi>(
    node: PageNode,
    method: M,
    ...args: Parameters<PageApi[M]>
  ): Promise<PageResult<M>> {
    throwIfAborted(this.options.signal);
    try {
      return await this.options.connection.callPageScript(node.document.key, method, ...args);
    } catch (error) {
      throw error instanceof SightlineError && error.code === 'stale'
        ? navigatedMeanwhileError(error)
        : error;
    }
  }

  /**
   * Runs `press`, in which the mouse is pressed once, or a finger taps, while that reaches nothing but the element, or these of
   * its document. Answers an error where it would have reached something else, which did not get it. With `hover` the mouse
   * moves only: an error where something else is under it. With `drop` the button is let go of: an error where the element is not there.
   */
  async guardPress(
    node: PageNode,
    press: () => Promise<void>,
    { ids = [node.id], kind = 'press' }: { ids?: readonly number[]; kind?: PressKind } = {},
  ): Promise<ActionabilityError | undefined> {
    const innerDocuments = this.#innerDocuments(node);
    // A button that is down is let go of in any case.
    const isClear = kind === 'press' && ids.length > 0 ? () => this.isClear(node) : undefined;
    const target = { documentKey: node.document.key, ids, innerDocuments, kind, isClear };
    const { connection } = this.options;
    const result = await connection.guardPress(target, press, this.timeLeftMs + PRESS_MARGIN_MS);
    if (result === 'refused') return new ActionabilityError('not pressed', node);
    if (!result || result.reached) return undefined;
    if (result.ids.length === 0) {
      if (KEEPS_PRESSES.has(node.tag)) return undefined;
      throw new ActionabilityError(kind === 'hover' ? 'not hovered' : 'not received', node);
    }
    const { documentKey = '' } = result;
    await this.recapture();
    const hit = result.ids.map((id) => this.#visibility.page.byIdentity(documentKey, id));
    return new ActionabilityError(
      FAILURES[kind],
      node,
      hit.find((one) => one !== undefined),
    );
  }

  /** Whether nothing is above the element now. */
  protected abstract isClear(node: PageNode): Promise<boolean>;

  /** Keys of the documents of frames that are the element or are in it; undefined where there are no frames. */
  #innerDocuments(node: PageNode): ReadonlySet<string> | undefined {
    const { nodes, documents } = this.#visibility.page;
    const now = this.nodeById(node, node.id);
    if (!now || !nodes.slice(now.index, now.end).some(({ tag }) => FRAME_OWNER_TAGS.has(tag)))
      return undefined;
    const inner = documents.filter(({ owner }) => owner && now.contains(owner));
    return new Set(inner.map(({ key }) => key));
  }

  /** Captures the page again. */
  async recapture(): Promise<Visibility> {
    this.#visibility = await this.options.capture();
    return this.#visibility;
  }

  /**
   * Polls until `test` is false. True where it still is not after `timeoutMs` (default: the time that is left): by a test that
   * begins then, since the page that is asked may be as late as what it is asked for.
   */
  async staysTrue(test: () => Promise<boolean>, timeoutMs = this.timeLeftMs): Promise<boolean> {
    const end = performance.now() + Math.min(timeoutMs, this.timeLeftMs);
    for (;;) {
      const isOver = performance.now() >= end;
      if (!(await test())) return false;
      throwIfAborted(this.options.signal);
      if (isOver) return true;
      await setTimeout(POLL_INTERVAL_MS);
    }
  }
}

/** What an action says whose page was left under it. */
export function navigatedMeanwhileError(cause: Error): SightlineError {
  return new SightlineError('navigated', 'The page went to another document meanwhile.', {
    hint: 'Look at the page again.',
    retryable: true,
    cause,
  });
}
