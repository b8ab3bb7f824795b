import type { Snapshot } from '../model/Snapshot.ts';
import type { ShowOptions } from '../view/render.ts';
import type { Capture } from './Camera.ts';

export interface LookOptions extends ShowOptions {
  /** With view `json`: the locators of each element, which the live page is asked for. Default false. */
  locators?: boolean;
  /** Milliseconds that the capture may take; default 10,000. */
  timeoutMs?: number;
}

/** What a question about the page is answered with. */
export interface Answer {
  /** What a model reads. For the json view: JSON text. */
  text: string;
  /** The same as data, for `--json`. */
  data: Record<string, unknown>;
}

export interface Look extends Answer {
  /** Milliseconds per stage: those of the capture, then build, prune, structure, view; `total` is all. */
  timing: Record<string, number>;
  snapshot: Snapshot;
}

export interface InspectOptions {
  /** The whole page, not only what the viewport shows. Default false. */
  fullPage?: boolean;
  /**
   * Gives a number to all that can be used and has none, so that what a person reads there is what the session means
   * by it from then on. Default false: who only watches changes nothing.
   */
  numberAll?: boolean;
  timeoutMs?: number;
  since?: Inspected;
}

/** What `inspect` answers. */
export interface Inspected {
  snapshot: Snapshot;
  numbers: [document: string, id: number, number: number][];
  picture?: Omit<Capture, 'snapshot'>;
}
