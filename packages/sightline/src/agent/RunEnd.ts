import type { SightlineError } from '../snapshot/SightlineError.ts';

/**
 * Why a run ended. `done`, `failed`: called by the model. `steps`, `tokens`, `time`: a limit. `loop`: repeated
 * actions. `invalid_output`: several invalid replies in a row. `model`: the model did not answer. `page`: the
 * browser or page is gone. `cancelled`: by the signal.
 */
export type EndReason =
  | 'done'
  | 'failed'
  | 'steps'
  | 'tokens'
  | 'time'
  | 'loop'
  | 'invalid_output'
  | 'model'
  | 'page'
  | 'cancelled';

/** Thrown to end a run. */
export class RunEnd extends Error {
  override readonly name = 'Ending';
  readonly reason: EndReason;
  readonly success: boolean;
  readonly error: SightlineError | undefined;

  /** `text`: the task's answer, or what went wrong, for people. */
  constructor(
    reason: EndReason,
    text: string,
    { success = false, error }: { success?: boolean; error?: SightlineError } = {},
  ) {
    super(text);
    this.reason = reason;
    this.success = success;
    this.error = error;
  }
}
