import type { LinkState } from './Link.ts';

/** What the popup shows. */
export interface PopupView {
  link: LinkState | 'unpaired';
  /** Names of the programs that are connected. */
  clients: string[];
  shares: { tabId: number; client: string; isLive: boolean }[];
}

/** What the popup asks the service worker for; it is answered with a `View`, or `{ error }`. */
export type PopupRequest =
  | { ask: 'view' }
  | { ask: 'pair'; code: string }
  | { ask: 'unpair' }
  | { ask: 'share'; tabId: number; client: string }
  | { ask: 'revoke'; tabId: number }
  | { ask: 'revokeAll' };
