import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { browserError } from '../browser/browserError.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Aim } from '../page/aim.ts';
import type { FieldState } from '../page/field.ts';
import type { Pruning } from '../prune/Pruning.ts';
import { nodeWith } from '../structure/evidence.ts';
import type { ClickOptions } from './click.ts';
import { Refusal, type RefusalReason } from './Refusal.ts';

export type { FieldState };

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

export interface HandParts {
  page: Page;
  door: PageDoor;
  /** The page as it was just captured. */
  pruning: Pruning;
  capture: () => Promise<Pruning>;
  /** For all that one action does. */
  timeoutMs: number;
  /** Gives up sooner where nothing is under way that could make it possible. Default false. */
  mayGiveUp?: boolean;
  /** Whether requests are open, or a document is on its way. */
  isBusy?: () => boolean;
  signal?: AbortSignal | undefined;
}

/** Milliseconds between two looks at what cannot be acted on yet. */
const PAUSE = 40;
/**
 * Milliseconds without any sign of life after which what cannot be acted on stays so: nothing changed, loads, is
 * animated or requested. What a timer alone would bring later is missed by that; a caller who expects such says how
 * long to wait.
 */
const STILL = 1_000;
/** The least that Playwright is given, milliseconds: it checks again what was checked here. */
const LEAST = 300;

/** An element as it was found, and what is in the way. */
type Finding = Aim & { over?: PageNode | undefined };

/** What every action works with: the live page, the page as it was just captured, and how long it may take. */
export class Hand {
  readonly page: Page;
  readonly #parts: HandParts;
  readonly #end: number;
  #pruning: Pruning;

  constructor(parts: HandParts) {
    this.page = parts.page;
    this.#parts = parts;
    this.#pruning = parts.pruning;
    this.#end = performance.now() + parts.timeoutMs;
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
    await this.#until(node, () => this.#find(node, `readiness(${node.id})`));
  }

  /**
   * Finds the point at which a click reaches the element, in all frames around it, and waits until there is one.
   * Throws `Refusal` with why there is none when the time is over, at once where the element is gone.
   */
  async aim(node: PageNode): Promise<Aimed> {
    let found = await this.#until(node, (turn) => this.#aim(node, turn));
    const locator = this.locator(node, found.id);
    if (node.document.owner && !found.direct && (await this.#isOff(locator, found)))
      found = await this.#until(node, (turn) => this.#aim(node, turn, true));
    const { x, y, at, direct = false } = found;
    return { locator, position: { x, y }, at, direct };
  }

  /** Clicks the element where a click reaches it. Throws `Refusal`. */
  async click(node: PageNode, options: ClickOptions = {}): Promise<void> {
    const { locator, position, at, direct } = await this.aim(node);
    if (direct) await this.attempt(node, () => this.#clickAt(at, options));
    else await this.attempt(node, () => locator.click({ ...options, position, timeout: this.left }));
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
    throw new Refusal('not focusable', node, focused === 0 ? undefined : this.#nodeOf(node, focused));
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
      const found = await this.#aim(node, 0);
      throw new Refusal(found.state === 'ready' ? reasonOf(text) : found.state, node, found.over);
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

  /** Looks again and again until it is ready, the time is over, or nothing is left that could make it so. */
  async #until(node: PageNode, look: (turn: number) => Promise<Finding>): Promise<Finding> {
    let changed = performance.now();
    for (let turn = 0; ; turn++) {
      this.#parts.signal?.throwIfAborted();
      const found = await look(turn);
      if (found.state === 'ready') return found;
      const now = performance.now();
      if (found.state === 'detached' || now >= this.#end) throw new Refusal(found.state, node, found.over);
      const last = this.#pruning;
      if ((await this.see()) !== last || found.stirs || this.#parts.isBusy?.() || isPassing(found.over))
        changed = now;
      if (this.#parts.mayGiveUp && now - changed >= STILL) throw new Refusal(found.state, node, found.over);
      await setTimeout(PAUSE);
    }
  }

  /** From its own document outwards: each frame around it may be covered in turn, or out of view. */
  async #aim(node: PageNode, turn: number, direct = false): Promise<Finding> {
    const found = await this.#find(node, `aim(${node.id})`);
    if (direct) found.direct = true;
    let { at } = found;
    for (let { owner } = node.document; owner && found.state === 'ready'; { owner } = owner.document) {
      const around = await this.#find(owner, `through(${owner.id}, ${JSON.stringify(at)})`);
      at = around.at;
      if (around.state === 'ready') continue;
      // Playwright scrolls to what is out of view by itself.
      if (around.state === 'outside' && !found.direct) return found;
      if (turn < ALIGNMENTS) await this.ask(node, `align(${node.id}, ${turn})`);
      return around;
    }
    return { ...found, at };
  }

  /**
   * True where Playwright takes an element in a frame to lie elsewhere than it does: it leaves out the border and the
   * scale of frames of another process.
   */
  async #isOff(locator: Locator, { corner, at }: Finding): Promise<boolean> {
    const box = await locator.boundingBox({ timeout: this.left }).catch(() => null);
    return box === null || Math.hypot(box.x + corner.x - at.x, box.y + corner.y - at.y) > 1;
  }

  async #find(node: PageNode, call: string): Promise<Finding> {
    const aim = JSON.parse(await this.ask(node, call)) as Aim;
    const over = aim.cover?.map((id) => this.#nodeOf(node, id)).find((one) => one !== undefined);
    return { ...aim, over };
  }

  #nodeOf(beside: PageNode, id: number): PageNode | undefined {
    return nodeWith(this.#pruning.page, beside.document.key, id);
  }
}

/** Ways to scroll to it that are tried in turn. */
const ALIGNMENTS = 3;

/** What says something by itself goes away by itself: a toast. */
const isPassing = (over: PageNode | undefined): boolean =>
  over?.closest(({ role }) => role === 'status' || role === 'alert') !== undefined;

/** Why Playwright gave up, by its log. */
function reasonOf(log: string): RefusalReason {
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
