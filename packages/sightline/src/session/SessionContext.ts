import type { Page as PlaywrightPage } from 'playwright-core';
import type { PageConnection } from '../browser/PageConnection.ts';
import type { TabEvent } from '../browser/tabs/TabEvent.ts';
import { diffPages } from '../diff/diffPages.ts';
import type { PageDiff } from '../diff/PageDiff.ts';
import type { CallFormatter } from '../render/CallFormatter.ts';
import { PageStateCache, type Stopwatch, startStopwatch } from '../render/PageStateCache.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { PageState } from '../structure/PageState.ts';
import { ActionGate } from './ActionGate.ts';
import { CapturedPage, type PageServices } from './captured/CapturedPage.ts';
import type { Log } from './Log.ts';
import { LookHistory } from './LookHistory.ts';
import type { PageSource } from './pages/PageSource.ts';
import { loadSearchData } from './queries/loadSearchData.ts';
import { SearchResources } from './queries/SearchResources.ts';
import { RefRegistry } from './refs/RefRegistry.ts';
import { TargetFinder } from './refs/TargetFinder.ts';
import { TargetResolver } from './refs/TargetResolver.ts';
import { CALL_FORMATTERS, type CallStyle, type SessionOptions } from './SessionOptions.ts';

/** What the parts of one session share: its live pages, the numbers of elements, and what was read of snapshots. */
export class SessionContext implements PageServices {
  readonly source: PageSource;
  readonly targets: TargetResolver;
  readonly finder: TargetFinder;
  readonly pageStates = new PageStateCache();
  readonly search = new SearchResources();
  readonly history = new LookHistory(this.pageStates);
  /** One action at a time: the changes of two at once could not be distinguished. */
  readonly gate = new ActionGate();
  /** How many secrets had been given when a page was read. */
  readonly #versions = new WeakMap<Snapshot, number>();
  readonly log: Log | undefined;
  /** Scripts may run functions in pages. */
  readonly allowsEvaluate: boolean;
  callStyle: CallStyle;
  /** When the last look or action began, by this machine's clock, and what it is called. */
  seen: { at: number; what: string } | undefined;
  #searchLoading: Promise<void> | undefined;

  constructor(
    source: PageSource,
    { calls = 'tools', log, allowEvaluate = false, searchData }: SessionOptions,
  ) {
    this.source = source;
    this.targets = new TargetResolver(new RefRegistry(() => source.documentKeys()));
    this.finder = new TargetFinder(this);
    this.callStyle = calls;
    this.log = log;
    this.allowsEvaluate = allowEvaluate;
    if (searchData) this.search.use(searchData);
    if (searchData !== undefined) this.#searchLoading = Promise.resolve();
  }

  get refs(): RefRegistry {
    return this.targets.refs;
  }

  get formatCall(): CallFormatter {
    return CALL_FORMATTERS[this.callStyle];
  }

  /** The Playwright page of the active tab. Throws `tab_closed`, `browser_closed`, `unsupported_page`. */
  get page(): PlaywrightPage {
    return this.source.tabs.page;
  }

  connection(timeoutMs?: number): Promise<PageConnection> {
    return this.source.connection(this.page, timeoutMs);
  }

  /** The active tab as it is now, for a question about it. */
  async capture(timeoutMs?: number): Promise<CapturedPage> {
    const snapshot = await this.source.capture(timeoutMs);
    this.#versions.set(snapshot, this.source.typedSecrets.version);
    this.history.noteQuery(snapshot);
    return this.pageOf(snapshot);
  }

  /** The reader of a snapshot, which has the numbers of this session. */
  pageOf(snapshot: Snapshot): CapturedPage {
    return new CapturedPage(snapshot, {}, this);
  }

  /** A page that was read before, without what has been given to fields for secrets since. */
  withoutGiven(before: PageState): PageState {
    const snapshot = this.pageStates.snapshotOf(before);
    const { typedSecrets } = this.source;
    if (!snapshot || this.#versions.get(snapshot) === typedSecrets.version) return before;
    const redacted = typedSecrets.redactSnapshot(snapshot);
    return redacted === snapshot ? before : this.pageStates.get(redacted, {}).pageState;
  }

  /** What changed on a page since it was read. */
  diff(before: PageState, after: PageState): PageDiff {
    return diffPages(this.withoutGiven(before), after);
  }

  /** Reads the search data of the package, once. */
  loadSearch(): Promise<void> {
    this.#searchLoading ??= loadSearchData().then((data) => this.search.use(data));
    return this.#searchLoading;
  }

  startLook(): Stopwatch {
    this.seen = { at: Date.now(), what: 'the last look' };
    return startStopwatch();
  }

  /** What pages did on their own since the last call, once it is free of secrets. */
  async takeEvents(): Promise<TabEvent[]> {
    await this.source.tabs.eventsChecked();
    return this.source.takeEvents();
  }
}
