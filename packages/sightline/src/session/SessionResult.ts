import type { ShowOptions } from '../render/renderView.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { AbortOptions } from '../snapshot/untilAborted.ts';

/** A page and its picture: PNG bytes, and their size in device pixels. */
export interface CapturedScreenshot {
  snapshot: Snapshot;
  image: Buffer;
  width: number;
  height: number;
}

/** The picture that goes with a look; `true` is the viewport without numbers. */
export interface PictureOptions {
  /** The whole page, not only what the viewport shows. Default false. */
  fullPage?: boolean;
  /** Draw a box with its number around each interactive element. Default false. */
  numbers?: boolean;
}

export interface LookOptions extends ShowOptions, AbortOptions {
  /** Takes a picture of the very state that is shown, with secrets masked; there is none of a saved page. Default false. */
  picture?: boolean | PictureOptions;
  /** With view `json`: the locators of each element, which the live page is asked for. Default false. */
  locators?: boolean;
  /** Milliseconds that the capture may take; default 10,000. */
  timeoutMs?: number;
  /**
   * Any object that stands for who reads: `(unchanged)` and `*` mark what is as it was, and what is new, since that
   * reader's last look. Default: one reader for the whole session.
   */
  reader?: object | undefined;
}

/** What a question about the page is answered with. */
export interface SessionResult {
  /** What a model reads. For the json view: JSON text. */
  text: string;
  /** The same as data, for `--json`. */
  data: Record<string, unknown>;
}

export interface LookResult extends SessionResult {
  /** Milliseconds per stage: those of the capture, then build, prune, structure, view; `total` is all. */
  timing: Record<string, number>;
  snapshot: Snapshot;
  picture?: Omit<CapturedScreenshot, 'snapshot'>;
}

export interface InspectOptions extends AbortOptions {
  /** The whole page, not only what the viewport shows. Default false. */
  fullPage?: boolean;
  /**
   * Gives a number to all that can be used and has none, so that what a person reads there is what the session means
   * by it from then on. Default false: who only watches changes nothing.
   */
  numberAll?: boolean;
  timeoutMs?: number;
  since?: InspectResult;
}

/** What `inspect` answers. */
export interface InspectResult {
  snapshot: Snapshot;
  numbers: [document: string, id: number, number: number][];
  picture?: Omit<CapturedScreenshot, 'snapshot'>;
}
