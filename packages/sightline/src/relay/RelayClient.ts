import { setTimeout as pause } from 'node:timers/promises';
import { connectToRelay, type RelayConnection } from './connectToRelay.ts';
import type { JsonSocket } from './JsonSocket.ts';
import type { Pairing } from './Pairing.ts';
import {
  type BrowserInfo,
  type CdpEvent,
  type FromClient,
  type RelayResponse,
  type SharedTab,
  type TabCall,
  type TabCommand,
  type TabGoneMessage,
  type ToClient,
  type UnsentMessage,
  withId,
} from './protocol.ts';
import type { Relay } from './Relay.ts';
import { failureMessages } from './relayFailure.ts';

/** Events of the client's tabs. */
export interface RelayListener {
  onTab(tab: SharedTab): void;
  onTabGone(tabId: number): void;
  onEvent(event: CdpEvent): void;
  /** The relay is gone, and cannot be reached any more. */
  onClose(): void;
}

type PendingCall = { resolve(result: object): void; reject(error: Error): void };
/** A program's connection to the relay; reconnects when the relay has ended, with the tabs of the new one. */
export class RelayClient {
  /** The browser of the extension; undefined while none is connected. */
  browser: BrowserInfo | undefined;
  readonly tabs = new Map<number, SharedTab>();
  /** What became of the last tab that went. */
  goneReason: TabGoneMessage['why'];
  readonly #pairing: Pairing;
  readonly #pendingCalls = new Map<number, PendingCall>();
  #socket: JsonSocket<ToClient, FromClient>;
  #relay: Relay | undefined;
  #name: string;
  #listener: RelayListener | undefined;
  #notifyChange: () => void = () => undefined;
  #lastId = 0;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #reconnecting: Promise<void> | undefined;

  private constructor(pairing: Pairing, connection: RelayConnection) {
    this.#pairing = pairing;
    this.#socket = connection.socket;
    this.#name = connection.name;
    this.#adopt(connection);
  }

  /** Throws `extension_not_connected` where something else is in the relay's place. */
  static async connect(pairing: Pairing, name: string): Promise<RelayClient> {
    return new RelayClient(pairing, await connectToRelay(pairing, name));
  }

  /** What the popup of the extension calls it. */
  get name(): string {
    return this.#name;
  }

  /** From now on, beginning with the tabs that are shared already. */
  listen(listener: RelayListener): void {
    this.#listener = listener;
    for (const tab of this.tabs.values()) listener.onTab(tab);
  }

  /** Resolves with whether `isReady` came true within `timeoutMs`; it is asked whenever anything has changed. */
  async waitFor(isReady: () => boolean, timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (!isReady() && !this.#isClosed && performance.now() < end) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, end - performance.now());
        this.#notifyChange = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return isReady();
  }

  command(command: Omit<TabCommand, 'id'>): Promise<object> {
    return this.#request({ type: 'command', command });
  }

  call(call: Omit<TabCall, 'id'>): Promise<object> {
    return this.#request({ type: 'call', call });
  }

  close(): Promise<void> {
    this.#closing ??= this.#disconnect();
    return this.#closing;
  }

  async #disconnect(): Promise<void> {
    this.#isClosed = true;
    this.#socket.close();
    this.#failPending();
    this.#listener?.onClose();
    this.#notifyChange();
    await this.#reconnecting;
    await this.#relay?.close(this.#name);
  }

  #adopt({ socket, name, relay }: RelayConnection): void {
    this.#socket = socket;
    this.#name = name;
    this.#relay = relay;
    socket.onclose = () => {
      this.#reconnecting = this.#reconnect();
    };
    socket.listen((message) => this.#receive(message));
  }

  async #reconnect(): Promise<void> {
    if (this.#isClosed) return;
    this.browser = undefined;
    this.#failPending();
    // Several clients have lost it at once: one of them is to start it.
    await pause(Math.random() * 200);
    if (this.#isClosed) return;
    try {
      this.#adopt(await connectToRelay(this.#pairing, this.#name));
      if (this.#isClosed) this.#socket.close();
    } catch {
      void this.close();
    }
  }

  /** What was asked may have been done or not, and every tab is another one when it comes back. */
  #failPending(): void {
    const interruptedCalls = [...this.#pendingCalls.values()];
    this.#pendingCalls.clear();
    for (const { reject } of interruptedCalls) reject(new Error(failureMessages.interrupted));
    for (const tabId of [...this.tabs.keys()]) this.#onTabGone(tabId);
  }

  #request(message: UnsentMessage): Promise<object> {
    if (this.#isClosed) return Promise.reject(new Error(failureMessages.notConnected));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pendingCalls.set(id, { resolve, reject });
      this.#socket.send(withId(message, id));
    });
  }

  #receive(message: ToClient): void {
    if (message.type === 'answer') this.#settle(message.answer);
    else if (message.type === 'event') this.#listener?.onEvent(message.event);
    else {
      if (message.type === 'browser') this.browser = message.browser;
      else if (message.type === 'tab') this.#onTab(message.tab);
      else this.#onTabGone(message.tabId, message.why);
      this.#notifyChange();
    }
  }

  #onTab(tab: SharedTab): void {
    this.tabs.set(tab.tabId, tab);
    this.#listener?.onTab(tab);
  }

  #onTabGone(tabId: number, reason?: TabGoneMessage['why']): void {
    this.goneReason = reason;
    if (this.tabs.delete(tabId)) this.#listener?.onTabGone(tabId);
  }

  #settle({ id, result = {}, error }: RelayResponse): void {
    const pendingCall = this.#pendingCalls.get(id);
    this.#pendingCalls.delete(id);
    if (error) pendingCall?.reject(new Error(error.message));
    else pendingCall?.resolve(result);
  }
}
