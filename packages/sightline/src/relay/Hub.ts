import { isAllowedCommand } from './isAllowedCommand.ts';
import type { JsonSocket } from './JsonSocket.ts';
import { PendingRequests } from './PendingRequests.ts';
import type {
  BrowserInfo,
  CdpEvent,
  FromClient,
  FromExtension,
  HandshakeMessage,
  RelayResponse,
  SharedTab,
  TabCall,
  TabCommand,
  TabGoneMessage,
  ToClient,
  ToExtension,
} from './protocol.ts';
import { closeCodes } from './protocol.ts';
import { failureMessages } from './relayFailure.ts';
import { withoutCredentials } from './withoutCredentials.ts';

type ClientSocket = JsonSocket<FromClient, ToClient | HandshakeMessage>;
type ExtensionSocket = JsonSocket<FromExtension, ToExtension | HandshakeMessage>;

/** Milliseconds without a message from the extension, which sends one every 20 s, until it counts as gone. */
const MAX_SILENCE_MS = 60_000;

/**
 * Brings the commands of clients to the tabs that are shared with them, and what comes back to whom it belongs. One
 * extension; any number of clients, each with a name of its own; a tab belongs to one client.
 */
export class Hub {
  #extension: ExtensionSocket | undefined;
  #browser: BrowserInfo | undefined;
  readonly #clients = new Map<string, ClientSocket>();
  readonly #tabs = new Map<number, SharedTab>();
  readonly #requests = new PendingRequests();
  readonly #graceMs: number;
  readonly #silenceTimer: NodeJS.Timeout;
  #graceTimer: NodeJS.Timeout | undefined;

  constructor(graceMs = 15_000) {
    this.#graceMs = graceMs;
    this.#silenceTimer = setInterval(() => this.#endIfSilent(), MAX_SILENCE_MS / 4).unref();
  }

  dispose(): void {
    clearInterval(this.#silenceTimer);
    clearTimeout(this.#graceTimer);
  }

  addClient(socket: ClientSocket, requestedName: string): void {
    const name = this.#uniqueName(requestedName);
    this.#clients.set(name, socket);
    socket.listen((message) => this.#onClientMessage(name, message));
    socket.onclose = () => this.removeClient(name);
    socket.send({ type: 'welcome', name });
    socket.send({ type: 'browser', browser: this.#browser });
    this.#sendClients();
  }

  /** Refuses a second one: which of two browsers a program works in must never be a matter of chance. */
  setExtension(socket: ExtensionSocket, browser: BrowserInfo): void {
    if (this.#extension) {
      socket.close(closeCodes.occupied, 'another browser is connected');
      return;
    }
    clearTimeout(this.#graceTimer);
    this.#extension = socket;
    this.#browser = browser;
    socket.listen((message) => this.#onExtensionMessage(message));
    socket.onclose = () => this.#onExtensionClosed(socket);
    socket.send({ type: 'welcome', name: '' });
    const epochs = [...this.#tabs.values()].map(({ epoch }) => epoch);
    socket.send({ type: 'clients', names: [...this.#clients.keys()], epochs });
    for (const client of this.#clients.values()) client.send({ type: 'browser', browser });
  }

  #uniqueName(requestedName: string): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? requestedName : `${requestedName} (${number})`;
      if (!this.#clients.has(name)) return name;
    }
  }

  /** The extension is notified at once. */
  removeClient(name: string): void {
    this.#clients.delete(name);
    for (const [tabId, { client }] of this.#tabs) if (client === name) this.#tabs.delete(tabId);
    this.#requests.forget(name);
    this.#sendClients();
  }

  #sendClients(): void {
    this.#extension?.send({ type: 'clients', names: [...this.#clients.keys()] });
  }

  /** Throws for what is no message of a client. */
  #onClientMessage(client: string, message: FromClient): void {
    assertClientMessage(message);
    const { id } = message.type === 'command' ? message.command : message.call;
    const rejection = this.#rejectionReason(client, message);
    if (rejection) this.#respond(client, { id, error: { message: rejection } });
    else this.#requests.add(client, message);
    if (this.#extension) this.#requests.sendTo(this.#extension);
  }

  /** Why a message goes no further; undefined where it does. */
  #rejectionReason(client: string, message: FromClient): string | undefined {
    if (!this.#browser) return failureMessages.notConnected;
    const { method, params, tabId } = payloadOf(message);
    if (method && !isAllowedCommand(method, params)) return failureMessages.notAllowed(method);
    const isOwn = tabId === undefined || this.#tabs.get(tabId)?.client === client;
    return isOwn ? undefined : failureMessages.notShared;
  }

  #onExtensionMessage(message: FromExtension): void {
    if (message.type === 'event') this.#onEvent(message.event);
    else if (message.type === 'answer') this.#onAnswer(message.answer);
    else if (message.type === 'tab') this.#onTab(message.tab);
    else if (message.type === 'gone') this.#onTabGone(message.tabId, message.why);
    else if (message.type === 'tabs') this.#onTabs(message.tabs);
  }

  #onEvent(event: CdpEvent): void {
    const harmless = withoutCredentials(event);
    if (harmless) this.#sendToOwner(event.tabId, { type: 'event', event: harmless });
  }

  #sendToOwner(tabId: number, message: ToClient): void {
    const tab = this.#tabs.get(tabId);
    if (tab) this.#clients.get(tab.client)?.send(message);
  }

  #onAnswer({ id, ...outcome }: RelayResponse): void {
    const origin = this.#requests.takeAnswered(id);
    if (origin) this.#respond(origin.client, { id: origin.id, ...outcome });
  }

  #respond(client: string, answer: RelayResponse): void {
    this.#clients.get(client)?.send({ type: 'answer', answer });
  }

  #onTab(tab: SharedTab): void {
    const existing = this.#tabs.get(tab.tabId);
    if (existing?.epoch === tab.epoch) return;
    if (existing) this.#onTabGone(tab.tabId);
    if (!this.#clients.has(tab.client)) return;
    this.#tabs.set(tab.tabId, tab);
    this.#sendToOwner(tab.tabId, { type: 'tab', tab });
  }

  #onTabGone(tabId: number, reason?: TabGoneMessage['why']): void {
    this.#sendToOwner(tabId, { type: 'gone', tabId, why: reason });
    this.#tabs.delete(tabId);
    this.#failAll((message) => payloadOf(message).tabId === tabId, failureMessages.notShared);
  }

  /** After the extension reconnected: keeps the tabs that are still attached, drops the others. */
  #onTabs(tabs: SharedTab[]): void {
    for (const tabId of [...this.#tabs.keys()])
      if (!tabs.some((tab) => tab.tabId === tabId)) this.#onTabGone(tabId);
    for (const tab of tabs) this.#onTab(tab);
    if (this.#extension) this.#requests.sendTo(this.#extension);
  }

  #onExtensionClosed(socket: ExtensionSocket): void {
    if (this.#extension !== socket) return;
    this.#extension = undefined;
    for (const { client, id } of this.#requests.takeInterrupted())
      this.#respond(client, { id, error: { message: failureMessages.interrupted } });
    this.#graceTimer = setTimeout(() => this.#onGraceEnd(), this.#graceMs).unref();
  }

  #onGraceEnd(): void {
    this.#browser = undefined;
    this.#failAll(() => true, failureMessages.timedOut);
    for (const tabId of [...this.#tabs.keys()]) this.#onTabGone(tabId);
    for (const client of this.#clients.values()) client.send({ type: 'browser' });
  }

  #failAll(matches: (message: FromClient) => boolean, message: string): void {
    for (const { client, id } of this.#requests.take(matches))
      this.#respond(client, { id, error: { message } });
  }

  #endIfSilent(): void {
    if (this.#extension && this.#extension.silenceMs > MAX_SILENCE_MS) this.#extension.terminate();
  }
}

const CALLS: ReadonlySet<string> = new Set<TabCall['call']>(['openTab', 'closeTab', 'showTab']);

/** Clients are programs that anybody may have written. */
function assertClientMessage(message: FromClient): void {
  const { id, tabId, method, call } = payloadOf(message);
  const isKnown =
    message.type === 'command' ? typeof method === 'string' && tabId !== undefined : CALLS.has(call ?? '');
  const hasNumbers = Number.isInteger(id) && (tabId === undefined || Number.isInteger(tabId));
  if (!isKnown || !hasNumbers) throw new TypeError('That is no message of a client.');
}

function payloadOf(message: FromClient): Partial<TabCommand & TabCall> & { tabId?: number } {
  return message.type === 'command' ? message.command : message.call;
}
