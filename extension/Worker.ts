import { readCode } from '../packages/sightline/src/relay/Pairing.ts';
import type { Call, Command, ToExtension } from '../packages/sightline/src/relay/protocol.ts';
import { isHeartbeat } from './heartbeat.ts';
import { Link } from './Link.ts';
import type { Request, View } from './popupView.ts';
import { Sharing } from './Sharing.ts';
import { load, type State, save } from './Store.ts';

/** The service worker's work, from what was kept when it slept last. */
export class Worker {
  readonly sharing: Sharing;
  readonly #state: State;
  #link: Link | undefined;
  #settled: Promise<void> = Promise.resolve();

  private constructor(state: State) {
    this.#state = state;
    this.sharing = new Sharing({
      shares: state.shares,
      tell: (message) => this.#link?.send(message),
      changed: (shares) => this.#keep({ shares }),
    });
    this.#connect();
  }

  static async start(): Promise<Worker> {
    return new Worker(await load());
  }

  /** Another start of the browser has other tabs: what was shared in the last one is not. */
  forgetShares(): Promise<void> {
    return this.sharing.revokeAll();
  }

  /** Tries again at once to reach the relay. */
  wake(): void {
    this.#link?.wake();
  }

  tellEvent(source: chrome.debugger.DebuggerSession, method: string, params: object | undefined): void {
    const { tabId, sessionId } = source;
    if (tabId === undefined || isHeartbeat(method, params)) return;
    if (method === 'Page.windowOpen')
      void this.sharing.onWindowOpen(tabId, String((params as { url?: unknown }).url)).catch(() => undefined);
    this.#link?.send({ type: 'event', event: { tabId, sessionId, method, params } });
  }

  async answer(request: Request): Promise<View> {
    if (request.ask === 'pair') this.#pair(request.code);
    if (request.ask === 'unpair') await this.#unpair();
    if (request.ask === 'share') await this.sharing.share(request.tabId, request.client);
    if (request.ask === 'revoke') await this.sharing.revoke(request.tabId);
    if (request.ask === 'revokeAll') await this.sharing.revokeAll();
    return this.#view();
  }

  #view(): View {
    const shares = this.sharing.list().map(({ tabId, client }) => ({
      tabId,
      client,
      isLive: this.sharing.isLive(tabId),
    }));
    return { link: this.#link?.state ?? 'unpaired', clients: this.sharing.clients, shares };
  }

  #pair(code: string): void {
    const pairing = readCode(code);
    if (!pairing) throw new Error('That is no pairing code. `sightline extension --setup` prints one.');
    this.#keep({ pairing });
    this.#connect();
  }

  async #unpair(): Promise<void> {
    await this.sharing.revokeAll();
    this.#keep({ pairing: undefined });
    this.#connect();
  }

  #connect(): void {
    this.#link?.close();
    const { pairing } = this.#state;
    this.#link = pairing && new Link(pairing);
    if (!this.#link) return;
    this.#link.onmessage = (message) => void this.#receive(message);
    this.#link.onstate = tellPopup;
    // While there is no relay there are no clients: the debugger lets go of every tab, unless it comes back at once.
    this.#link.onlapse = () => this.#setClients([]);
    this.#link.open();
  }

  /** One after the other. */
  #setClients(names: string[], epochs?: string[]): Promise<void> {
    this.#settled = this.#settled.then(() => this.sharing.setClients(names, epochs)).catch(() => undefined);
    return this.#settled;
  }

  async #receive(message: ToExtension): Promise<void> {
    if (message.type === 'clients') return this.#setClients(message.names, message.epochs);
    const { id } = message.type === 'command' ? message.command : message.call;
    const work =
      message.type === 'command' ? this.#command(message.command) : this.#call(message.client, message.call);
    const answer = await work.then(
      (result) => ({ id, result }),
      (error) => ({ id, error: { message: messageOf(error) } }),
    );
    this.#link?.send({ type: 'answer', answer });
  }

  #command(command: Command): Promise<object> {
    return this.sharing.run(command);
  }

  async #call(client: string, { call, tabId = -1 }: Call): Promise<object> {
    if (call === 'openTab') return { tabId: await this.sharing.open(client) };
    if (!this.sharing.isLive(tabId)) throw new Error('tab_closed: That tab is not shared.');
    if (call === 'closeTab') await chrome.tabs.remove(tabId);
    if (call === 'showTab') await chrome.tabs.update(tabId, { active: true });
    return {};
  }

  #keep(change: Partial<State>): void {
    Object.assign(this.#state, change);
    void save(this.#state);
    tellPopup();
  }
}

/** The debugger's own errors are JSON. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, message] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return message === undefined ? text : JSON.parse(`"${message}"`);
}

/** It asks again, if it is open. */
function tellPopup(): void {
  chrome.runtime.sendMessage({ changed: true }).catch(() => undefined);
}
