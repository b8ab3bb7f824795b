/** Milliseconds. Chrome slows it in tabs that nobody sees, to once a minute at worst. */
const INTERVAL_MS = 2_000;
const BINDING_NAME = '__sightlineHeartbeat';
const WORLD_NAME = 'sightline heartbeat';

/**
 * Has a shared tab send an event now and then: nothing else wakes a service worker that Chrome has stopped, without
 * more permissions. The timer lives in a world of its own, which the page can neither see nor call. It beats once
 * `Runtime` is enabled, which the client does; done twice, it is there once.
 */
export async function startHeartbeat(tabId: number): Promise<void> {
  const send = (method: string, params: Record<string, unknown>) =>
    chrome.debugger.sendCommand({ tabId }, method, params);
  const source = `if (self === top) globalThis.beat ??= setInterval(() => globalThis.${BINDING_NAME}?.(''), ${INTERVAL_MS})`;
  await send('Runtime.addBinding', { name: BINDING_NAME, executionContextName: WORLD_NAME });
  await send('Page.addScriptToEvaluateOnNewDocument', {
    source,
    worldName: WORLD_NAME,
    runImmediately: true,
  });
}

/** It is nobody else's business. */
export function isHeartbeat(method: string, params: object | undefined): boolean {
  return (
    method === 'Runtime.bindingCalled' && (params as { name?: unknown } | undefined)?.name === BINDING_NAME
  );
}
