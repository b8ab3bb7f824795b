/** Milliseconds. Chrome slows it in tabs that nobody sees, to once a minute at worst. */
const BEAT = 2_000;
const NAME = '__sightlineHeartbeat';
const WORLD = 'sightline heartbeat';

/**
 * Has a shared tab send an event now and then: nothing else wakes a service worker that Chrome has stopped, without
 * more permissions. The timer lives in a world of its own, which the page can neither see nor call. It beats once
 * `Runtime` is enabled, which the client does; done twice, it is there once.
 */
export async function startHeartbeat(tabId: number): Promise<void> {
  const send = (method: string, params: Record<string, unknown>) =>
    chrome.debugger.sendCommand({ tabId }, method, params);
  const source = `if (self === top) globalThis.beat ??= setInterval(() => globalThis.${NAME}?.(''), ${BEAT})`;
  await send('Runtime.addBinding', { name: NAME, executionContextName: WORLD });
  await send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD, runImmediately: true });
}

/** It is nobody else's business. */
export function isHeartbeat(method: string, params: object | undefined): boolean {
  return method === 'Runtime.bindingCalled' && (params as { name?: unknown } | undefined)?.name === NAME;
}
