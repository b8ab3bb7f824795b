import { CdpSessions } from './CdpSessions.ts';
import type { CdpEvent, SharedTab } from './protocol.ts';
import type { RelayClient } from './RelayClient.ts';
import { type CdpFrameTree, isCacheRestore, restoredFrameEvents } from './restoredFrameEvents.ts';

/** A message of the browser's protocol, in either direction. */
export interface CdpMessage {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: object;
  error?: { message: string };
}

/** One context holds all shared tabs: that of the user's profile. */
const BROWSER_CONTEXT_ID = 'shared';

/**
 * The browser as Playwright expects it over a shared set of tabs: answers the calls of `Browser` and `Target` that a
 * tab's debugger cannot, with one root session a tab, and sends everything else there.
 * The shape of Playwright's `ConnectOverCDPTransport`.
 */
export class CdpEmulator {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  readonly #client: RelayClient;
  readonly #sessions = new CdpSessions();
  /** Answers of `Page.getFrameTree` that are awaited, by session. */
  readonly #frameTrees = new Map<string, Promise<void>>();
  /** By tab: how requests of it are held up, which is said for the tab and holds in its frames of other sites too. */
  readonly #requestGates = new Map<number, object>();
  #isAnnouncing = false;

  constructor(client: RelayClient) {
    this.#client = client;
  }

  send(message: object): void {
    const { id, sessionId, method = '', params = {} } = message as CdpMessage;
    const reply = (outcome: Pick<CdpMessage, 'result' | 'error'>) =>
      this.#emit({ id, sessionId, ...outcome });
    this.#dispatch(method, params, sessionId).then(
      (result) => reply({ result }),
      (error: Error) => reply({ error: { message: error.message } }),
    );
  }

  close(): void {
    void this.#client.close();
  }

  #emit(message: CdpMessage): void {
    this.onmessage?.(message);
  }

  async #dispatch(method: string, params: Record<string, unknown>, sessionId?: string): Promise<object> {
    const tabSession = sessionId === undefined ? undefined : this.#sessions.findSession(sessionId);
    if (tabSession) return this.#runInTab(method, params, sessionId as string);
    if (sessionId !== undefined && !this.#sessions.isBrowser(sessionId)) throw new Error('Session closed.');
    return this.#runInBrowser(method, params, sessionId);
  }

  async #runInBrowser(method: string, params: Record<string, unknown>, sessionId?: string): Promise<object> {
    switch (method) {
      case 'Browser.getVersion':
        return createVersion(this.#client.browser?.userAgent ?? '');
      case 'Target.setAutoAttach':
        return this.#announceAll();
      case 'Target.attachToBrowserTarget':
        return { sessionId: this.#sessions.addBrowser() };
      case 'Target.attachToTarget':
        return { sessionId: this.#sessions.addAlias(String(params.targetId), sessionId) };
      case 'Target.detachFromTarget':
        this.#sessions.remove(String(params.sessionId));
        return {};
      case 'Target.createTarget':
        return this.#openTab();
      case 'Target.closeTarget':
        return this.#client.call({ call: 'closeTab', tabId: this.#tabOfTarget(params.targetId).tabId });
      case 'Target.getTargetInfo':
        return params.targetId
          ? { targetInfo: createTargetInfo(this.#tabOfTarget(params.targetId), undefined) }
          : {};
      default:
        throw new Error(`'${method}' does not work through the extension.`);
    }
  }

  async #runInTab(method: string, params: Record<string, unknown>, sessionId: string): Promise<object> {
    const { tabId, targetSessionId } = this.#sessions.requireSession(sessionId);
    if (method === 'Target.getTargetInfo') return { targetInfo: this.#targetInfoOf(tabId) };
    if (method === 'Page.bringToFront') return this.#client.call({ call: 'showTab', tabId });
    if (method === 'Page.close') return this.#client.call({ call: 'closeTab', tabId });
    if (method === 'Target.detachFromTarget' && this.#sessions.isAlias(String(params.sessionId))) {
      this.#sessions.remove(String(params.sessionId));
      return {};
    }
    if (method.endsWith('.disable') && !this.#sessions.disable(sessionId, domainOf(method))) return {};
    if (method === 'Fetch.enable' && targetSessionId === undefined) this.#requestGates.set(tabId, params);
    const command = { tabId, ...routePausedRequest({ targetSessionId, params }), method };
    const result = await this.#inOrder(sessionId, method, () => this.#client.command(command));
    if (method.endsWith('.enable')) this.#onEnabled(sessionId, domainOf(method));
    return result;
  }

  /**
   * Chrome brings answers and events to an extension on two ways, of which either may be the faster. What Playwright
   * enables in a target causes events of its frames at once, which it knows from this answer alone: it must come first.
   */
  async #inOrder(sessionId: string, method: string, run: () => Promise<object>): Promise<object> {
    if (this.#sessions.isAlias(sessionId)) return run();
    if (method !== 'Page.getFrameTree')
      return (this.#frameTrees.get(sessionId) ?? Promise.resolve()).then(run);
    const answer = run();
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    this.#frameTrees.set(sessionId, settled);
    return answer;
  }

  /** Sends a second session of a target the contexts that exist already, as the browser would. */
  #onEnabled(sessionId: string, domain: string): void {
    const isFirst = this.#sessions.enable(sessionId, domain);
    if (!isFirst || domain !== 'Runtime' || !this.#sessions.isAlias(sessionId)) return;
    for (const params of this.#sessions.contextsOf(sessionId))
      this.#emit({ sessionId, method: 'Runtime.executionContextCreated', params });
  }

  async #announceAll(): Promise<object> {
    if (this.#isAnnouncing) return {};
    this.#isAnnouncing = true;
    this.#client.listen({
      onTab: (tab) => this.#onTab(tab),
      onTabGone: (tabId) => this.#onTabGone(tabId),
      onEvent: (event) => this.#onEvent(event),
      onClose: () => this.onclose?.('The relay has ended.'),
    });
    return {};
  }

  #onTab(tab: SharedTab): void {
    const opener = tab.openerTabId === undefined ? undefined : this.#client.tabs.get(tab.openerTabId);
    const sessionId = this.#sessions.addTab(tab.tabId, tab.targetId);
    const params = {
      sessionId,
      targetInfo: createTargetInfo(tab, opener?.targetId),
      waitingForDebugger: false,
    };
    this.#emit({ method: 'Target.attachedToTarget', params });
  }

  #onTabGone(tabId: number): void {
    this.#requestGates.delete(tabId);
    for (const { sessionId, targetId, parent } of this.#sessions.removeTab(tabId))
      this.#emit({ sessionId: parent, method: 'Target.detachedFromTarget', params: { sessionId, targetId } });
  }

  #onEvent({ tabId, sessionId: targetSessionId, method, params = {} }: CdpEvent): void {
    const eventParams = params as Record<string, unknown>;
    if (method === 'Target.attachedToTarget') this.#sessions.addChild(tabId, targetSessionId, eventParams);
    if (method === 'Target.attachedToTarget') this.#gateFrame(tabId, String(eventParams.sessionId));
    this.#sessions.trackContexts(tabId, targetSessionId, method, eventParams);
    if (targetSessionId !== undefined && method === 'Fetch.requestPaused')
      this.#emitPausedRequest(tabId, targetSessionId, eventParams);
    for (const sessionId of this.#sessions.subscribersOf(tabId, targetSessionId, method))
      this.#emit({ sessionId, method, params: eventParams });
    if (method.startsWith('Page.download'))
      this.#emit({ method: toBrowserMethod(method), params: eventParams });
    if (targetSessionId === undefined && isCacheRestore(method, eventParams))
      void this.#emitRestoredFrames(tabId);
    if (method !== 'Target.detachedFromTarget') return;
    for (const alias of this.#sessions.removeChild(String(eventParams.sessionId)))
      this.#emit({
        sessionId: alias.parent,
        method,
        params: { sessionId: alias.sessionId, targetId: alias.targetId },
      });
  }

  /** Before it runs on: it waits until every client that was notified has agreed. */
  #gateFrame(tabId: number, sessionId: string): void {
    const params = this.#requestGates.get(tabId);
    if (!params) return;
    // A worker has no requests of its own: those are its frame's.
    this.#client.command({ tabId, sessionId, method: 'Fetch.enable', params }).catch(() => undefined);
  }

  #emitPausedRequest(tabId: number, targetSessionId: string, params: Record<string, unknown>): void {
    const requestId = `${targetSessionId}${REQUEST_SEPARATOR}${params.requestId}`;
    for (const sessionId of this.#sessions.subscribersOf(tabId, undefined, 'Fetch.requestPaused'))
      this.#emit({ sessionId, method: 'Fetch.requestPaused', params: { ...params, requestId } });
  }

  async #emitRestoredFrames(tabId: number): Promise<void> {
    const answer = this.#client.command({ tabId, method: 'Page.getFrameTree' }).catch(() => undefined);
    const { frameTree } = ((await answer) ?? {}) as { frameTree?: CdpFrameTree };
    const sessionId = this.#sessions.primarySessionOf(tabId);
    if (!frameTree || sessionId === undefined) return;
    for (const event of restoredFrameEvents(frameTree, this.#sessions.contextsOf(sessionId)))
      this.#emit({ sessionId, ...event });
  }

  /** A tab is announced once it answers: on a busy machine that may be after its opening is answered. */
  async #openTab(): Promise<object> {
    const { tabId } = (await this.#client.call({ call: 'openTab' })) as { tabId: number };
    await this.#client.waitFor(() => this.#client.tabs.has(tabId), ANNOUNCE_TIMEOUT_MS);
    const { targetId } = this.#tab(tabId);
    return { targetId };
  }

  #targetInfoOf(tabId: number): object {
    return createTargetInfo(this.#tab(tabId), undefined);
  }

  #tab(tabId: number): SharedTab {
    const tab = this.#client.tabs.get(tabId);
    if (!tab) throw new Error('tab_closed: That tab is closed, or is not shared any more.');
    return tab;
  }

  #tabOfTarget(targetId: unknown): SharedTab {
    const tab = [...this.#client.tabs.values()].find((one) => one.targetId === targetId);
    if (!tab) throw new Error('No target with given id found');
    return tab;
  }
}

/** Milliseconds. */
const ANNOUNCE_TIMEOUT_MS = 10_000;

function createVersion(userAgent: string): object {
  const [product = 'Chrome/0'] = /(?:Headless)?Chrome\/[\d.]+/.exec(userAgent) ?? [];
  return { protocolVersion: '1.3', product, revision: '', userAgent, jsVersion: '' };
}

function createTargetInfo({ targetId, url, title }: SharedTab, openerId: string | undefined): object {
  return {
    targetId,
    type: 'page',
    title,
    url,
    attached: true,
    browserContextId: BROWSER_CONTEXT_ID,
    openerId,
  };
}

/** Between the session and the id of a request that a frame of another site has been held up with. */
const REQUEST_SEPARATOR = '/';

/** The session that a command is for: that of the frame whose request it answers. */
function routePausedRequest({
  targetSessionId,
  params,
}: {
  targetSessionId: string | undefined;
  params: Record<string, unknown>;
}): {
  sessionId: string | undefined;
  params: Record<string, unknown>;
} {
  const [ownerSessionId, requestId] = String(params.requestId ?? '').split(REQUEST_SEPARATOR);
  if (requestId === undefined) return { sessionId: targetSessionId, params };
  return { sessionId: ownerSessionId, params: { ...params, requestId } };
}

/** A tab reports downloads too, but Playwright listens to the browser only. */
const toBrowserMethod = (method: string): string => method.replace('Page.', 'Browser.');

const domainOf = (method: string): string => method.split('.', 1)[0] ?? '';
