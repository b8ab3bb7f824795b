/**
 * The promise of a call, which knows whether anybody waits for it: an action that fails unseen would be taken for done.
 * What is made from it (`then`, `catch`) are plain promises.
 */
export class CallPromise<T> extends Promise<T> {
  /** It has been awaited, or `then` or `catch` was called. */
  isHandled = false;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` calls it, for a promise of another class
  override then<R = T, E = never>(
    onFulfilled?: ((value: T) => R | PromiseLike<R>) | null,
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    this.isHandled = true;
    return super.then(onFulfilled, onRejected);
  }
}
