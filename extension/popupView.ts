import type { LinkState } from './Link.ts';

/** What the popup shows. */
export interface PopupView {
  link: LinkState | 'unpaired';
  /** Names of the connected clients. */
  clients: string[];
  shares: { tabId: number; client: string; isLive: boolean }[];
}

/** A request of the popup to the service worker; answered with a `View` or `{ error }`. */
export type PopupRequest =
  | { ask: 'view' }
  | { ask: 'pair'; code: string }
  | { ask: 'unpair' }
  | { ask: 'share'; tabId: number; client: string }
  | { ask: 'revoke'; tabId: number }
  | { ask: 'revokeAll' };
