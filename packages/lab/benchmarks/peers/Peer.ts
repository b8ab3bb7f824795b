import type { Page } from 'playwright-core';
import type { Session } from '../../../sightline/src/index.ts';
import type { PeerRef } from './compare.ts';

/** One way to show the page. */
export interface PeerView {
  name: string;
  /** It leaves the text of the page out. */
  controlsOnly?: boolean;
  /** Takes a snapshot as the peer's users do. */
  read: () => Promise<string>;
  /** What the numbers of the last snapshot mean, by the peer's own means. */
  refs: (text: string) => Promise<PeerRef[]>;
}

/** A peer attached to the browser that is measured, with its ways to show a page. */
export interface Peer {
  views: PeerView[];
  close: () => Promise<void>;
}

/** The browser that is measured. */
export interface MeasuredBrowser {
  /** The only tab. */
  page: Page;
  /** `http://` address of the browser's debugging port. */
  endpoint: string;
  /** Sightline's, on that tab. */
  session: Session;
}
