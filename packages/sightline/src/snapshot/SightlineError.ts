/** Every way in which Sightline can refuse or fail; stable across versions. */
export type ErrorCode =
  | 'not_found'
  | 'not_shown'
  | 'stale'
  | 'detached'
  | 'ambiguous'
  | 'covered'
  | 'disabled'
  | 'not_editable'
  | 'not_accepted'
  | 'invalid_selector'
  | 'invalid_argument'
  | 'invalid_snapshot'
  | 'aborted'
  | 'timeout'
  | 'navigated'
  | 'navigation_failed'
  | 'unsupported_page'
  | 'blocked_url'
  | 'tab_closed'
  | 'browser_not_found'
  | 'browser_closed'
  | 'no_session'
  | 'extension_not_connected'
  | 'extension_timeout'
  | 'too_large'
  | 'model_failed'
  | 'task_failed'
  | 'internal';

/** The one error class: what happened (`message`), what to try (`hint`), and whether trying again can help. */
export class SightlineError extends Error {
  override readonly name = 'SightlineError';
  readonly code: ErrorCode;
  /** What to try next, as an imperative sentence. */
  readonly hint: string;
  readonly retryable: boolean;
  /** The mouse or keyboard had been used before it failed: the page may have reacted. Default false. */
  afterInput = false;

  constructor(
    code: ErrorCode,
    message: string,
    { hint = '', retryable = false, cause }: { hint?: string; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
    this.retryable = retryable;
  }

  /** What happened and what to try; the hint stands on a line of its own below a list of candidates. */
  get advice(): string {
    const separator = this.message.includes('\n  ') ? '\n' : ' ';
    return [this.message, this.hint].filter(Boolean).join(separator);
  }

  toJSON(): { code: ErrorCode; message: string; hint: string; retryable: boolean } {
    return { code: this.code, message: this.message, hint: this.hint, retryable: this.retryable };
  }
}
