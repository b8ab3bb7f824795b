/** Why a document has not settled. */
export type UnsettledReason = 'loading' | 'mutations' | 'animations' | 'busy' | 'timers' | 'underway';

export interface DocumentSettleResult {
  /** Undefined where it has settled. */
  reason?: UnsettledReason;
  /** Whether anything has changed since `startSettle`. */
  changed: boolean;
  /** A frame is missing. */
  isBeforeLast?: true;
  /** Nothing can be waited for in this document: it is to be asked again. */
  mustPoll?: true;
}

export interface DocumentSettleLimits {
  /** Frames without a change after which it has settled; one more where something has changed. */
  frames: number;
  /** Milliseconds that a timer which the page started is waited for. */
  timersMs: number;
  /** Milliseconds for the whole wait. */
  limitMs: number;
  /** Wait until the document is parsed, too. */
  parsed: boolean;
  /** Where something has changed, answers a frame before the last one: it is to be called again, with `resumes`. */
  stopsBeforeLast?: boolean;
  /** Goes on where the last call ended: the frames without a change before it count. */
  resumes?: boolean;
}
