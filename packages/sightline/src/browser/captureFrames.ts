import { captureFrame, type FrameCapture, Gone } from './captureFrame.ts';
import type { FrameWorlds, Target } from './FrameWorlds.ts';
import type { FrameOwners } from './frameOwners.ts';
import type { ChildFrame } from './joinDocuments.ts';
import type { World } from './World.ts';
import { withinTime } from './withinTime.ts';

/** What one part of a capture may take at most, as a share of the time that is left: what hangs is left out. */
const SHARE = 0.3;
/** Milliseconds. */
const MAX_PATIENCE = 2_000;
/** How long a frame that was just added may take to get its document, milliseconds. */
const FRAME_PATIENCE = 250;
/** Documents beyond this many are not read: a page that adds frames for ever still ends. */
const MAX_FRAMES = 250;

/** Milliseconds that one part of a capture may take which has to be over at `end`. */
export function patienceAt(end: number): number {
  return Math.min((end - performance.now()) * SHARE, MAX_PATIENCE);
}

/** Every frame of a page, as it saw itself. */
export interface FrameCaptures {
  main: FrameCapture;
  children: ChildFrame[];
}

/** Captures all frames of a page at once. Throws `Gone` where the main one has no document by `end`. */
export async function captureFrames(
  worlds: FrameWorlds,
  owners: FrameOwners,
  end: number,
): Promise<FrameCaptures> {
  const mainId = await mainFrameId(worlds.main, end);
  const targets = await worlds.all(patienceAt(end));
  const isSingle = targets.length === 1 && worlds.main.frameIds().length === 1;
  const capturing = captureFrame(worlds.main, mainId);
  const [main, children] = await Promise.all([
    capturing,
    isSingle ? [] : captureChildren(targets, owners, capturing, end),
  ]);
  return { main, children };
}

/** The main frame, once it has a document: after a navigation that takes a moment. */
async function mainFrameId(main: World, end: number): Promise<string> {
  while (!main.contextOf(main.rootFrameId)) {
    const left = end - performance.now();
    if (left <= 0 || main.closed) throw new Gone('the page has no document');
    await main.whenContext(main.rootFrameId, Math.min(left, FRAME_PATIENCE));
    if (!main.contextOf(main.rootFrameId)) await main.frames();
  }
  return main.rootFrameId;
}

/** First all documents at once, then the elements that hold them: a known one costs no round trip. */
async function captureChildren(
  targets: Target[],
  owners: FrameOwners,
  main: Promise<FrameCapture>,
  end: number,
): Promise<ChildFrame[]> {
  const lists = await Promise.all(targets.map((target) => listFrames(target, patienceAt(end))));
  const listed = lists.flat().slice(0, MAX_FRAMES);
  const patience = patienceAt(end);
  const captures = await Promise.all(
    listed.map(({ frameId, target }) => withinTime(captureChild(target.world, frameId), patience, undefined)),
  );
  await main;
  owners.keepOnly(new Set(listed.map(({ frameId }) => frameId)));
  return Promise.all(
    listed.map(async ({ frameId, parent, target }, i) => {
      const around = parent === undefined ? target.around : target.world;
      const owner = around && (await owners.find(frameId, around, parent));
      return { frameId, owner, capture: captures[i], isLoaded: target.world.isLoaded(frameId) };
    }),
  );
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

/** A frame that goes away, or whose script fails, is one that could not be read. */
async function captureChild(world: World, frameId: string): Promise<FrameCapture | undefined> {
  await world.whenContext(frameId, FRAME_PATIENCE);
  return captureFrame(world, frameId).catch(() => undefined);
}
