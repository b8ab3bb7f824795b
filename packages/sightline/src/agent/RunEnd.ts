import type { SightlineError } from '../snapshot/SightlineError.ts';

/**
 * Why a run ended. `done`, `failed`: the model said so. `steps`, `tokens`, `time`: a limit. `loop`: it did the same
 * again and again. `invalid_output`: nothing that could be understood, several times. `model`: the model did not
 * answer. `page`: the browser or page is gone. `cancelled`: by its signal.
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

/** Thrown within a run, to end it. */
export class RunEnd extends Error {
  override readonly name = 'Ending';
  readonly reason: EndReason;
  readonly success: boolean;
  readonly error: SightlineError | undefined;

  /** `text`: the answer of the task, or what went wrong, for a person. */
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
