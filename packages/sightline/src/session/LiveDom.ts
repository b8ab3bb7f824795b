import type { Page as PlaywrightPage } from 'playwright-core';
import type { PageDoor } from '../browser/PageDoor.ts';
import { withinTime } from '../browser/withinTime.ts';
import { DOM_LIMITS, type DomRequest } from '../model/DomQuery.ts';
import { invalidSelector } from '../model/invalidSelector.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { unclosed } from '../model/unclosed.ts';
import { type DomAnswer, tellDom } from '../view/tellDom.ts';
import type { Scene } from '../view/View.ts';
import type { Log, LogEntry } from './Log.ts';

/** What `query_dom` takes (seed 004). */
export interface DomQueryOptions {
  /** Number of the tab; default the active one. */
  tabId?: number;
  /**
   * Search shadow roots, open and closed. `auto` (default): in the active tab, while it shows the origin that the session
   * was sent to or looked at.
   */
  pierceShadow?: boolean | 'auto';
  /** Tell computed styles: those in `properties`, or a few of use. Default false. */
  includeStyles?: boolean;
  /** Names of live properties (`value`, `checked`) and styles (`color`, `--gap`) to tell of each match. */
  properties?: readonly string[];
  /** Tell children too. Default false. */
  includeChildren?: boolean;
  /** Levels of children, 1 to 5. Default 3. */
  maxDepth?: number;
  /** Milliseconds for all of it; default 10,000. */
  timeoutMs?: number;
}

/** A tab that is asked. */
interface AskedTab {
  page: PlaywrightPage;
  number: number;
  isActive: boolean;
}

/** What a live question needs of its session. */
export interface DomStage {
  tab(number?: number): AskedTab;
  door(page: PlaywrightPage, timeoutMs: number): Promise<PageDoor>;
  read(snapshot: Snapshot): Scene;
  /** Whether the user is about what the tab shows now. */
  isTracked(page: PlaywrightPage, url: string): boolean;
  log: Log | undefined;
}

/** Milliseconds. */
const PATIENCE = 10_000;
/** How often it is asked again where the page went away in between. */
const ATTEMPTS = 3;
const DEFAULT_DEPTH = 3;

/** Answers CSS selectors on the live DOM. Questions do not wait for each other. */
export class LiveDom {
  readonly #stage: DomStage;
  #count = 0;

  constructor(stage: DomStage) {
    this.#stage = stage;
  }

  async query(selector: string, options: DomQueryOptions): Promise<DomAnswer> {
    const log = this.#logger();
    const started = performance.now();
    try {
      const answer = await this.#ask(selector, options, log);
      const { totalMatchCount, returnedMatchCount } = answer.data.data;
      const bytes = Buffer.byteLength(JSON.stringify(answer.data));
      log('query_dom answered', { totalMatchCount, returnedMatchCount, bytes, ms: since(started) });
      return answer;
    } catch (error) {
      const { code, message } = error as SightlineError;
      log('query_dom failed', { code: code ?? 'internal', message, ms: since(started) });
      throw error;
    }
  }

  async #ask(selector: string, options: DomQueryOptions, log: Logger): Promise<DomAnswer> {
    const { tabId, timeoutMs = PATIENCE, pierceShadow = 'auto' } = options;
    const end = performance.now() + timeoutMs;
    const tab = this.#stage.tab(tabId);
    log('query_dom asked', { tab: tab.number, selector, pierceShadow, timeoutMs });
    const request = requestOf(selector, options);
    for (let attempt = 1; ; attempt++) {
      const asking = this.#askOnce(request, tab, pierceShadow, end, log);
      try {
        const answer = await withinTime<DomAnswer | undefined>(asking, end - performance.now(), undefined);
        if (answer) return answer;
        throw noAnswer(timeoutMs);
      } catch (error) {
        const isLast = attempt === ATTEMPTS || performance.now() >= end;
        if (isLast || !(error instanceof SightlineError) || error.code !== 'navigated') throw error;
      }
    }
  }

  /** The capture hands in closed shadow roots and frames, and gives numbers; it costs little where nothing changed. */
  async #askOnce(
    request: DomRequest,
    tab: AskedTab,
    pierceShadow: boolean | 'auto',
    end: number,
    log: Logger,
  ): Promise<DomAnswer> {
    const stage = this.#stage;
    const left = (): number => Math.max(1, end - performance.now());
    const door = await stage.door(tab.page, left());
    const snapshot = await door.capture({ timeoutMs: left() });
    const intent = tab.isActive && stage.isTracked(tab.page, snapshot.url);
    const pierce = pierceShadow === 'auto' ? intent : pierceShadow;
    const found = await door.queryDom({ ...request, pierce });
    log('query_dom told by the page', {
      documents: found.length,
      ms: Math.max(...found.map(({ ms }) => ms)),
    });
    const scene = stage.read(snapshot);
    const isAuto = pierceShadow === 'auto';
    return tellDom(found, scene, {
      selector: request.selector,
      pierce,
      isAuto,
      otherTab: tab.isActive ? undefined : tab.number,
    });
  }

  #logger(): Logger {
    const { log } = this.#stage;
    const id = ++this.#count;
    return (event, details) => {
      try {
        log?.({ at: new Date().toISOString(), id, event, ...details });
      } catch {
        // A log that fails is no reason for the question to.
      }
    };
  }
}

type Logger = (event: LogEntry['event'], details: Record<string, string | number | boolean>) => void;

const since = (started: number): number => Math.round(performance.now() - started);

/** Throws `invalid_selector`, `invalid_argument`, `too_large`. */
function requestOf(selector: string, options: DomQueryOptions): DomRequest {
  const {
    includeStyles = false,
    properties = [],
    includeChildren = false,
    maxDepth = DEFAULT_DEPTH,
  } = options;
  if (selector.length > DOM_LIMITS.selector)
    throw tooLarge(`The selector has ${selector.length} characters`, DOM_LIMITS.selector);
  const open = unclosed(selector);
  if (open !== undefined) throw invalidSelector(selector, `${open} is not closed.`);
  if (properties.length > DOM_LIMITS.properties)
    throw tooLarge(`${properties.length} properties are asked for`, DOM_LIMITS.properties);
  if (properties.some((name) => name.length > DOM_LIMITS.name))
    throw tooLarge('The name of a property is longer', DOM_LIMITS.name);
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

function tooLarge(what: string, most: number): SightlineError {
  return new SightlineError('too_large', `${what}: ${most} is the most.`, {
    hint: 'Ask for less at a time.',
  });
}

function noAnswer(timeoutMs: number): SightlineError {
  return new SightlineError('timeout', `No answer to the DOM query within ${Math.round(timeoutMs)} ms.`, {
    hint: 'Wait a moment and ask again: the page may be busy. If its script never ends, open another page.',
    retryable: true,
  });
}
