import { DocumentGoneError } from '../frames/DocumentGoneError.ts';
import type { FrameOwners } from '../frames/FrameOwners.ts';
import type { FrameCapture, FrameTarget } from '../frames/FrameTarget.ts';
import type { FrameTargets, TargetEntry } from '../frames/FrameTargets.ts';
import type { ChildFrame } from '../frames/joinDocuments.ts';
import { withTimeout } from '../withTimeout.ts';
import { captureFrame } from './captureFrame.ts';
import type { EarlyQuestions } from './EarlyQuestions.ts';

/** What one part of a capture may take at most, as a share of the time that is left: what hangs is left out. */
const MAX_TIME_SHARE = 0.3;
/** What reading the document may take; the rest is for what was read. */
const READING_SHARE = 0.8;
/** Milliseconds. */
const MAX_STEP_MS = 2_000;
/** How long a frame that was just added may take to get its document, milliseconds. */
const NEW_FRAME_TIMEOUT_MS = 250;
/** Documents beyond this many are not read: a page that adds frames for ever still ends. */
const MAX_FRAMES = 250;

/** Milliseconds for one part of a capture that must end at `deadline`. */
export function stepTimeoutAt(deadline: number): number {
  return Math.min((deadline - performance.now()) * MAX_TIME_SHARE, MAX_STEP_MS);
}

/** The captures of all frames of a page. */
export interface FrameCaptures {
  main: FrameCapture;
  children: ChildFrame[];
}

/** Captures all frames of a page at once. `questions`: asked where there is one document. Throws `DocumentGoneError` where the main one has no document by `deadline`. */
export async function captureFrames(
  targets: FrameTargets,
  owners: FrameOwners,
  deadline: number,
  questions: EarlyQuestions,
): Promise<FrameCaptures> {
  const mainId = await mainFrameId(targets.main, deadline);
  const entries = await targets.list(stepTimeoutAt(deadline));
  const isSingle = entries.length === 1 && targets.main.frameIds().length === 1;
  const budgetMs = (deadline - performance.now()) * READING_SHARE;
  const capturing = captureFrame(targets.main, mainId, budgetMs, isSingle ? questions : undefined);
  const [main, children] = await Promise.all([
    capturing,
    isSingle ? [] : captureChildren(entries, owners, capturing, deadline),
  ]);
  return { main, children };
}

/** The main frame, once it has a document: after a navigation that takes a moment. */
async function mainFrameId(main: FrameTarget, deadline: number): Promise<string> {
  while (!main.contextOf(main.rootFrameId)) {
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0 || main.isClosed) throw new DocumentGoneError('the page has no document');
    await main.whenContext(main.rootFrameId, Math.min(remainingMs, NEW_FRAME_TIMEOUT_MS));
    if (!main.contextOf(main.rootFrameId)) await main.frames();
  }
  return main.rootFrameId;
}

/** First all documents at once, then their owner elements: a cached one costs no round trip. */
async function captureChildren(
  entries: TargetEntry[],
  owners: FrameOwners,
  main: Promise<FrameCapture>,
  deadline: number,
): Promise<ChildFrame[]> {
  const lists = await Promise.all(entries.map((entry) => listFrames(entry, stepTimeoutAt(deadline))));
  const listed = lists.flat().slice(0, MAX_FRAMES);
  const timeoutMs = stepTimeoutAt(deadline);
  const captures = await Promise.all(
    listed.map(({ frameId, entry }) =>
      withTimeout(captureChild(entry.target, frameId), timeoutMs, undefined),
    ),
  );
  await main;
  owners.retainOnly(new Set(listed.map(({ frameId }) => frameId)));
  return Promise.all(
    listed.map(async ({ frameId, parentFrameId, entry }, i) => {
      const parentTarget = parentFrameId === undefined ? entry.parentTarget : entry.target;
      const owner = parentTarget && (await owners.find(frameId, parentTarget, parentFrameId));
      return { frameId, owner, capture: captures[i], isLoaded: entry.target.isLoaded(frameId) };
    }),
  );
}

interface ListedFrame {
  frameId: string;
  parentFrameId: string | undefined;
  entry: TargetEntry;
}

/** The frames of a target; not the main one, which is captured for itself. */
async function listFrames(entry: TargetEntry, timeoutMs: number): Promise<ListedFrame[]> {
  const none = new Map<string, string | undefined>();
  const frames = await withTimeout(entry.target.frames(), timeoutMs, none).catch(() => none);
  const listed = Array.from(frames, ([frameId, parentFrameId]) => ({ frameId, parentFrameId, entry }));
  return entry.parentTarget ? listed : listed.slice(1);
}

/** A frame that goes away, or whose script fails, is one that could not be read. */
async function captureChild(target: FrameTarget, frameId: string): Promise<FrameCapture | undefined> {
  await target.whenContext(frameId, NEW_FRAME_TIMEOUT_MS);
  return captureFrame(target, frameId).catch(() => undefined);
}
