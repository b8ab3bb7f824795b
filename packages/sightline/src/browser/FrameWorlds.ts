import type { Frame, Page } from 'playwright-core';
import { World } from './World.ts';
import { withinTime } from './withinTime.ts';

/** Milliseconds. */
const IMPATIENCE = 50;

export interface Target {
  world: World;
  /** The target that holds its frame element; undefined for the page's own. */
  around: World | undefined;
}

/**
 * The targets that make up a page: its own, and one for each frame that has a process of its own. No
 * list tells which frames those are; a session is asked for, and Chromium refuses it for the others.
 */
export class FrameWorlds {
  readonly #page: Page;
  readonly main: World;
  readonly #own = new Map<Frame, World>();
  /** Frames whose process has not answered yet. */
  readonly #opening = new Map<Frame, Promise<void>>();
  /** Frames that live in the process of their parent, as of their last navigation. */
  readonly #inline = new WeakSet<Frame>();

  constructor(page: Page, main: World) {
    this.#page = page;
    this.main = main;
    page.on('framenavigated', this.#onNavigated);
    page.on('framedetached', this.#onDetached);
  }

  /** Every target that answers within `patienceMs`, the main one first, each with the target around it. */
  async all(patienceMs: number): Promise<Target[]> {
    await this.#findOwn(patienceMs);
    const targets: Target[] = [{ world: this.main, around: undefined }];
    for (const [frame, world] of this.#own) {
      if (!world.closed) targets.push({ world, around: this.#around(frame) });
    }
    return targets;
  }

  async dispose(): Promise<void> {
    this.#page.off('framenavigated', this.#onNavigated);
    this.#page.off('framedetached', this.#onDetached);
    await Promise.all([this.main, ...this.#own.values()].map((world) => world.dispose()));
  }

  /** Asks for a session of each frame that is not known to be inline; only where frames are missing. */
  async #findOwn(patienceMs: number): Promise<void> {
    for (const [frame, world] of this.#own) if (world.closed) this.#own.delete(frame);
    const frames = this.#page.frames().filter((frame) => frame !== this.#page.mainFrame());
    const known = this.main.frameIds().length - 1;
    const inOwn = [...this.#own.values()].reduce((sum, world) => sum + world.frameIds().length, 0);
    if (frames.length <= known + inOwn) return;
    const unknown = frames.filter((frame) => !this.#own.has(frame) && !this.#inline.has(frame));
    await Promise.all(unknown.map((frame) => this.#open(frame, patienceMs)));
  }

  /** A frame that hangs is waited for once with patience; after that its answer is only looked for. */
  #open(frame: Frame, patienceMs: number): Promise<void> {
    const opening = this.#opening.get(frame);
    if (opening) return withinTime(opening, IMPATIENCE, undefined);
    const first = this.#tryOwn(frame).finally(() => this.#opening.delete(frame));
    this.#opening.set(frame, first);
    return withinTime(first, patienceMs, undefined);
  }

  async #tryOwn(frame: Frame): Promise<void> {
    try {
      const session = await this.#page.context().newCDPSession(frame);
      this.#own.set(frame, await World.open(session, this.#page));
    } catch {
      this.#inline.add(frame);
    }
  }

  #around(frame: Frame): World {
    for (let up = frame.parentFrame(); up; up = up.parentFrame()) {
      const world = this.#own.get(up);
      if (world) return world;
    }
    return this.main;
  }

  readonly #onNavigated = (frame: Frame): void => {
    this.#inline.delete(frame);
  };

  readonly #onDetached = (frame: Frame): void => {
    this.#own.get(frame)?.dispose();
    this.#own.delete(frame);
  };
}
