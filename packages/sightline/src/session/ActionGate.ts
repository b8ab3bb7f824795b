import { AsyncLocalStorage } from 'node:async_hooks';
import { untilAborted } from '../snapshot/untilAborted.ts';
import { SerialQueue } from './SerialQueue.ts';

/** Whether actions are held back, and how many wait. */
export interface GateState {
  paused: boolean;
  waiting: number;
}

/**
 * Runs the actions of a session one at a time. Whoever watches can hold them back, let one through, and act meanwhile: in
 * `asWatcher` nothing is held back.
 */
export class ActionGate {
  readonly #queue = new SerialQueue();
  readonly #watcher = new AsyncLocalStorage<true>();
  readonly #listeners = new Set<(state: GateState) => void>();
  #isPaused = false;
  /** First come, first served. */
  #waiting: (() => void)[] = [];

  get state(): GateState {
    return { paused: this.#isPaused, waiting: this.#waiting.length };
  }

  /** From the next action on; one under way ends as it does. */
  pause(): void {
    this.#isPaused = true;
    this.#report();
  }

  resume(): void {
    this.#isPaused = false;
    for (const letThrough of this.#waiting.splice(0)) letThrough();
    this.#report();
  }

  /** Lets the one through that has waited longest. */
  step(): void {
    this.#waiting.shift()?.();
    this.#report();
  }

  /** Called with each change, until what it returns is called. */
  onChange(listener: (state: GateState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  asWatcher<T>(work: () => Promise<T>): Promise<T> {
    return this.#watcher.run(true, work);
  }

  /** Resolves when the next action may begin. */
  async pass(signal?: AbortSignal): Promise<void> {
    if (!this.#isPaused || this.#watcher.getStore()) return;
    let letThrough = (): void => undefined;
    const passing = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    this.#waiting.push(letThrough);
    this.#report();
    try {
      await untilAborted(() => passing, signal);
    } finally {
      this.#waiting = this.#waiting.filter((one) => one !== letThrough);
      this.#report();
    }
  }

  /** Runs an action once it may begin, and those before it have ended. */
  async run<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.pass(signal);
    return this.#queue.run(action, signal);
  }

  /** Runs work between two actions, also while they are held back. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

  #report(): void {
    for (const listener of this.#listeners) listener(this.state);
  }
}
