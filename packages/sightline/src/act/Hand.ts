import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { browserError } from '../browser/browserError.ts';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { FieldState } from '../page/field.ts';
import type { Pruning } from '../prune/Pruning.ts';
import { nodeWith } from '../structure/evidence.ts';
import { Aimer, type HandParts } from './Aimer.ts';
import type { ClickOptions } from './click.ts';
import { Refusal, type RefusalReason } from './Refusal.ts';

export type { FieldState, HandParts };

/** Where a click reaches an element: which element takes it, and where on it. */
export interface Aimed {
  locator: Locator;
  /** From the top left corner of its padding box, CSS pixels. */
  position: { x: number; y: number };
  /** The same point in the viewport of the page. */
  at: { x: number; y: number };
  /** It is that point that must be clicked: no element stands still under it. */
  direct: boolean;
}

/** Milliseconds between two looks at what cannot be acted on yet. */
const PAUSE = 40;
/** The least that Playwright is given, milliseconds: it checks again what was checked here. */
const LEAST = 1_000;

/** What every action works with: the live page, the page as it was just captured, and how long it may take. */
export class Hand {
  readonly page: Page;
  readonly #parts: HandParts;
  readonly #aimer: Aimer;
  readonly #end: number;
  #pruning: Pruning;

  constructor(parts: HandParts) {
    this.page = parts.page;
    this.#parts = parts;
    this.#pruning = parts.pruning;
    this.#end = performance.now() + parts.timeoutMs;
    this.#aimer = new Aimer(this, parts, this.#end);
  }

  /** The page as it was captured last. */
  get pruning(): Pruning {
    return this.#pruning;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return Math.max(LEAST, this.#end - performance.now());
  }

  locator(node: PageNode, id = node.id): Locator {
    return this.#parts.door.locator(node.document.key, id);
  }

  /** What the element holds now; `wanted` is compared with it. Throws `Refusal` where it is gone. */
  async field(node: PageNode, wanted = ''): Promise<FieldState> {
    const told = await this.ask(node, `field(${node.id}, ${JSON.stringify(wanted)})`);
    if (told === '') throw new Refusal('detached', node);
    return JSON.parse(told) as FieldState;
  }

  /** Waits until it is shown and enabled, which is enough for keys. Throws `Refusal`. */
  async ready(node: PageNode): Promise<void> {
    await this.#aimer.ready(node);
  }

  /** Waits until a field is not read-only. Throws `Refusal`. */
  async editable(node: PageNode): Promise<void> {
    await this.#aimer.editable(node);
  }

  /**
   * Finds the point at which a click reaches the element, in all frames around it, and waits until there is one.
   * Throws `Refusal` with why there is none when the time is over, at once where the element is gone.
   */
  async aim(node: PageNode): Promise<Aimed> {
    const { id, x, y, at, direct = false } = await this.#aimer.aim(node);
    return { locator: this.locator(node, id), position: { x, y }, at, direct };
  }

  /** Clicks the element where a click reaches it. Throws `Refusal`. */
  async click(node: PageNode, options: ClickOptions = {}): Promise<void> {
    const { at: before } = await this.aim(node);
    // What is hovered over may change its shape (another picture, which loads): a press meanwhile would miss it.
    await this.page.mouse.move(before.x, before.y);
    const { locator, position, at, direct } = await this.aim(node);
    await this.attempt(node, () =>
      direct ? this.#clickAt(at, options) : locator.click({ ...options, position, timeout: this.left }),
    );
  }

  /** Moves the mouse over the element. Throws `Refusal`. */
  async hover(node: PageNode): Promise<void> {
    const { locator, position, at, direct } = await this.aim(node);
    await this.attempt(node, () =>
      direct ? this.page.mouse.move(at.x, at.y) : locator.hover({ position, timeout: this.left }),
    );
  }

  /**
   * Puts the focus on it, the caret behind what it holds with `atEnd`. Throws `Refusal` where it does not take it:
   * the next key would go elsewhere.
   */
  async focus(node: PageNode, { atEnd = false } = {}): Promise<void> {
    await this.ready(node);
    const behind = this.#pruning.verdicts[node.index];
    if (behind?.rule === 'behindModal') throw new Refusal('covered', node, behind.by);
    const focused = Number(await this.ask(node, `focus(${node.id}, ${atEnd})`));
    if (focused === node.id) return;
    await this.see();
    throw new Refusal('not focusable', node, focused === 0 ? undefined : this.nodeOf(node, focused));
  }

  /** Throws `Refusal` for what shows nothing, or nothing that any scroll brings out. */
  refuseUnseen(node: PageNode): void {
    if (this.pruning.verdicts[node.index]?.rule === 'invisible') throw new Refusal('invisible', node);
  }

  /** Whether something stays so for as long as that (milliseconds; default: the time that is left). Asked now and then. */
  async stays(test: () => Promise<boolean>, patience = this.left): Promise<boolean> {
    const end = performance.now() + Math.min(patience, this.left);
    while (await test()) {
      this.#parts.signal?.throwIfAborted();
      if (performance.now() >= end) return true;
      await setTimeout(PAUSE);
    }
    return false;
  }

  /** The element of an id in the document of another, as it was captured last. */
  nodeOf(beside: PageNode, id: number): PageNode | undefined {
    return nodeWith(this.#pruning.page, beside.document.key, id);
  }

  /** Asks the page script about the document of a node. Throws `navigated` where that document was left. */
  async ask(node: PageNode, call: string): Promise<string> {
    try {
      return await this.#parts.door.ask(node.document.key, call);
    } catch (error) {
      throw error instanceof SightlineError && error.code === 'stale' ? leftMeanwhile(error) : error;
    }
  }

  /** Captures the page again. */
  async see(): Promise<Pruning> {
    this.#pruning = await this.#parts.capture();
    return this.#pruning;
  }

  /** Runs what Playwright does with an element; its refusals become ours. */
  async attempt<T>(node: PageNode, work: () => Promise<T>): Promise<T> {
    this.#parts.signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const text = String(error);
      if (!/TimeoutError|Timeout \d+ms exceeded|Element is not|did not find|not attached/i.test(text))
        throw browserError(error, this.page);
      await this.see();
      const reason = reasonOf(text);
      if (reason === 'unanswered') throw new Refusal(reason, node);
      const found = await this.#aimer.look(node);
      throw new Refusal(found.state === 'ready' ? reason : found.state, node, found.over);
    }
  }

  async #clickAt({ x, y }: Aimed['at'], { modifiers = [], ...options }: ClickOptions): Promise<void> {
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
function reasonOf(log: string): RefusalReason {
  // The mouse was used, and neither missed nor answered.
  if (/performing \w+ action(?![\s\S]*(?:intercepts|retrying))/i.test(log)) return 'unanswered';
  if (/intercepts pointer events/i.test(log)) return 'covered';
  if (/not stable|waiting for element to be[^\n]*stable\s*$/im.test(log)) return 'moving';
  if (/outside of the viewport/i.test(log)) return 'outside';
  if (/not editable|readonly/i.test(log)) return 'not editable';
  return 'busy';
}

function leftMeanwhile(cause: SightlineError): SightlineError {
  return new SightlineError('navigated', 'The page went to another document meanwhile.', {
    hint: 'Look at the page again.',
    retryable: true,
    cause,
  });
}
