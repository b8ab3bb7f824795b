import type { Browser, BrowserContext, Page, TestInfo } from '@playwright/test';
import { siteOf } from '../browser/tabs/noticeUrl.ts';
import type { FailureExplanation } from '../failure/Failure.ts';
import { truncate } from '../snapshot/shorten.ts';
import { closeSight, holdsNoSecret, sightOf } from './Sight.ts';
import { TestWatch } from './TestWatch.ts';
import { afterTestFunction, pendingStepError } from './testSteps.ts';

/** What is attached to the report of a test that fails. */
export interface FailureReportOptions {
  /** Whether anything is attached. Default true. */
  attach?: boolean;
  /** Upper bound of the explanation in o200k tokens. Default 800. */
  maxTokens?: number;
  /** Whether the inspect page is attached too: one HTML file of some megabytes. Default true. */
  inspect?: boolean;
}

/** Most milliseconds that a report may take. */
const MAX_REPORT_MS = 30_000;
/** Characters of an attachment that Playwright's reporters print. */
const MAX_PRINTED = 300;
/** Pages that are looked at, where a test has several. */
const MAX_PAGES = 3;

/** Looks at the pages of a test that has failed, and attaches what it finds to its report. Never makes a test fail. */
export class FailureReporter {
  readonly #testInfo: TestInfo;
  readonly #browsers: ReadonlySet<Browser>;
  readonly #options: FailureReportOptions & { testIdAttribute: string };
  readonly #watch = new TestWatch();
  #reported = false;
  #ended = false;

  constructor(
    testInfo: TestInfo,
    browsers: ReadonlySet<Browser>,
    options: FailureReportOptions & { testIdAttribute: string },
  ) {
    this.#testInfo = testInfo;
    this.#browsers = browsers;
    this.#options = options;
    afterTestFunction(testInfo, () => this.report());
  }

  /** A context of the test: its pages are those that may have failed. */
  watch(context: BrowserContext): void {
    this.#watch.add(context);
  }

  /** To be called when a test has ended and its pages are open: attaches once, where the test has failed. */
  async report(): Promise<void> {
    if (this.#reported || !this.#hasFailed()) return;
    this.#reported = true;
    const limit = reportLimit(this.#testInfo);
    const late = rest(limit).then(() => this.#pushProblem(`The page was not read within ${limit} ms.`));
    await Promise.race([this.#attach().catch((error) => this.#pushProblem(String(error))), late]);
    this.#ended = true;
  }

  /** The same, and leaves the pages as if they had never been looked at. */
  async finish(): Promise<void> {
    await this.report();
    const pages = this.#openPages();
    await Promise.race([
      Promise.all(pages.map((page) => closeSight(page).catch(() => undefined))),
      rest(2_000),
    ]);
  }

  #hasFailed(): boolean {
    const { status, expectedStatus, errors } = this.#testInfo;
    return (
      this.#options.attach !== false && errors.length > 0 && status !== expectedStatus && status !== 'skipped'
    );
  }

  #openPages(): Page[] {
    return this.#watch.pages([...this.#browsers].flatMap((browser) => browser.contexts()));
  }

  async #attach(): Promise<void> {
    const explained = await this.#explain(chooseError(this.#testInfo));
    if (!explained || this.#ended) return;
    const { page, explanation } = explained;
    const { text, cause } = explanation;
    this.#push('sightline: cause', 'text/plain', { body: Buffer.from(truncate(cause, MAX_PRINTED)) });
    const { writePrivateFile } = await import('../session/files/writePrivateFile.ts');
    const path = this.#testInfo.outputPath('sightline.md');
    writePrivateFile(path, `${text}\n`, { errorPrefix: 'The report cannot be saved', createFolder: true });
    this.#push('sightline', 'text/markdown', { path });
    if (this.#options.inspect !== false && !this.#watch.openDialog(page)) await this.#attachInspection(page);
  }

  /** Of several pages the first that shows why. */
  async #explain(error: unknown): Promise<{ page: Page; explanation: FailureExplanation } | undefined> {
    let vague: { page: Page; explanation: FailureExplanation } | undefined;
    let problem: unknown;
    for (const page of this.#openPages().slice(0, MAX_PAGES)) {
      try {
        const explanation = await this.#explainPage(page, error);
        if (!VAGUE_KINDS.has(explanation.kind)) return { page, explanation };
        vague ??= { page, explanation };
      } catch (reason) {
        problem ??= reason;
      }
    }
    if (!vague && problem !== undefined) throw problem;
    return vague;
  }

  async #explainPage(page: Page, error: unknown): Promise<FailureExplanation> {
    const { maxTokens, testIdAttribute } = this.#options;
    const dialog = this.#watch.openDialog(page);
    const { explainFailure, explainOpenDialog } = await import('../failure/explainFailure.ts');
    if (dialog !== undefined) {
      const { type, message } = dialog;
      const mayShow = await holdsNoSecret(page);
      const url = mayShow ? page.url() : siteOf(page.url());
      return explainOpenDialog({ type, message: mayShow ? message : undefined }, error, url);
    }
    const observed = await this.#watch.observed(page);
    const session = await sightOf(page).session();
    return explainFailure(session, error, { maxTokens, testIdAttribute, observed });
  }

  async #attachInspection(page: Page): Promise<void> {
    const { toInspection } = await import('../inspect/collectInspection.ts');
    const { writeInspection } = await import('../inspect/writeInspection.ts');
    const inspected = await sightOf(page).inspect();
    const path = this.#testInfo.outputPath('sightline-inspect.html');
    const collected = toInspection(new Date().toISOString(), [[this.#testInfo.title, inspected]]);
    await writeInspection(collected, path, this.#testInfo.outputDir);
    this.#push('sightline-inspect', 'text/html', { path });
  }

  /** What kept it from being explained: reported, not thrown. */
  #pushProblem(problem: string): void {
    if (!this.#ended)
      this.#push('sightline: not explained', 'text/plain', {
        body: Buffer.from(truncate(problem, MAX_PRINTED)),
      });
  }

  #push(name: string, contentType: string, content: { path: string } | { body: Buffer }): void {
    this.#testInfo.attachments.push({ name, contentType, ...content });
  }
}

const VAGUE_KINDS: ReadonlySet<string> = new Set([
  'not found',
  'unknown',
  'other words',
  'other page',
  'slow',
]);

/** The first error that names a step; for a test whose time was over, the step that was going on. */
function chooseError(testInfo: TestInfo): unknown {
  const named = testInfo.errors.find(({ message = '' }) =>
    /Call log:|Locator:|Expected|strict mode/.test(message),
  );
  const isOver = testInfo.status === 'timedOut';
  return named ?? (isOver ? pendingStepError(testInfo) : undefined) ?? testInfo.errors[0];
}

/** Playwright gives what follows a test as long as the test itself, or its project; 0 is no limit. */
function reportLimit({ timeout, project }: TestInfo): number {
  const longest = timeout === 0 || project.timeout === 0 ? MAX_REPORT_MS : Math.max(timeout, project.timeout);
  return Math.min(MAX_REPORT_MS, 0.7 * longest);
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
