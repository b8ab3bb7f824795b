import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Locator, Page, Selectors } from 'playwright-core';
import type { DomRequest } from '../model/DomQuery.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import type { Highlight } from '../page/Highlights.ts';
import { browserError } from './browserError.ts';
import { evaluate, Gone } from './captureFrame.ts';
import { patienceAt } from './captureFrames.ts';
import { DocumentScopes } from './DocumentScopes.ts';
import { FrameWorlds } from './FrameWorlds.ts';
import { findLive, type LiveMatches } from './findLive.ts';
import { findLocators, type Located, type Wanted } from './findLocators.ts';
import { Highlighter } from './Highlighter.ts';
import { markElements, unmarkElements } from './markElements.ts';
import { type PageRead, PageReader } from './PageReader.ts';
import { navigated, noAnswer, staleDocument } from './pageErrors.ts';
import { photograph, type ScreenshotOptions, type Shot } from './photograph.ts';
import { type FrameFound, queryFrames } from './queryFrames.ts';
import { ENGINE, registerEngine } from './selectorEngine.ts';
import { World } from './World.ts';
import { whenAttached } from './whenAttached.ts';
import { withinTime } from './withinTime.ts';
import { withoutSecrets } from './withoutSecrets.ts';

export interface DoorOptions {
  /** Those of the Playwright copy that the page belongs to; default our own. */
  selectors?: Selectors;
  /** Milliseconds that the page may take to answer; default 10,000. */
  timeoutMs?: number;
}

export interface CaptureOptions {
  /** Milliseconds for the whole capture; default 10,000. */
  timeoutMs?: number;
}

/** Milliseconds that a page may take to answer where nothing else is said. */
const PATIENCE = 10_000;
/** How often a capture begins again when the page navigates away under it. */
const ATTEMPTS = 5;
/** Milliseconds, times the attempt: the news of a new document may come after the old one's end. */
const PAUSE = 25;
/** Milliseconds that the process of a new frame may take where something small is asked. */
const IMPATIENCE = 250;

/**
 * The way from a live page to its `Snapshot`, and back from an id to the live element. One round trip
 * for a page without frames.
 */
export class PageDoor {
  readonly #page: Page;
  readonly #worlds: FrameWorlds;
  readonly #reader: PageReader;
  readonly #scopes: DocumentScopes;
  readonly #highlighter: Highlighter;
  #crashed = false;
  /** The last capture. */
  #last: PageRead | undefined;

  private constructor(page: Page, worlds: FrameWorlds) {
    this.#page = page;
    this.#worlds = worlds;
    this.#reader = new PageReader(worlds);
    this.#scopes = new DocumentScopes(page);
    this.#highlighter = new Highlighter(page, worlds.main);
    page.on('crash', this.#onCrash);
  }

  /**
   * Throws `timeout` (retryable) where the page does not answer, as one whose script never ends;
   * `tab_closed`, `browser_closed`.
   */
  static async open(page: Page, { selectors, timeoutMs = PATIENCE }: DoorOptions = {}): Promise<PageDoor> {
    const attaching = attach(page, selectors);
    try {
      const opening = attaching.then((session) => World.open(session, page));
      const world = await withinTime(opening, timeoutMs, undefined);
      if (world) return new PageDoor(page, new FrameWorlds(page, world));
    } catch (error) {
      throw browserError(error, page);
    }
    attaching.then((session) => session.detach()).catch(() => undefined);
    throw noAnswer(timeoutMs);
  }

  /**
   * Captures the page with every frame that can be read. Where nothing changed since the last capture, it
   * answers the same snapshot object, after one small message a frame.
   * Throws `navigated` (retryable) when it keeps navigating away, `timeout`, `tab_closed`,
   * `browser_closed`, and `unsupported_page` for what is no document (a PDF).
   */
  async capture({ timeoutMs = PATIENCE }: CaptureOptions = {}): Promise<Snapshot> {
    const end = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        const snapshot = await withinTime(this.#capture(end), end - performance.now(), undefined);
        if (snapshot) return snapshot;
        throw noAnswer(timeoutMs);
      } catch (error) {
        if (this.#crashed) throw browserError(new Error('Page crashed'), this.#page);
        if (!(error instanceof Gone)) throw browserError(error, this.#page);
        if (this.#page.isClosed()) throw browserError(new Error('Target closed'), this.#page);
        if (performance.now() >= end) throw noAnswer(timeoutMs);
        if (attempt === ATTEMPTS) throw navigated(error);
        await setTimeout(attempt * PAUSE);
      }
    }
  }

  /**
   * A PNG of what the page shows, or with `fullPage` of all of it, with every secret painted over; frames that
   * cannot be read are painted over whole. Throws what `capture` throws.
   */
  screenshot(options: ScreenshotOptions = {}): Promise<Shot> {
    const look = async (timeoutMs: number) => ({
      snapshot: await this.capture({ timeoutMs }),
      captures: this.#last?.captures ?? [],
    });
    return photograph(this.#page, look, this.#highlighter, options);
  }

  /** Keys of the documents of the last capture. */
  get documents(): string[] {
    return this.#last?.snapshot.documents.map(({ key }) => key) ?? [];
  }

  /** Shows numbered boxes over the page; the next capture takes them off first. */
  highlight(highlights: Highlight[]): Promise<void> {
    return this.#highlighter.show(highlights);
  }

  /** Takes them off, if there are any. */
  clearHighlights(): Promise<void> {
    return this.#highlighter.clear();
  }

  /** The texts without what they repeat of the secrets that any document of this page holds now. */
  async withoutSecrets(texts: string[]): Promise<string[]> {
    let told = texts;
    const targets = await this.#worlds.all(IMPATIENCE);
    for (const { world } of targets)
      for (const frameId of world.frameIds()) told = await withoutSecrets(world, frameId, told);
    return told;
  }

  /** The targets that make up the page now, the main one first. */
  async targets(): Promise<World[]> {
    return (await this.#worlds.all(IMPATIENCE)).map(({ world }) => world);
  }

  /**
   * The live element. Waits and acts as any Playwright locator does.
   * Throws `stale` when the last capture held no document of that key.
   */
  locator(documentKey: string, id: number): Locator {
    return this.#scopes.of(documentKey).locator(`${ENGINE}=${documentKey}/${id}`);
  }

  /**
   * What matches a CSS selector now, in every document of the last capture; at most `limit` ids of each.
   * Throws `invalid_selector`.
   */
  find(selector: string, limit: number): Promise<LiveMatches[]> {
    return findLive(this.#last?.captures ?? [], selector, limit);
  }

  /**
   * What matches a CSS selector now, described, in every document of the last capture. Throws `invalid_selector`;
   * `navigated` (retryable) where the page has gone since.
   */
  async queryDom(request: DomRequest): Promise<FrameFound[]> {
    const captures = this.#last?.captures ?? [];
    try {
      return await queryFrames(captures, request, (texts) => this.withoutSecrets(texts));
    } catch (error) {
      throw error instanceof Gone ? navigated(error) : browserError(error, this.#page);
    }
  }

  /**
   * Asks the page script of a document of the last capture: `aim(12)`. Throws `stale` where that document is gone.
   */
  async ask(documentKey: string, call: string): Promise<string> {
    const capture = this.#last?.captures.find(({ document }) => document.key === documentKey);
    const context = capture?.world.contextOf(capture.frameId);
    if (!capture || !context) throw staleDocument(documentKey);
    try {
      return await evaluate(capture.world, context.uniqueId, `__sightline.${call}`);
    } catch (error) {
      throw error instanceof Gone ? staleDocument(documentKey) : browserError(error, this.#page);
    }
  }

  /**
   * Selectors for elements of the last capture, in their order, each of which finds its element alone on the page as
   * it is now. Throws `timeout`; `stale` for a document that the last capture did not hold.
   */
  async locators(wanted: readonly Wanted[], timeoutMs = PATIENCE): Promise<Located[]> {
    const reach = {
      captures: this.#last?.captures ?? [],
      scope: (document: string) => this.#scopes.of(document),
      withoutSecrets: (texts: string[]) => this.withoutSecrets(texts),
    };
    const found = await withinTime(findLocators(wanted, reach), timeoutMs, undefined);
    if (found) return found;
    throw noAnswer(timeoutMs);
  }

  /** See `markElements`. */
  mark(marks: ReadonlyMap<string, Record<number, string>>): Promise<number> {
    return markElements(this.#last?.captures ?? [], marks);
  }

  /** See `unmarkElements`. */
  unmark(): Promise<number> {
    return unmarkElements(this.#last?.captures ?? []);
  }

  async dispose(): Promise<void> {
    this.#page.off('crash', this.#onCrash);
    await this.#worlds.dispose();
  }

  async #capture(end: number): Promise<Snapshot> {
    await this.#highlighter.clear();
    const read = await this.#reader.read(end);
    if (read !== this.#last) await withinTime(this.#scopes.follow(read.places), patienceAt(end), undefined);
    this.#last = read;
    return read.snapshot;
  }

  readonly #onCrash = (): void => {
    this.#crashed = true;
  };
}

async function attach(page: Page, selectors?: Selectors): Promise<CDPSession> {
  await registerEngine(page.context(), selectors);
  return whenAttached(() => page.context().newCDPSession(page));
}
