import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Frame, FrameLocator, Locator, Page, Selectors } from 'playwright-core';
import type { DomRequest } from '../model/DomQuery.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { SNAPSHOT_VERSION, type Snapshot } from '../model/Snapshot.ts';
import type { Highlight } from '../page/Highlights.ts';
import { browserError } from './browserError.ts';
import { captureFrame, evaluate, type FrameCapture, Gone } from './captureFrame.ts';
import { censorFrames } from './censorFrames.ts';
import { ClosedRoots } from './closedRoots.ts';
import { FrameWorlds, type Target } from './FrameWorlds.ts';
import { findLive, type LiveMatches } from './findLive.ts';
import { findLocators, type Located, type Wanted } from './findLocators.ts';
import { FrameOwners } from './frameOwners.ts';
import { type ChildFrame, joinDocuments, type Place } from './joinDocuments.ts';
import { Listeners } from './Listeners.ts';
import { markElements, unmarkElements } from './markElements.ts';
import { type FrameFound, queryFrames } from './queryFrames.ts';
import { screenshotShielded } from './screenshot.ts';
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

export interface ScreenshotOptions {
  /** The whole page, not only what the viewport shows. Default false. */
  fullPage?: boolean | undefined;
  /** A picture of the whole page that is larger is scaled down to this; default: none is. */
  maxPixels?: number | undefined;
  /** Only this element, scrolled into view. */
  element?: Locator;
  /** What is shown over the page while the picture is taken. */
  overlay?: (snapshot: Snapshot) => Highlight[];
  /** Milliseconds for all of it; default 10,000. */
  timeoutMs?: number | undefined;
}

/** PNG bytes, and what the page held just before. */
export interface Shot {
  image: Buffer;
  snapshot: Snapshot;
}

/** Milliseconds that a page may take to answer where nothing else is said. */
const PATIENCE = 10_000;
/** How often a capture begins again when the page navigates away under it. */
const ATTEMPTS = 5;
/** Milliseconds, times the attempt: the news of a new document may come after the old one's end. */
const PAUSE = 25;
/** Milliseconds that the process of a new frame may take where something small is asked. */
const IMPATIENCE = 250;
/** What a child frame may take at most, as a share of the time that is left: one that hangs is left unread. */
const CHILD_SHARE = 0.3;
/** Milliseconds. */
const MAX_PATIENCE = 2_000;
/** Closed shadow roots within each other are followed this deep in one capture; the next one goes on. */
const NESTED = 6;
/** Documents beyond this many are not read: a page that adds frames for ever still ends. */
const MAX_FRAMES = 250;

/**
 * The way from a live page to its `Snapshot`, and back from an id to the live element. One round trip
 * for a page without frames.
 */
export class PageDoor {
  readonly #page: Page;
  readonly #worlds: FrameWorlds;
  readonly #owners = new FrameOwners();
  readonly #listeners = new Listeners();
  readonly #closedRoots = new ClosedRoots();
  #places = new Map<string, Place>();
  /** Frames of documents that no locator finds its way to, by key. */
  #unframed = new Map<string, Frame>();
  #crashed = false;
  #isHighlighted = false;
  /** What the last capture was made of: a page that did not change answers the same snapshot. */
  #last: { captures: FrameCapture[]; snapshot: Snapshot } | undefined;

  private constructor(page: Page, worlds: FrameWorlds) {
    this.#page = page;
    this.#worlds = worlds;
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
  async screenshot(options: ScreenshotOptions = {}): Promise<Shot> {
    const { fullPage = false, element, overlay, timeoutMs = PATIENCE } = options;
    const { maxPixels = Number.POSITIVE_INFINITY } = options;
    const end = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      // It hands in the closed shadow roots, and finds which element holds which frame.
      const snapshot = await this.capture({ timeoutMs: end - performance.now() });
      const captures = this.#last?.captures ?? [];
      const shown = captures.filter(({ document }) => snapshot.documents.includes(document));
      if (overlay) await this.highlight(overlay(snapshot));
      const taking = screenshotShielded(this.#page, shown, { fullPage, element, maxPixels, end });
      try {
        const image = await withinTime<Buffer | 'late' | undefined>(taking, end - performance.now(), 'late');
        if (image === 'late') throw noAnswer(timeoutMs);
        if (image) return { image, snapshot };
      } catch (error) {
        throw browserError(error, this.#page);
      } finally {
        await this.clearHighlights();
      }
      if (attempt === ATTEMPTS) throw navigated(new Error('the page changed each time it was photographed'));
    }
  }

  /** Keys of the documents of the last capture. */
  get documents(): string[] {
    return this.#last?.snapshot.documents.map(({ key }) => key) ?? [];
  }

  /** Shows numbered boxes over the page; the next capture takes them off first. */
  async highlight(highlights: Highlight[]): Promise<void> {
    this.#isHighlighted = true;
    await this.#askMain(`highlights.show(${JSON.stringify(highlights)})`);
  }

  /** Takes them off, if there are any. */
  async clearHighlights(): Promise<void> {
    if (!this.#isHighlighted) return;
    this.#isHighlighted = false;
    await this.#askMain('highlights.clear()');
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
    return this.#scope(documentKey).locator(`${ENGINE}=${documentKey}/${id}`);
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
      scope: (document: string) => this.#scope(document),
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

  #scope(documentKey: string): Page | Frame | FrameLocator {
    const place = this.#places.get(documentKey);
    if (!place) throw staleDocument(documentKey);
    if (place.parentKey === undefined) return this.#page;
    const frame = this.#unframed.get(documentKey);
    if (frame) return frame;
    return this.#scope(place.parentKey).frameLocator(`${ENGINE}=${place.parentKey}/${place.ownerId}`);
  }

  async #capture(end: number): Promise<Snapshot> {
    const started = performance.now();
    await this.clearHighlights();
    const mainId = await this.#mainFrameId(end);
    const targets = await this.#worlds.all(patienceAt(end));
    const single = targets.length === 1 && this.#worlds.main.frameIds().length === 1;
    const mainCapture = captureFrame(this.#worlds.main, mainId);
    const [main, children] = await Promise.all([
      mainCapture,
      single ? [] : this.#captureChildren(targets, mainCapture, end),
    ]);
    refuseUnsupported(main);
    const first = [main, ...children.flatMap(({ capture }) => capture ?? [])];
    if (this.#last && isSame(first, this.#last.captures)) return this.#last.snapshot;
    let captures = await this.#openClosedRoots(first, end);
    if (this.#last && isAlike(captures, this.#last.captures)) {
      this.#last.captures = captures;
      return this.#last.snapshot;
    }
    const last = this.#last && isAlike(captures, this.#last.captures, { listeners: false }) && this.#last;
    const flags = last && captures.map(({ document }) => [...document.rows.flags]);
    await censorFrames(captures);
    if (await this.#markListeners(captures, end)) {
      captures = await Promise.all(captures.map(captureAgain));
      await censorFrames(captures);
      await this.#markListeners(captures, end);
    } else if (last && flags && captures.every((capture, i) => hasFlags(capture, flags[i] ?? []))) {
      // Only the count of listeners is another, as after a screenshot: none of them is told.
      last.captures = captures;
      return last.snapshot;
    }
    const { documents, places } = joinDocuments(
      captures[0] as FrameCapture,
      children.map((child) => ({
        ...child,
        capture: child.capture && captures[first.indexOf(child.capture)],
      })),
    );
    this.#places = places;
    await withinTime(this.#findUnframed(), patienceAt(end), undefined);
    const snapshot: Snapshot = {
      version: SNAPSHOT_VERSION,
      url: main.document.url,
      title: main.document.title,
      capturedAt: new Date().toISOString(),
      documents,
      timing: timingOf(captures, started),
    };
    this.#last = { captures, snapshot };
    return snapshot;
  }

  /** Asks the page script of the main document; one that went away meanwhile needs no answer. */
  async #askMain(call: string): Promise<void> {
    const { main } = this.#worlds;
    const context = main.contextOf(main.rootFrameId)?.uniqueId;
    if (context === undefined) return;
    await evaluate(main, context, `globalThis.__sightline?.${call}`).catch((error) => {
      if (!(error instanceof Gone)) throw browserError(error, this.#page);
    });
  }

  /** Playwright has a frame for what an `object` holds, but no way from the element to it. */
  async #findUnframed(): Promise<void> {
    const keys = [...this.#places].flatMap(([key, { isFramed }]) => (isFramed ? [] : [key]));
    const known = this.#unframed;
    this.#unframed = new Map();
    for (const key of keys) {
      const frames = [known.get(key), ...this.#page.frames()];
      for (const frame of frames) {
        const holds =
          (await frame
            ?.locator(`${ENGINE}=${key}`)
            .count()
            .catch(() => 0)) === 1;
        if (frame && holds && this.#unframed.set(key, frame)) break;
      }
    }
  }

  /** The main frame, once it has a document: after a navigation that takes a moment. */
  async #mainFrameId(end: number): Promise<string> {
    const { main } = this.#worlds;
    while (!main.contextOf(main.rootFrameId)) {
      const left = end - performance.now();
      if (left <= 0 || main.closed) throw new Gone('the page has no document');
      await main.whenContext(main.rootFrameId, Math.min(left, 250));
      if (!main.contextOf(main.rootFrameId)) await main.frames();
    }
    return main.rootFrameId;
  }

  /** Captures again what has closed shadow roots that nobody knew of; nested ones come to light with that. */
  async #openClosedRoots(first: FrameCapture[], end: number): Promise<FrameCapture[]> {
    let captures = first;
    for (let depth = 0; depth < NESTED; depth++) {
      const worlds = new Set<World>();
      const searches = Array.from(groupByWorld(captures), async ([world, own]) => {
        if (await this.#closedRoots.open(world, own)) worlds.add(world);
      });
      await withinTime(Promise.allSettled(searches), (end - performance.now()) / 2, []);
      if (worlds.size === 0) break;
      captures = await Promise.all(
        captures.map((capture) => (worlds.has(capture.world) ? captureAgain(capture) : capture)),
      );
    }
    return captures;
  }

  /**
   * What listens is told where the browser says so in time: no look fails for want of it. Answers whether shapes of
   * drawings came to light that way, which want another capture.
   */
  async #markListeners(captures: FrameCapture[], end: number): Promise<boolean> {
    const marks = Array.from(groupByWorld(captures), ([world, own]) =>
      this.#listeners.mark(world, own).catch(() => false),
    );
    return (await withinTime(Promise.all(marks), patienceAt(end), [])).includes(true);
  }

  /** First all documents at once, then the elements that hold them: a known one costs no round trip. */
  async #captureChildren(targets: Target[], main: Promise<FrameCapture>, end: number): Promise<ChildFrame[]> {
    const lists = await Promise.all(targets.map((target) => listFrames(target, patienceAt(end))));
    const listed = lists.flat().slice(0, MAX_FRAMES);
    const patience = patienceAt(end);
    const captures = await Promise.all(
      listed.map(({ frameId, target }) =>
        withinTime(captureChild(target.world, frameId), patience, undefined),
      ),
    );
    await main;
    this.#owners.keepOnly(new Set(listed.map(({ frameId }) => frameId)));
    return Promise.all(
      listed.map(async ({ frameId, parent, target }, i) => {
        const around = parent === undefined ? target.around : target.world;
        const owner = around && (await this.#owners.find(frameId, around, parent));
        return { frameId, owner, capture: captures[i], isLoaded: target.world.isLoaded(frameId) };
      }),
    );
  }

  readonly #onCrash = (): void => {
    this.#crashed = true;
  };
}

async function attach(page: Page, selectors?: Selectors): Promise<CDPSession> {
  await registerEngine(page.context(), selectors);
  return whenAttached(() => page.context().newCDPSession(page));
}

function staleDocument(key: string): SightlineError {
  return new SightlineError('stale', `The document ${key} is no longer part of the page.`, {
    hint: 'Look at the page again.',
    retryable: true,
  });
}

function noAnswer(timeoutMs: number): SightlineError {
  const message = `The page did not answer within ${Math.round(timeoutMs)} ms.`;
  return new SightlineError('timeout', message, {
    hint: 'Try again: the page may be busy for a moment. If its script never ends, open another page.',
    retryable: true,
  });
}

/** What went away meanwhile stays as it was captured. */
function captureAgain(capture: FrameCapture): Promise<FrameCapture> {
  return captureFrame(capture.world, capture.frameId).catch(() => capture);
}

function groupByWorld(captures: FrameCapture[]): Map<World, FrameCapture[]> {
  const groups = new Map<World, FrameCapture[]>();
  for (const capture of captures) groups.set(capture.world, [...(groups.get(capture.world) ?? []), capture]);
  return groups;
}

/** True when what was read of each frame is what it was, though the browser counts more or fewer nodes. */
function isAlike(captures: FrameCapture[], last: FrameCapture[], { listeners = true } = {}): boolean {
  return (
    captures.length === last.length &&
    captures.every((capture, i) => {
      const before = last[i] as FrameCapture;
      const isHeard = !listeners || capture.listeners === before.listeners;
      return capture.document === before.document && isHeard;
    })
  );
}

function hasFlags({ document }: FrameCapture, flags: number[]): boolean {
  return document.rows.flags.every((flag, row) => flag === flags[row]);
}

/** True when no frame changed, came or went. */
function isSame(captures: FrameCapture[], last: FrameCapture[]): boolean {
  return captures.length === last.length && captures.every((capture, i) => capture === last[i]);
}

function patienceAt(end: number): number {
  return Math.min((end - performance.now()) * CHILD_SHARE, MAX_PATIENCE);
}

interface ListedFrame {
  frameId: string;
  parent: string | undefined;
  target: Target;
}

/** The frames of a target; not the main one, which is captured for itself. */
async function listFrames(target: Target, patienceMs: number): Promise<ListedFrame[]> {
  const none = new Map<string, string | undefined>();
  const frames = await withinTime(target.world.frames(), patienceMs, none).catch(() => none);
  const listed = Array.from(frames, ([frameId, parent]) => ({ frameId, parent, target }));
  return target.around ? listed : listed.slice(1);
}

/** How long a frame that was just added may take to get its document, milliseconds. */
const FRAME_PATIENCE = 250;

/** A frame that goes away, or whose script fails, is one that could not be read. */
async function captureChild(world: World, frameId: string): Promise<FrameCapture | undefined> {
  await world.whenContext(frameId, FRAME_PATIENCE);
  return captureFrame(world, frameId).catch(() => undefined);
}

function refuseUnsupported({ document }: FrameCapture): void {
  if (document.contentType !== 'application/pdf') return;
  throw new SightlineError(
    'unsupported_page',
    'This is a PDF, which the browser shows in a viewer of its own.',
    {
      hint: 'Download the file and read it with another tool.',
    },
  );
}

function navigated(cause: unknown): SightlineError {
  return new SightlineError('navigated', 'The page kept navigating away while it was read.', {
    hint: 'Try again once it has come to rest.',
    retryable: true,
    cause,
  });
}

/** The stages within the page, summed over its documents, and all of it as it was felt here. */
function timingOf(captures: FrameCapture[], started: number): Record<string, number> {
  const timing: Record<string, number> = {};
  for (const { timing: stages } of captures) {
    for (const [stage, milliseconds] of Object.entries(stages))
      timing[stage] = (timing[stage] ?? 0) + milliseconds;
  }
  const inPage = Object.values(timing).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const capture = performance.now() - started;
  return { ...timing, transfer: Math.max(0, capture - inPage), capture };
}
