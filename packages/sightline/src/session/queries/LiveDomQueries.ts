import type { Page as PlaywrightPage } from 'playwright-core';
import { withTimeout } from '../../browser/withTimeout.ts';
import { type RenderedDomQuery, renderDomQuery } from '../../render/dom/renderDomQuery.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { DOM_LIMITS, type DomQuery } from '../../snapshot/selectors/DomQuery.ts';
import { findUnclosed } from '../../snapshot/selectors/findUnclosed.ts';
import { invalidSelector } from '../../snapshot/selectors/invalidSelector.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import type { LogEntry } from '../Log.ts';
import type { SessionContext } from '../SessionContext.ts';

/** What `query_dom` takes. */
export interface DomQueryOptions extends AbortOptions {
  /** Number of the tab; default the active one. */
  tabId?: number;
  /**
   * Search shadow roots, open and closed. `auto` (default): in the active tab, while it is at the origin that the session
   * last opened or looked at.
   */
  pierceShadow?: boolean | 'auto';
  /** Include computed styles: those in `properties`, or a few useful ones. Default false. */
  includeStyles?: boolean;
  /** Names of live properties (`value`, `checked`) and styles (`color`, `--gap`) to include. */
  properties?: readonly string[];
  /** Include children. Default false. */
  includeChildren?: boolean;
  /** Levels of children, 1 to 5. Default 3. */
  maxDepth?: number;
  /** Milliseconds for all of it; default 10,000. */
  timeoutMs?: number;
}

interface QueriedTab {
  page: PlaywrightPage;
  number: number;
  isActive: boolean;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** How often a query is tried where the page navigates meanwhile. */
const MAX_ATTEMPTS = 3;
const DEFAULT_DEPTH = 3;

/** Runs CSS selectors on the live DOM. Queries do not wait for each other. */
export class LiveDomQueries {
  readonly #session: SessionContext;
  #queryCount = 0;

  constructor(session: SessionContext) {
    this.#session = session;
  }

  async query(selector: string, options: DomQueryOptions): Promise<RenderedDomQuery> {
    const log = this.#logger();
    const started = performance.now();
    try {
      const answer = await this.#queryWithRetries(selector, options, log);
      const { totalMatchCount, returnedMatchCount } = answer.data.data;
      const bytes = Buffer.byteLength(JSON.stringify(answer.data));
      log('query_dom answered', { totalMatchCount, returnedMatchCount, bytes, ms: elapsedMs(started) });
      return answer;
    } catch (error) {
      const { code, message } = error as SightlineError;
      log('query_dom failed', { code: code ?? 'internal', message, ms: elapsedMs(started) });
      throw error;
    }
  }

  async #queryWithRetries(
    selector: string,
    options: DomQueryOptions,
    log: Logger,
  ): Promise<RenderedDomQuery> {
    const { tabId, timeoutMs = DEFAULT_TIMEOUT_MS, pierceShadow = 'auto' } = options;
    const end = performance.now() + timeoutMs;
    const tab = this.#session.source.tabs.tab(tabId);
    log('query_dom asked', { tab: tab.number, selector, pierceShadow, timeoutMs });
    const request = buildRequest(selector, options);
    for (let attempt = 1; ; attempt++) {
      const pending = this.#queryOnce(request, tab, pierceShadow, end, log);
      try {
        const answer = await withTimeout<RenderedDomQuery | undefined>(
          pending,
          end - performance.now(),
          undefined,
        );
        if (answer) return answer;
        throw timeoutError(timeoutMs);
      } catch (error) {
        const isLast = attempt === MAX_ATTEMPTS || performance.now() >= end;
        if (isLast || !(error instanceof SightlineError) || error.code !== 'navigated') throw error;
      }
    }
  }

  /** The capture finds closed shadow roots and frames, and gives numbers; it costs little where nothing changed. */
  async #queryOnce(
    request: DomQuery,
    tab: QueriedTab,
    pierceShadow: boolean | 'auto',
    end: number,
    log: Logger,
  ): Promise<RenderedDomQuery> {
    const { source } = this.#session;
    const remainingMs = (): number => Math.max(1, end - performance.now());
    const connection = await source.connection(tab.page, remainingMs());
    const snapshot = await connection.capture({ timeoutMs: remainingMs() });
    const intent = tab.isActive && source.isTracked(tab.page, snapshot.url);
    const pierce = pierceShadow === 'auto' ? intent : pierceShadow;
    const documents = await connection.queryDom({ ...request, pierce });
    log('query_dom answered by the page', {
      documents: documents.length,
      ms: Math.max(...documents.map(({ ms }) => ms)),
    });
    const renderContext = this.#session.pageOf(snapshot).renderContext();
    const isAuto = pierceShadow === 'auto';
    return renderDomQuery(documents, renderContext, {
      selector: request.selector,
      pierce,
      isAuto,
      otherTab: tab.isActive ? undefined : tab.number,
    });
  }

  #logger(): Logger {
    const { log } = this.#session;
    const id = ++this.#queryCount;
    return (event, details) => {
      try {
        log?.({ at: new Date().toISOString(), id, event, ...details });
      } catch {
        // A log that fails must not fail the query.
      }
    };
  }
}

type Logger = (event: LogEntry['event'], details: Record<string, string | number | boolean>) => void;

const elapsedMs = (started: number): number => Math.round(performance.now() - started);

/** Throws `invalid_selector`, `invalid_argument`, `too_large`. */
function buildRequest(selector: string, options: DomQueryOptions): DomQuery {
  const {
    includeStyles = false,
    properties = [],
    includeChildren = false,
    maxDepth = DEFAULT_DEPTH,
  } = options;
  if (selector.length > DOM_LIMITS.selector)
    throw tooLargeError(`The selector has ${selector.length} characters`, DOM_LIMITS.selector);
  const unclosedPart = findUnclosed(selector);
  if (unclosedPart !== undefined) throw invalidSelector(selector, `${unclosedPart} is not closed.`);
  if (properties.length > DOM_LIMITS.properties)
    throw tooLargeError(`${properties.length} properties are requested`, DOM_LIMITS.properties);
  if (properties.some((name) => name.length > DOM_LIMITS.name))
    throw tooLargeError('The name of a property is longer', DOM_LIMITS.name);
  if (!Number.isInteger(maxDepth) || maxDepth < 1 || maxDepth > DOM_LIMITS.depth) {
    throw new SightlineError(
      'invalid_argument',
      `The depth is a whole number from 1 to ${DOM_LIMITS.depth}.`,
      {
        hint: 'Query the children themselves to go deeper.',
      },
    );
  }
  return {
    selector,
    pierce: false,
    styles: includeStyles,
    properties: [...properties],
    depth: includeChildren ? maxDepth : 0,
  };
}

function tooLargeError(message: string, maximum: number): SightlineError {
  return new SightlineError('too_large', `${message}: ${maximum} is the most.`, {
    hint: 'Ask for less at a time.',
  });
}

function timeoutError(timeoutMs: number): SightlineError {
  return new SightlineError('timeout', `No answer to the DOM query within ${Math.round(timeoutMs)} ms.`, {
    hint: 'Wait a moment and query again: the page may be busy. If its script never ends, open another page.',
    retryable: true,
  });
}
