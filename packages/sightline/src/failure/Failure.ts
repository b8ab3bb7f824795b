/** What an error of a test says of itself. */
export interface Failure {
  /** `click`, `fill`, `goto`; a matcher (`toBeVisible`); '' where it is not known. */
  call: string;
  isExpect: boolean;
  /** The matcher was negated. */
  isNot: boolean;
  /** The locator as Playwright writes it. */
  locator: string | undefined;
  /** As printed, on one line. */
  expected: string | undefined;
  received: string | undefined;
  /** The locator found several where one was to be. */
  isStrict: boolean;
  timeoutMs: number | undefined;
  /** Lines of the call log, without indentation. */
  log: readonly string[];
  /** The first line of the message. */
  headline: string;
  /** Its code, `tests/pay.spec.ts:12`, where the stack has it. */
  location: string | undefined;
}

export interface ExplainFailureOptions {
  /** Upper bound of the text in o200k tokens. Default 800. */
  maxTokens?: number;
  /**
   * What was looked for, as Playwright writes locators: `getByRole('button', { name: 'Pay' })`. Default: what the error names;
   * errors of Playwright do, and those of Puppeteer and Selenium about a missing element.
   */
  locator?: string;
  /** The attribute that `getByTestId` reads. Default `data-testid`. */
  testIdAttribute?: string;
  /** Milliseconds in which what was not found may still come, which distinguishes a slow page from a changed one. Default 1,000. */
  graceMs?: number;
  /** What is known besides: requests that failed, errors of the page. */
  observed?: ObservedEvents;
}

/** What happened on the page until the failure, as far as it is known. */
export interface ObservedEvents {
  /** `GET /api/orders: 500`. */
  failedRequests?: readonly string[];
  /** `GET /api/orders`. */
  pendingRequests?: readonly string[];
  /** Uncaught errors of the page. */
  pageErrors?: readonly string[];
  /** Dialogs of the page that are closed, answered or dismissed: `confirm "Delete?"`. */
  closedDialogs?: readonly string[];
}

/** Kinds of causes. */
export type CauseKind =
  | 'ambiguous'
  | 'covered'
  | 'disabled'
  | 'not editable'
  | 'hidden'
  | 'detached'
  | 'moving'
  | 'other frame'
  | 'slow'
  | 'other page'
  | 'other words'
  | 'other role'
  | 'other value'
  | 'dialog'
  | 'not found'
  | 'unknown';

export interface FailureExplanation {
  /** Markdown: the cause first, then what is nearest, then the page. */
  text: string;
  /** The cause in a sentence or two. */
  cause: string;
  kind: CauseKind;
}
