/** The value of `promise`, or `fallback` after `timeoutMs` milliseconds. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  // A late rejection must not be unhandled.
  promise.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, fallback);
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
