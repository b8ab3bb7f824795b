/** Milliseconds. In hidden tabs Chrome throttles it, to once a minute at worst. */
const INTERVAL_MS = 2_000;
const BINDING_NAME = '__sightlineHeartbeat';
const WORLD_NAME = 'sightline heartbeat';

/**
 * Makes a shared tab send an event periodically: without more permissions nothing else wakes a stopped service
 * worker. The timer runs in an isolated world that the page cannot see. It starts once the client enables
 * `Runtime`; idempotent.
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
