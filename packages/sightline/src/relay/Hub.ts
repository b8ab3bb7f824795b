import { admits } from './admits.ts';
import type {
  Answer,
  BrowserInfo,
  Call,
  Command,
  FromClient,
  FromExtension,
  Gone,
  Greeting,
  SharedTab,
  ToClient,
  ToExtension,
} from './protocol.ts';
import { closing } from './protocol.ts';
import { Requests } from './Requests.ts';
import { failures } from './relayFailure.ts';
import type { Wire } from './Wire.ts';

type ClientWire = Wire<FromClient, ToClient | Greeting>;
type ExtensionWire = Wire<FromExtension, ToExtension | Greeting>;

/** Milliseconds without a word from the extension, which says something every 20 s, until it counts as gone. */
const SILENCE = 60_000;

/**
 * Brings the commands of clients to the tabs that are shared with them, and what comes back to whom it belongs. One
 * extension; any number of clients, each with a name of its own; a tab belongs to one client.
 */
export class Hub {
  #extension: ExtensionWire | undefined;
  #browser: BrowserInfo | undefined;
  readonly #clients = new Map<string, ClientWire>();
  readonly #tabs = new Map<number, SharedTab>();
  readonly #requests = new Requests();
  readonly #graceMs: number;
  readonly #watch: NodeJS.Timeout;
  #lapse: NodeJS.Timeout | undefined;

  constructor(graceMs = 15_000) {
    this.#graceMs = graceMs;
    this.#watch = setInterval(() => this.#endSilence(), SILENCE / 4).unref();
  }

  dispose(): void {
    clearInterval(this.#watch);
    clearTimeout(this.#lapse);
  }

  addClient(wire: ClientWire, wanted: string): void {
    const name = this.#freeName(wanted);
    this.#clients.set(name, wire);
    wire.listen((message) => this.#fromClient(name, message));
    wire.onclose = () => this.removeClient(name);
    wire.send({ type: 'welcome', name });
    wire.send({ type: 'browser', browser: this.#browser });
    this.#tellClients();
  }

  /** Refuses a second one: which of two browsers a program works in must never be a matter of chance. */
  setExtension(wire: ExtensionWire, browser: BrowserInfo): void {
    if (this.#extension) {
      wire.close(closing.occupied, 'another browser is connected');
      return;
    }
    clearTimeout(this.#lapse);
    this.#extension = wire;
    this.#browser = browser;
    wire.listen((message) => this.#fromExtension(message));
    wire.onclose = () => this.#onExtensionClosed(wire);
    wire.send({ type: 'welcome', name: '' });
    const epochs = [...this.#tabs.values()].map(({ epoch }) => epoch);
    wire.send({ type: 'clients', names: [...this.#clients.keys()], epochs });
    for (const client of this.#clients.values()) client.send({ type: 'browser', browser });
  }

  #freeName(wanted: string): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted} (${number})`;
      if (!this.#clients.has(name)) return name;
    }
  }

  /** The extension is told at once. */
  removeClient(name: string): void {
    this.#clients.delete(name);
    for (const [tabId, { client }] of this.#tabs) if (client === name) this.#tabs.delete(tabId);
    this.#requests.forget(name);
    this.#tellClients();
  }

  #tellClients(): void {
    this.#extension?.send({ type: 'clients', names: [...this.#clients.keys()] });
  }

  #fromClient(client: string, message: FromClient): void {
    const { id } = message.type === 'command' ? message.command : message.call;
    const refusal = this.#refusalOf(client, message);
    if (refusal) this.#answer(client, { id, error: { message: refusal } });
    else this.#requests.add(client, message);
    if (this.#extension) this.#requests.sendTo(this.#extension);
  }

  /** Why a message goes no further; undefined where it does. */
  #refusalOf(client: string, message: FromClient): string | undefined {
    if (!this.#browser) return failures.notConnected;
    const { method, params, tabId } = partsOf(message);
    if (method && !admits(method, params)) return failures.notAllowed(method);
    const isOwn = tabId === undefined || this.#tabs.get(tabId)?.client === client;
    return isOwn ? undefined : failures.notShared;
  }

  #fromExtension(message: FromExtension): void {
    if (message.type === 'event') this.#toOwner(message.event.tabId, message);
    else if (message.type === 'answer') this.#onAnswer(message.answer);
    else if (message.type === 'tab') this.#onTab(message.tab);
    else if (message.type === 'gone') this.#onGone(message.tabId, message.why);
    else if (message.type === 'tabs') this.#onTabs(message.tabs);
  }

  #toOwner(tabId: number, message: ToClient): void {
    const tab = this.#tabs.get(tabId);
    if (tab) this.#clients.get(tab.client)?.send(message);
  }

  #onAnswer({ id, ...outcome }: Answer): void {
    const asked = this.#requests.settle(id);
    if (asked) this.#answer(asked.client, { id: asked.id, ...outcome });
  }

  #answer(client: string, answer: Answer): void {
    this.#clients.get(client)?.send({ type: 'answer', answer });
  }

  #onTab(tab: SharedTab): void {
    const known = this.#tabs.get(tab.tabId);
    if (known?.epoch === tab.epoch) return;
    if (known) this.#onGone(tab.tabId);
    if (!this.#clients.has(tab.client)) return;
    this.#tabs.set(tab.tabId, tab);
    this.#toOwner(tab.tabId, { type: 'tab', tab });
  }

  #onGone(tabId: number, why?: Gone['why']): void {
    this.#toOwner(tabId, { type: 'gone', tabId, why });
    this.#tabs.delete(tabId);
    this.#failAll((message) => partsOf(message).tabId === tabId, failures.notShared);
  }

  /** After a pause of the extension: what it still holds goes on as if nothing had been. */
  #onTabs(tabs: SharedTab[]): void {
    for (const tabId of [...this.#tabs.keys()])
      if (!tabs.some((tab) => tab.tabId === tabId)) this.#onGone(tabId);
    for (const tab of tabs) this.#onTab(tab);
    if (this.#extension) this.#requests.sendTo(this.#extension);
  }

  #onExtensionClosed(wire: ExtensionWire): void {
    if (this.#extension !== wire) return;
    this.#extension = undefined;
    for (const { client, id } of this.#requests.takeBroken())
      this.#answer(client, { id, error: { message: failures.interrupted } });
    this.#lapse = setTimeout(() => this.#onLapse(), this.#graceMs).unref();
  }

  #onLapse(): void {
    this.#browser = undefined;
    this.#failAll(() => true, failures.timedOut);
    for (const tabId of [...this.#tabs.keys()]) this.#onGone(tabId);
    for (const client of this.#clients.values()) client.send({ type: 'browser' });
  }

  #failAll(which: (message: FromClient) => boolean, message: string): void {
    for (const { client, id } of this.#requests.take(which)) this.#answer(client, { id, error: { message } });
  }

  #endSilence(): void {
    if (this.#extension && this.#extension.silence > SILENCE) this.#extension.terminate();
  }
}

function partsOf(message: FromClient): Partial<Command & Call> & { tabId?: number } {
  return message.type === 'command' ? message.command : message.call;
}
