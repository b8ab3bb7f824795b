/** Settles as `work` does, or rejects with the signal's reason as soon as that is aborted. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let rejectAborted = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    rejectAborted = () => reject(signal.reason);
  });
  signal.addEventListener('abort', rejectAborted, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', rejectAborted);
    work.catch(() => undefined);
  }
}
