import { setTimeout as pause } from 'node:timers/promises';
import type { Pairing } from './Pairing.ts';
import type {
  Answer,
  BrowserInfo,
  Call,
  Command,
  FromClient,
  Gone,
  SharedTab,
  TabEvent,
  ToClient,
} from './protocol.ts';
import type { Relay } from './Relay.ts';
import { type Reached, reachRelay } from './reachRelay.ts';
import { failures } from './relayFailure.ts';
import type { Wire } from './Wire.ts';

/** What a client hears of its tabs. */
export interface RelayListener {
  onTab(tab: SharedTab): void;
  onGone(tabId: number): void;
  onEvent(event: TabEvent): void;
  /** The relay has gone, and cannot be reached any more. */
  onClose(): void;
}

type Waiting = { resolve(result: object): void; reject(error: Error): void };
type Asking = { type: 'command'; command: Omit<Command, 'id'> } | { type: 'call'; call: Omit<Call, 'id'> };

/** A program's connection to the relay; made again when the relay has ended, with the tabs that it tells of then. */
export class RelayClient {
  /** The browser of the extension; undefined while none is connected. */
  browser: BrowserInfo | undefined;
  readonly tabs = new Map<number, SharedTab>();
  /** What became of the last tab that went. */
  whyGone: Gone['why'];
  readonly #pairing: Pairing;
  readonly #waiting = new Map<number, Waiting>();
  #wire: Wire<ToClient, FromClient>;
  #relay: Relay | undefined;
  #name: string;
  #listener: RelayListener | undefined;
  #changed: () => void = () => undefined;
  #lastId = 0;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #reconnecting: Promise<void> | undefined;

  private constructor(pairing: Pairing, reached: Reached) {
    this.#pairing = pairing;
    this.#wire = reached.wire;
    this.#name = reached.name;
    this.#take(reached);
  }

  /** Throws `extension_not_connected` where something else is in the relay's place. */
  static async connect(pairing: Pairing, name: string): Promise<RelayClient> {
    return new RelayClient(pairing, await reachRelay(pairing, name));
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
        this.#changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return isReady();
  }

  command(command: Omit<Command, 'id'>): Promise<object> {
    return this.#ask({ type: 'command', command });
  }

  call(call: Omit<Call, 'id'>): Promise<object> {
    return this.#ask({ type: 'call', call });
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#isClosed = true;
    this.#wire.close();
    this.#abandon();
    this.#listener?.onClose();
    this.#changed();
    await this.#reconnecting;
    await this.#relay?.close(this.#name);
  }

  #take({ wire, name, relay }: Reached): void {
    this.#wire = wire;
    this.#name = name;
    this.#relay = relay;
    wire.onclose = () => {
      this.#reconnecting = this.#reconnect();
    };
    wire.listen((message) => this.#receive(message));
  }

  async #reconnect(): Promise<void> {
    if (this.#isClosed) return;
    this.browser = undefined;
    this.#abandon();
    // Several clients have lost it at once: one of them is to start it.
    await pause(Math.random() * 200);
    if (this.#isClosed) return;
    try {
      this.#take(await reachRelay(this.#pairing, this.#name));
      if (this.#isClosed) this.#wire.close();
    } catch {
      void this.close();
    }
  }

  /** What was asked may have been done or not, and every tab is another one when it comes back. */
  #abandon(): void {
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(new Error(failures.interrupted));
    for (const tabId of [...this.tabs.keys()]) this.#onGone(tabId);
  }

  #ask(asking: Asking): Promise<object> {
    if (this.#isClosed) return Promise.reject(new Error(failures.notConnected));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#wire.send(withId(asking, id));
    });
  }

  #receive(message: ToClient): void {
    if (message.type === 'answer') this.#settle(message.answer);
    else if (message.type === 'event') this.#listener?.onEvent(message.event);
    else {
      if (message.type === 'browser') this.browser = message.browser;
      else if (message.type === 'tab') this.#onTab(message.tab);
      else this.#onGone(message.tabId, message.why);
      this.#changed();
    }
  }

  #onTab(tab: SharedTab): void {
    this.tabs.set(tab.tabId, tab);
    this.#listener?.onTab(tab);
  }

  #onGone(tabId: number, why?: Gone['why']): void {
    this.whyGone = why;
    if (this.tabs.delete(tabId)) this.#listener?.onGone(tabId);
  }

  #settle({ id, result = {}, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}

function withId(asking: Asking, id: number): FromClient {
  if (asking.type === 'command') return { type: 'command', command: { ...asking.command, id } };
  return { type: 'call', call: { ...asking.call, id } };
}
