/** Where an example fell out. `source`: there was none to verify. */
export type VerificationStage = 'source' | 'format' | 'execution' | 'semantics';

export type RejectionCode =
  // source
  | 'bad_trace'
  | 'bad_step'
  | 'run_failed'
  | 'unfinished'
  | 'no_calls'
  | 'secret'
  // format
  | 'unknown_tool'
  | 'bad_input'
  | 'too_many_calls'
  // execution
  | 'no_snapshot'
  | 'bad_snapshot'
  | 'page_changed'
  | 'failed_then'
  | 'fails_now'
  | 'empty_answer'
  | 'misses_element'
  | 'not_shown'
  | 'not_on_page'
  | 'other_element'
  | 'does_not_fit'
  // semantics
  | 'off_task'
  | 'no_verdict';

/** Why something did not become an example. Thrown by the stages, counted and written down by whoever runs them. */
export class ExampleRejection extends Error {
  override readonly name = 'Rejection';
  readonly stage: VerificationStage;
  readonly code: RejectionCode;

  constructor(stage: VerificationStage, code: RejectionCode, message: string) {
    super(message);
    this.stage = stage;
    this.code = code;
  }
}
