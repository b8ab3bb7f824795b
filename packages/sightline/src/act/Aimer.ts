import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { PageNode } from '../model/Page.ts';
import type { Aim } from '../page/aim.ts';
import type { Pruning } from '../prune/Pruning.ts';
import type { Hand } from './Hand.ts';
import { Refusal, type RefusalReason } from './Refusal.ts';

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

/** Whether an element can be acted on, and what is in the way. */
interface Readiness {
  state: 'ready' | RefusalReason;
  over?: PageNode | undefined;
  /** Something moves that may bring it about. */
  stirs?: boolean;
}

/** An element as it was found. */
type Finding = Aim & Readiness;

/** Finds where a pointer reaches an element, and waits until it does. */
export class Aimer {
  readonly #hand: Hand;
  readonly #parts: HandParts;
  readonly #end: number;

  /** `end`: when the time is over. */
  constructor(hand: Hand, parts: HandParts, end: number) {
    this.#hand = hand;
    this.#parts = parts;
    this.#end = end;
  }

  async ready(node: PageNode): Promise<void> {
    await this.#until(node, () => this.#find(node, `readiness(${node.id})`));
  }

  /** A field may be locked while the page is busy. */
  async editable(node: PageNode): Promise<void> {
    await this.#until(node, async () => {
      const { editable } = await this.#hand.field(node);
      return { state: editable === 'readonly' ? 'not editable' : 'ready' };
    });
  }

  /** The point at which a click reaches it. */
  async aim(node: PageNode): Promise<Finding> {
    for (;;) {
      const found = await this.#until(node, (turn) => this.look(node, turn));
      // By Playwright, which sees to it that nothing comes between at the last moment, wherever it knows the place.
      if (found.direct || !(await this.#isOff(node, found))) return found;
      const again = await this.#until(node, (turn) => this.look(node, turn, true));
      if (Math.hypot(again.at.x - found.at.x, again.at.y - found.at.y) < 1) return again;
      if (performance.now() >= this.#end) throw new Refusal('moving', node);
    }
  }

  /** Looks again and again until it is ready, the time is over, or nothing is left that could make it so. */
  async #until<T extends Readiness>(node: PageNode, look: (turn: number) => Promise<T>): Promise<T> {
    let changed = performance.now();
    for (let turn = 0; ; turn++) {
      this.#parts.signal?.throwIfAborted();
      const found = await look(turn);
      if (found.state === 'ready') return found;
      const now = performance.now();
      if (found.state === 'detached' || now >= this.#end) throw new Refusal(found.state, node, found.over);
      const last = this.#hand.pruning;
      if ((await this.#hand.see()) !== last || found.stirs || this.#parts.isBusy?.() || isPassing(found.over))
        changed = now;
      if (this.#parts.mayGiveUp && now - changed >= STILL) throw new Refusal(found.state, node, found.over);
      await setTimeout(PAUSE);
    }
  }

  /** From its own document outwards: each frame around it may be covered in turn, or out of view. */
  async look(node: PageNode, turn = 0, direct = false): Promise<Finding> {
    const found = await this.#find(node, `aim(${node.id})`);
    if (direct) found.direct = true;
    let { at } = found;
    for (let { owner } = node.document; owner && found.state === 'ready'; { owner } = owner.document) {
      const around = await this.#find(owner, `through(${owner.id}, ${JSON.stringify(at)})`);
      at = around.at;
      if (around.state === 'ready') continue;
      // Playwright scrolls to what is out of view by itself.
      if (around.state === 'outside' && !found.direct) return found;
      if (turn < ALIGNMENTS) await this.#hand.ask(node, `align(${node.id}, ${turn})`);
      return around;
    }
    return { ...found, at };
  }

  /**
   * True where Playwright takes an element to lie elsewhere than it does: it leaves out the border and the scale of
   * frames of another process, and does not know where the columns of a text are.
   */
  async #isOff(node: PageNode, { id, corner, at }: Finding): Promise<boolean> {
    const box = await this.#hand
      .locator(node, id)
      .boundingBox({ timeout: this.#hand.left })
      .catch(() => null);
    return box === null || Math.hypot(box.x + corner.x - at.x, box.y + corner.y - at.y) > 1;
  }

  async #find(node: PageNode, call: string): Promise<Finding> {
    const aim = JSON.parse(await this.#hand.ask(node, call)) as Aim;
    const over = aim.cover?.map((id) => this.#hand.nodeOf(node, id)).find((one) => one !== undefined);
    return { ...aim, over };
  }
}

/** Ways to scroll to it that are tried in turn. */
const ALIGNMENTS = 3;

/** What says something by itself goes away by itself: a toast. */
const isPassing = (over: PageNode | undefined): boolean =>
  over?.closest(({ role }) => role === 'status' || role === 'alert') !== undefined;
