/**
 * The commands that may reach a tab: what Sightline sends, and what Playwright sends for it. Nothing reads cookies,
 * storage or what goes over the network, nothing debugs scripts, and nothing reaches beyond the tab.
 */
const ALLOWED_BY_DOMAIN: Readonly<Record<string, string>> = {
  DOM: 'enable disable describeNode resolveNode getDocument getFrameOwner getBoxModel getContentQuads performSearch discardSearchResults scrollIntoViewIfNeeded setFileInputFiles',
  DOMDebugger: 'getEventListeners',
  Emulation:
    'setDefaultBackgroundColorOverride setDeviceMetricsOverride clearDeviceMetricsOverride setEmulatedMedia setFocusEmulationEnabled setTouchEmulationEnabled',
  Fetch: 'enable disable continueRequest failRequest fulfillRequest',
  Input:
    'dispatchMouseEvent dispatchKeyEvent dispatchTouchEvent dispatchDragEvent insertText setInterceptDrags',
  Inspector: 'enable',
  Log: 'enable',
  Network: 'enable setCacheDisabled',
  Page: 'enable addScriptToEvaluateOnNewDocument removeScriptToEvaluateOnNewDocument bringToFront captureScreenshot createIsolatedWorld getFrameTree getLayoutMetrics getNavigationHistory handleJavaScriptDialog navigate navigateToHistoryEntry reload setInterceptFileChooserDialog setLifecycleEventsEnabled stopLoading',
  Performance: 'enable getMetrics',
  Runtime:
    'enable disable addBinding callFunctionOn evaluate getProperties releaseObject releaseObjectGroup runIfWaitingForDebugger',
  Target: 'setAutoAttach detachFromTarget',
};

const ALLOWED_METHODS: ReadonlySet<string> = new Set(
  Object.entries(ALLOWED_BY_DOMAIN).flatMap(([domain, names]) =>
    names.split(' ').map((name) => `${domain}.${name}`),
  ),
);

/** Whether a command may be sent to a tab. The relay asks it, and the extension again: neither trusts the other. */
export function isAllowedCommand(method: string, params: object = {}): boolean {
  if (!ALLOWED_METHODS.has(method)) return false;
  return method !== 'Page.navigate' || isWebUrl((params as { url?: unknown }).url);
}

/** The addresses that a tab may be sent to. */
export function isWebUrl(url: unknown): boolean {
  return typeof url === 'string' && (url === 'about:blank' || /^https?:\/\//i.test(url));
}
