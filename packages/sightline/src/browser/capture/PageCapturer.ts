import { groupBy } from '../../snapshot/groupBy.ts';
import { replaceStrings } from '../../snapshot/replaceStrings.ts';
import { SNAPSHOT_VERSION, type Snapshot } from '../../snapshot/Snapshot.ts';
import { callPageScript } from '../frames/callPageScript.ts';
import { FrameOwners } from '../frames/FrameOwners.ts';
import type { FrameCapture, FrameTarget } from '../frames/FrameTarget.ts';
import type { FrameTargets } from '../frames/FrameTargets.ts';
import { type ChildFrame, type DocumentPlacement, joinDocuments } from '../frames/joinDocuments.ts';
import { pdfPageError } from '../pageErrors.ts';
import { withTimeout } from '../withTimeout.ts';
import { ClosedRootFinder } from './ClosedRootFinder.ts';
import { captureFrame } from './captureFrame.ts';
import { captureFrames, stepTimeoutAt } from './captureFrames.ts';
import { EarlyQuestions } from './EarlyQuestions.ts';
import { InternalsReader } from './InternalsReader.ts';
import { ListenerDetector } from './ListenerDetector.ts';
import { ScrollControlReader } from './ScrollControlReader.ts';

/** Closed shadow roots within each other are followed this deep in one capture; the next one goes on. */
const MAX_NESTED_CLOSED_ROOTS = 6;

/** What a page was read into. */
export interface PageCapture {
  snapshot: Snapshot;
  /** What it was made of, the main document first. */
  captures: FrameCapture[];
  /** Where each document lies, by key. */
  placements: Map<string, DocumentPlacement>;
}

/** Reads all documents of a page at once, and puts them together. */
export class PageCapturer {
  readonly #targets: FrameTargets;
  readonly #frameOwners = new FrameOwners();
  readonly #listenerDetector = new ListenerDetector();
  readonly #closedRootFinder = new ClosedRootFinder();
  readonly #internalsReader = new InternalsReader();
  readonly #scrollControlReader = new ScrollControlReader();
  #previous: PageCapture | undefined;

  constructor(targets: FrameTargets) {
    this.#targets = targets;
  }

  /**
   * Returns the same object for a page that did not change, with new `captures`. Throws `DocumentGoneError`, and
   * `unsupported_page` for what is no document (a PDF). A frame that hangs is left out, to end by `deadline`.
   */
  async capturePage(deadline: number): Promise<PageCapture> {
    const startedAt = performance.now();
    const questions = new EarlyQuestions(this.#listenerDetector, this.#closedRootFinder);
    const { main, children } = await captureFrames(this.#targets, this.#frameOwners, deadline, questions);
    if (main.document.contentType === 'application/pdf') throw pdfPageError();
    const firstCaptures = [main, ...children.flatMap(({ capture }) => capture ?? [])];
    const withInternals = await this.#readInternals(firstCaptures, deadline);
    if (this.#previous && areSameCaptures(withInternals, this.#previous.captures)) return this.#previous;
    // Neither needs the other's answer, but where there are closed roots.
    const [withClosedRoots] = await Promise.all([
      this.#revealClosedRoots(withInternals, deadline, questions),
      this.#prepareListeners(withInternals, deadline, questions),
    ]);
    if (this.#previous && hasSameDocuments(withClosedRoots, this.#previous.captures))
      return reuse(this.#previous, withClosedRoots);
    const captures = await this.#redactAndFlagListeners(withClosedRoots, deadline);
    if (captures === undefined) return reuse(this.#previous as PageCapture, withClosedRoots);
    const finalCaptureOf = (child: ChildFrame) =>
      child.capture && captures[firstCaptures.indexOf(child.capture)];
    const { documents, placements } = joinDocuments(
      captures[0] as FrameCapture,
      children.map((child) => ({ ...child, capture: finalCaptureOf(child) })),
    );
    const snapshot: Snapshot = {
      version: SNAPSHOT_VERSION,
      url: main.document.url,
      title: main.document.title,
      capturedAt: new Date().toISOString(),
      documents,
      timing: sumTimings(captures, startedAt),
    };
    this.#previous = { captures, snapshot, placements };
    return this.#previous;
  }

  /**
   * The captures, redacted and with listeners flagged; undefined where only the number of listeners has changed since
   * the last time, as after a screenshot, and no flag has.
   */
  async #redactAndFlagListeners(
    captures: FrameCapture[],
    deadline: number,
  ): Promise<FrameCapture[] | undefined> {
    const isUnchangedDocument =
      this.#previous && hasSameDocuments(captures, this.#previous.captures, { listeners: false });
    const flags = isUnchangedDocument && captures.map(({ document }) => [...document.rows.flags]);
    await redactAcrossFrames(captures);
    if (await this.#flagListeners(captures, deadline)) {
      const recaptured = await Promise.all(captures.map(recapture));
      await redactAcrossFrames(recaptured);
      await this.#flagListeners(recaptured, deadline);
      return recaptured;
    }
    const hasSameFlags = flags && captures.every((capture, i) => hasFlags(capture, flags[i] ?? []));
    return hasSameFlags ? undefined : captures;
  }

  /** Captures again where the internals of custom elements, or what the browser draws for scrolling, say something new. */
  async #readInternals(captures: FrameCapture[], deadline: number): Promise<FrameCapture[]> {
    const reads = captures.map(async (capture) => {
      const readers = [this.#internalsReader, this.#scrollControlReader];
      const changes = await Promise.all(readers.map((one) => one.refresh(capture).catch(() => false)));
      return changes.includes(true);
    });
    const changed = await withTimeout(Promise.all(reads), stepTimeoutAt(deadline), []);
    if (!changed.includes(true)) return captures;
    return Promise.all(captures.map((capture, i) => (changed[i] ? recapture(capture) : capture)));
  }

  /** Captures again where closed shadow roots were found; that may reveal nested ones. */
  async #revealClosedRoots(
    firstCaptures: FrameCapture[],
    deadline: number,
    { elementCounts }: EarlyQuestions,
  ): Promise<FrameCapture[]> {
    let captures = firstCaptures;
    for (let depth = 0; depth < MAX_NESTED_CLOSED_ROOTS; depth++) {
      const targets = new Set<FrameTarget>();
      const discoveries = Array.from(groupByTarget(captures), async ([target, targetCaptures]) => {
        const counts = depth === 0 ? await elementCounts : undefined;
        if (await this.#closedRootFinder.discover(target, targetCaptures, counts)) targets.add(target);
      });
      await withTimeout(Promise.allSettled(discoveries), (deadline - performance.now()) / 2, []);
      if (targets.size === 0) break;
      captures = await Promise.all(
        captures.map((capture) => (targets.has(capture.target) ? recapture(capture) : capture)),
      );
    }
    return captures;
  }

  async #prepareListeners(
    captures: FrameCapture[],
    deadline: number,
    { listeners }: EarlyQuestions,
  ): Promise<void> {
    const preparing = Array.from(groupByTarget(captures), async ([target, targetCaptures]) =>
      this.#listenerDetector.prepare(target, targetCaptures, await listeners).catch(() => undefined),
    );
    await withTimeout(Promise.all(preparing), stepTimeoutAt(deadline), []);
  }

  /**
   * Flags elements with listeners where the browser answers in time: no capture fails without it. Returns whether shapes
   * of drawings were found that way, which need another capture.
   */
  async #flagListeners(captures: FrameCapture[], deadline: number): Promise<boolean> {
    const flagging = Array.from(groupByTarget(captures), ([target, targetCaptures]) =>
      this.#listenerDetector.flagListeners(target, targetCaptures).catch(() => false),
    );
    return (await withTimeout(Promise.all(flagging), stepTimeoutAt(deadline), [])).includes(true);
  }
}

function reuse(previous: PageCapture, captures: FrameCapture[]): PageCapture {
  previous.captures = captures;
  return previous;
}

/** A frame that is gone meanwhile keeps its capture. */
function recapture(capture: FrameCapture): Promise<FrameCapture> {
  return captureFrame(capture.target, capture.frameId).catch(() => capture);
}

const groupByTarget = (captures: FrameCapture[]): Map<FrameTarget, FrameCapture[]> =>
  groupBy(captures, ({ target }) => target);

/** True when what was read of each frame is what it was, though the browser counts more or fewer nodes. */
function hasSameDocuments(
  captures: FrameCapture[],
  previous: FrameCapture[],
  { listeners = true } = {},
): boolean {
  return (
    captures.length === previous.length &&
    captures.every((capture, i) => {
      const previousCapture = previous[i] as FrameCapture;
      const hasSameListeners = !listeners || capture.listeners === previousCapture.listeners;
      return capture.document === previousCapture.document && hasSameListeners;
    })
  );
}

function hasFlags({ document }: FrameCapture, flags: number[]): boolean {
  return document.rows.flags.every((flag, row) => flag === flags[row]);
}

/** True when no frame changed, came or went. */
function areSameCaptures(captures: FrameCapture[], previous: FrameCapture[]): boolean {
  return captures.length === previous.length && captures.every((capture, i) => capture === previous[i]);
}

/** The stages in the page, summed over its documents, and the time of the whole capture. */
function sumTimings(captures: FrameCapture[], startedAt: number): Record<string, number> {
  const timing: Record<string, number> = {};
  for (const { timing: stages } of captures) {
    for (const [stage, milliseconds] of Object.entries(stages))
      timing[stage] = (timing[stage] ?? 0) + milliseconds;
  }
  const inPage = Object.values(timing).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const capture = performance.now() - startedAt;
  return { ...timing, transfer: Math.max(0, capture - inPage), capture };
}

/**
 * Redacts what one document repeats of another's secrets (a frame, of the form around it). Only the document with the
 * secret knows it: the texts of the others are sent to it, never the secret to them. Throws `DocumentGoneError`.
 */
async function redactAcrossFrames(captures: readonly FrameCapture[]): Promise<void> {
  if (captures.length < 2) return;
  for (const holder of captures.filter(({ holdsSecrets }) => holdsSecrets))
    for (const capture of captures) if (capture !== holder) await redactCapture(capture, holder);
}

async function redactCapture({ document }: FrameCapture, holder: FrameCapture): Promise<void> {
  const { url, title, strings, rows } = document;
  const [redactedUrl = '', redactedTitle = '', ...redactedStrings] = await callPageScript(
    holder,
    'redactSecrets',
    [url, title, ...strings],
  );
  document.url = redactedUrl;
  document.title = redactedTitle;
  const replacements = new Map([...redactedStrings.entries()].filter(([i, text]) => text !== strings[i]));
  if (replacements.size === 0) return;
  // The next delta builds on the arrays that the page sent: these stay unchanged.
  document.strings = [...strings];
  document.rows = { ...rows, text: [...rows.text], name: [...rows.name], attributes: [...rows.attributes] };
  replaceStrings(document.strings, document.rows, replacements);
}
