import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { browserError } from '../browser/browserError.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { PageNode } from '../model/Page.ts';
import type { Aim } from '../page/aim.ts';
import type { FieldState } from '../page/field.ts';
import type { Pruning } from '../prune/Pruning.ts';
import { nodeWith } from '../structure/evidence.ts';
import { Refusal } from './Refusal.ts';

export type { FieldState };

/** Where a click reaches an element: which element takes it, and where on it. */
export interface Aimed {
  locator: Locator;
  /** From the top left corner of its padding box, CSS pixels. */
  position: { x: number; y: number };
}

export interface HandParts {
  page: Page;
  door: PageDoor;
  /** The page as it was just captured. */
  pruning: Pruning;
  capture: () => Promise<Pruning>;
  /** For all that one action does. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Milliseconds between two looks at what cannot be acted on yet. */
const PAUSE = 40;
/** The least that Playwright is given, milliseconds: it checks again what was checked here. */
const LEAST = 300;

/** What every action works with: the live page, the page as it was just captured, and how long it may take. */
export class Hand {
  readonly page: Page;
  readonly #door: PageDoor;
  readonly #end: number;
  readonly #signal: AbortSignal | undefined;

  readonly #capture: () => Promise<Pruning>;
  #pruning: Pruning;

  constructor({ page, door, pruning, capture, timeoutMs, signal }: HandParts) {
    this.page = page;
    this.#door = door;
    this.#pruning = pruning;
    this.#capture = capture;
    this.#end = performance.now() + timeoutMs;
    this.#signal = signal;
  }

  /** The page as it was captured last. */
  get pruning(): Pruning {
    return this.#pruning;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return Math.max(LEAST, this.#end - performance.now());
  }

  get #isOver(): boolean {
    return performance.now() >= this.#end;
  }

  locator(node: PageNode, id = node.id): Locator {
    return this.#door.locator(node.document.key, id);
  }

  /** What the element holds now; `wanted` is compared with it. Throws `Refusal` where it is gone. */
  async field(node: PageNode, wanted = ''): Promise<FieldState> {
    const told = await this.#door.ask(node.document.key, `field(${node.id}, ${JSON.stringify(wanted)})`);
    if (told === '') throw new Refusal('detached', node);
    return JSON.parse(told) as FieldState;
  }

  /**
   * Finds the point at which a click reaches the element, and waits until there is one. Throws `Refusal` with why
   * there is none when the time is over, at once where it is gone.
   */
  async aim(node: PageNode): Promise<Aimed> {
    for (;;) {
      this.#signal?.throwIfAborted();
      const aim = JSON.parse(await this.#door.ask(node.document.key, `aim(${node.id})`)) as Aim;
      const { state, id, x, y, cover } = aim;
      if (state === 'ready') return { locator: this.locator(node, id), position: { x, y } };
      if (state === 'detached' || this.#isOver) throw new Refusal(state, node, this.#nodeOf(node, cover));
      await setTimeout(PAUSE);
    }
  }

  /** Throws `Refusal` for what shows nothing, or nothing that any scroll brings out. */
  refuseUnseen(node: PageNode): void {
    if (this.pruning.verdicts[node.index]?.rule === 'invisible') throw new Refusal('invisible', node);
  }

  /** Whether something stays so for as long as that (milliseconds; default: the time that is left). Asked now and then. */
  async stays(test: () => Promise<boolean>, patience = this.left): Promise<boolean> {
    const end = performance.now() + Math.min(patience, this.left);
    while (await test()) {
      this.#signal?.throwIfAborted();
      if (performance.now() >= end) return true;
      await setTimeout(PAUSE);
    }
    return false;
  }

  /** Asks the page script about the document of a node. */
  ask(node: PageNode, call: string): Promise<string> {
    return this.#door.ask(node.document.key, call);
  }

  /** Captures the page again. */
  async see(): Promise<Pruning> {
    this.#pruning = await this.#capture();
    return this.#pruning;
  }

  /** Runs what Playwright does with an element; its refusals become ours. */
  async attempt<T>(node: PageNode, work: () => Promise<T>): Promise<T> {
    this.#signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const text = String(error);
      if (!/TimeoutError|Timeout \d+ms exceeded|Element is not|did not find|not attached/i.test(text))
        throw browserError(error, this.page);
      throw await this.#refusal(node, text);
    }
  }

  /** Why Playwright gave up: asked of the page afresh, since its log names no numbers. */
  async #refusal(node: PageNode, log: string): Promise<Refusal> {
    const { state, cover } = JSON.parse(await this.#door.ask(node.document.key, `aim(${node.id})`)) as Aim;
    if (state !== 'ready') return new Refusal(state, node, this.#nodeOf(node, cover));
    if (/intercepts pointer events/i.test(log)) return new Refusal('covered', node);
    if (/not stable|waiting for element to be[^\n]*stable\s*$/im.test(log))
      return new Refusal('moving', node);
    if (/outside of the viewport/i.test(log)) return new Refusal('outside', node);
    if (/not editable|readonly/i.test(log)) return new Refusal('not editable', node);
    return new Refusal('busy', node);
  }

  #nodeOf(beside: PageNode, id: number | undefined): PageNode | undefined {
    return id === undefined ? undefined : nodeWith(this.pruning.page, beside.document.key, id);
  }
}
