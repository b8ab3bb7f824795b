import { parsePairingCode } from '../packages/sightline/src/relay/Pairing.ts';
import type { TabCall, TabCommand, ToExtension } from '../packages/sightline/src/relay/protocol.ts';
import { withoutCredentials } from '../packages/sightline/src/relay/withoutCredentials.ts';
import { isHeartbeat } from './heartbeat.ts';
import { Link } from './Link.ts';
import type { PopupRequest, PopupView } from './popupView.ts';
import { Sharing } from './Sharing.ts';
import { loadState, type StoredState, saveState } from './Store.ts';

/** The service worker's logic, from its stored state. */
export class Worker {
  readonly sharing: Sharing;
  readonly #state: StoredState;
  #link: Link | undefined;
  #clientsQueue: Promise<void> = Promise.resolve();

  private constructor(state: StoredState) {
    this.#state = state;
    this.sharing = new Sharing({
      shares: state.shares,
      send: (message) => this.#link?.send(message),
      onChange: (shares) => this.#saveState({ shares }),
    });
    this.#connect();
  }

  static async start(): Promise<Worker> {
    return new Worker(await loadState());
  }

  /** After a restart of the browser tabs are others: earlier shares are dropped. */
  forgetShares(): Promise<void> {
    return this.sharing.revokeAll();
  }

  /** Reconnects to the relay at once. */
  wake(): void {
    this.#link?.wake();
  }

  forwardEvent(source: chrome.debugger.DebuggerSession, method: string, params: object | undefined): void {
    const { tabId, sessionId } = source;
    if (tabId === undefined || isHeartbeat(method, params)) return;
    if (method === 'Page.windowOpen')
      void this.sharing.onWindowOpen(tabId, String((params as { url?: unknown }).url)).catch(() => undefined);
    const event = withoutCredentials({ tabId, sessionId, method, params });
    if (event) this.#link?.send({ type: 'event', event });
  }

  async handleRequest(request: PopupRequest): Promise<PopupView> {
    if (request.ask === 'pair') this.#pair(request.code);
    if (request.ask === 'unpair') await this.#unpair();
    if (request.ask === 'share') await this.sharing.share(request.tabId, request.client);
    if (request.ask === 'revoke') await this.sharing.revoke(request.tabId);
    if (request.ask === 'revokeAll') await this.sharing.revokeAll();
    return this.#view();
  }

  #view(): PopupView {
    const shares = this.sharing.list().map(({ tabId, client }) => ({
      tabId,
      client,
      isLive: this.sharing.isLive(tabId),
    }));
    return { link: this.#link?.state ?? 'unpaired', clients: this.sharing.clients, shares };
  }

  #pair(code: string): void {
    const pairing = parsePairingCode(code);
    if (!pairing) throw new Error('That is no pairing code. `sightline extension --setup` prints one.');
    this.#saveState({ pairing });
    this.#connect();
  }

  async #unpair(): Promise<void> {
    await this.sharing.revokeAll();
    this.#saveState({ pairing: undefined });
    this.#connect();
  }

  #connect(): void {
    this.#link?.close();
    const { pairing } = this.#state;
    this.#link = pairing && new Link(pairing);
    if (!this.#link) return;
    this.#link.onmessage = (message) => void this.#receive(message);
    this.#link.onstate = notifyPopup;
    // Without a relay there are no clients: detaches from every tab, unless the relay comes back at once.
    this.#link.onlapse = () => this.#setClients([]);
    this.#link.open();
  }

  /** One after the other. */
  #setClients(names: string[], epochs?: string[]): Promise<void> {
    this.#clientsQueue = this.#clientsQueue
      .then(() => this.sharing.setClients(names, epochs))
      .catch(() => undefined);
    return this.#clientsQueue;
  }

  async #receive(message: ToExtension): Promise<void> {
    if (message.type === 'clients') return this.#setClients(message.names, message.epochs);
    const { id } = message.type === 'command' ? message.command : message.call;
    const work =
      message.type === 'command'
        ? this.#runCommand(message.command)
        : this.#runCall(message.client, message.call);
    const answer = await work.then(
      (result) => ({ id, result }),
      (error) => ({ id, error: { message: messageOf(error) } }),
    );
    this.#link?.send({ type: 'answer', answer });
  }

  #runCommand(command: TabCommand): Promise<object> {
    return this.sharing.runCommand(command);
  }

  async #runCall(client: string, { call, tabId = -1 }: TabCall): Promise<object> {
    if (call === 'openTab') return { tabId: await this.sharing.openTab(client) };
    if (!this.sharing.isLive(tabId)) throw new Error('tab_closed: That tab is not shared.');
    if (call === 'closeTab') await chrome.tabs.remove(tabId);
    if (call === 'showTab') await chrome.tabs.update(tabId, { active: true });
    return {};
  }

  #saveState(change: Partial<StoredState>): void {
    Object.assign(this.#state, change);
    void saveState(this.#state);
    notifyPopup();
  }
}

/** Errors of the debugger are JSON. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, message] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return message === undefined ? text : JSON.parse(`"${message}"`);
}

/** An open popup asks again. */
function notifyPopup(): void {
  chrome.runtime.sendMessage({ changed: true }).catch(() => undefined);
}
