/** Protocol of the relay; a peer of another version is refused, and asked to be updated. */
export const PROTOCOL_VERSION = 1;

/** Who may talk to the relay: the extension of one browser, and programs that work in its tabs. */
export type PeerRole = 'extension' | 'client';

/** A tab that its user has shared with a client, and that answers. */
export interface SharedTab {
  tabId: number;
  /** Another with each time the debugger is attached: sessions of an earlier one are gone. */
  epoch: string;
  /** The browser's name of the tab as a target, which is that of its main frame. */
  targetId: string;
  url: string;
  title: string;
  /** Name of the client that it is shared with. */
  client: string;
  /** The shared tab that opened it. */
  openerTabId?: number;
}

/** What runs the extension. */
export interface BrowserInfo {
  userAgent: string;
  /** Of the extension. */
  version: string;
}

/** A command for a tab, or for a frame or worker of it that has a session of its own. */
export interface TabCommand {
  id: number;
  tabId: number;
  sessionId?: string;
  method: string;
  params?: object;
}

/** What only the browser's own tabs can do. */
export interface TabCall {
  id: number;
  call: 'openTab' | 'closeTab' | 'showTab';
  /** Not for `openTab`. */
  tabId?: number;
}

export interface RelayResponse {
  id: number;
  result?: object;
  error?: { message: string };
}

export interface CdpEvent {
  tabId: number;
  sessionId?: string;
  method: string;
  params?: object;
}

/** What Chrome derives from `key` in the extension's manifest: the one extension that the relay accepts. */
export const EXTENSION_ID = 'cbipjbbopjbeehgoaikdddfihacapblg';

/** The first two messages of a peer and the relay; proofs as in `prove`. Nobody is trusted before. */
export type HandshakeMessage =
  | { type: 'hello'; version: number; role: PeerRole; nonce: string; name?: string }
  | { type: 'challenge'; nonce: string; proof: string }
  | { type: 'proof'; proof: string; browser?: BrowserInfo }
  | { type: 'welcome'; name: string };

/** A tab cannot be reached any more. */
export interface TabGoneMessage {
  type: 'gone';
  tabId: number;
  /**
   * `taken`: its user shares it no more. `unsupported`: it shows a page that Chrome lets no extension into. Undefined:
   * the browser or the relay has ended.
   */
  why?: 'closed' | 'taken' | 'unsupported';
}

export type ToExtension =
  /** Who is connected: tabs of others are let go of. */
  | {
      type: 'clients';
      names: string[];
      /** When the extension comes back: the attachments that the relay remembers. Others begin anew. */
      epochs?: string[];
    }
  | { type: 'command'; command: TabCommand }
  | { type: 'call'; client: string; call: TabCall };

export type FromExtension =
  /** Every shared tab, whenever the extension comes back. */
  | { type: 'tabs'; tabs: SharedTab[] }
  | { type: 'tab'; tab: SharedTab }
  | TabGoneMessage
  | { type: 'event'; event: CdpEvent }
  | { type: 'answer'; answer: RelayResponse }
  /** Keeps the service worker awake. */
  | { type: 'ping' };

export type ToClient =
  /** Undefined where no extension is connected. */
  | { type: 'browser'; browser?: BrowserInfo }
  | { type: 'tab'; tab: SharedTab }
  | TabGoneMessage
  | { type: 'event'; event: CdpEvent }
  | { type: 'answer'; answer: RelayResponse };

export type FromClient = { type: 'command'; command: TabCommand } | { type: 'call'; call: TabCall };

/** Why a connection was refused or ended, as WebSocket close codes. */
export const closeCodes = {
  refused: 4001,
  occupied: 4002,
  outdated: 4003,
} as const;

/** What a client asks, before it has an id. */
export type UnsentMessage =
  | { type: 'command'; command: Omit<TabCommand, 'id'> }
  | { type: 'call'; call: Omit<TabCall, 'id'> };

/** The message with an id; a message that has one gets this one instead. */
export function withId(message: UnsentMessage, id: number): FromClient {
  if (message.type === 'command') return { type: 'command', command: { ...message.command, id } };
  return { type: 'call', call: { ...message.call, id } };
}
