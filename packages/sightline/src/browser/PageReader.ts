import { SNAPSHOT_VERSION, type Snapshot } from '../model/Snapshot.ts';
import { captureFrame, type FrameCapture } from './captureFrame.ts';
import { captureFrames, patienceAt } from './captureFrames.ts';
import { censorFrames } from './censorFrames.ts';
import { ClosedRoots } from './closedRoots.ts';
import type { FrameWorlds } from './FrameWorlds.ts';
import { FrameOwners } from './frameOwners.ts';
import { type ChildFrame, joinDocuments, type Place } from './joinDocuments.ts';
import { Listeners } from './Listeners.ts';
import { noDocument } from './pageErrors.ts';
import type { World } from './World.ts';
import { withinTime } from './withinTime.ts';

/** Closed shadow roots within each other are followed this deep in one capture; the next one goes on. */
const NESTED = 6;

/** What a page was read into. */
export interface PageRead {
  snapshot: Snapshot;
  /** What it was made of, the main document first. */
  captures: FrameCapture[];
  /** Where each document lies, by key. */
  places: Map<string, Place>;
}

/** Reads all documents of a page at once, and puts them together. */
export class PageReader {
  readonly #worlds: FrameWorlds;
  readonly #owners = new FrameOwners();
  readonly #listeners = new Listeners();
  readonly #closedRoots = new ClosedRoots();
  #last: PageRead | undefined;

  constructor(worlds: FrameWorlds) {
    this.#worlds = worlds;
  }

  /**
   * A page that did not change is answered as the same object, its `captures` being those of now. Throws `Gone`, and
   * `unsupported_page` for what is no document (a PDF). What hangs is left out, so that it is over at `end`.
   */
  async read(end: number): Promise<PageRead> {
    const started = performance.now();
    const { main, children } = await captureFrames(this.#worlds, this.#owners, end);
    if (main.document.contentType === 'application/pdf') throw noDocument();
    const first = [main, ...children.flatMap(({ capture }) => capture ?? [])];
    if (this.#last && isSame(first, this.#last.captures)) return this.#last;
    const opened = await this.#openClosedRoots(first, end);
    if (this.#last && isAlike(opened, this.#last.captures)) return keep(this.#last, opened);
    const captures = await this.#censorAndMark(opened, end);
    if (captures === undefined) return keep(this.#last as PageRead, opened);
    const captured = (child: ChildFrame) => child.capture && captures[first.indexOf(child.capture)];
    const { documents, places } = joinDocuments(
      captures[0] as FrameCapture,
      children.map((child) => ({ ...child, capture: captured(child) })),
    );
    const snapshot: Snapshot = {
      version: SNAPSHOT_VERSION,
      url: main.document.url,
      title: main.document.title,
      capturedAt: new Date().toISOString(),
      documents,
      timing: timingOf(captures, started),
    };
    this.#last = { captures, snapshot, places };
    return this.#last;
  }

  /**
   * The captures without secrets, and with what listens; undefined where only the count of listeners is another than
   * the last time, as after a screenshot, and none of them is told.
   */
  async #censorAndMark(captures: FrameCapture[], end: number): Promise<FrameCapture[] | undefined> {
    const isRead = this.#last && isAlike(captures, this.#last.captures, { listeners: false });
    const flags = isRead && captures.map(({ document }) => [...document.rows.flags]);
    await censorFrames(captures);
    if (await this.#markListeners(captures, end)) {
      const again = await Promise.all(captures.map(captureAgain));
      await censorFrames(again);
      await this.#markListeners(again, end);
      return again;
    }
    const isKnown = flags && captures.every((capture, i) => hasFlags(capture, flags[i] ?? []));
    return isKnown ? undefined : captures;
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
}

function keep(last: PageRead, captures: FrameCapture[]): PageRead {
  last.captures = captures;
  return last;
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
