import type { PressKind, PressOutcome } from '../../injected/PageApi.ts';
import { withTimeout } from '../withTimeout.ts';
import { callPageScript, type FrameAddress, tryCallPageScript } from './callPageScript.ts';
import { isDocumentGone } from './DocumentGoneError.ts';
import type { FrameTarget } from './FrameTarget.ts';

/** Where a press of the mouse may go. */
export interface PressTarget {
  documentKey: string;
  /** Elements of that document. */
  ids: readonly number[];
  /** Keys of the documents that are shown in these elements; undefined where there are none. */
  innerDocuments?: ReadonlySet<string> | undefined;
  kind: PressKind;
  /**
   * Whether the target is under the press now: asked where documents come while the guard is set up, or do not answer. Where
   * it is not, nothing is pressed. Without it, the press is made in any case.
   */
  isClear?: (() => Promise<boolean>) | undefined;
}

/** What a press hit, by ids; none for nothing. `documentKey`: where, if that document was captured. */
export type PressResult =
  | { reached: true }
  | { reached: false; documentKey?: string | undefined; ids: number[] };

/** A document as it is now, with its key if it was captured. */
export type PressFrame = FrameAddress & { documentKey: string | undefined };

/** The documents of a page as they are now. */
export interface PressFrames {
  frames: PressFrame[];
  /** There is a frame whose document cannot be reached yet. */
  isPartial: boolean;
}

/** What was captured of a document. */
export interface CapturedFrame {
  target: FrameTarget;
  frameId: string;
  document: { key: string };
}

/** Milliseconds for a document to answer: one whose dialog is open, or that computes, does not. */
const RESPONSE_TIMEOUT_MS = 500;

/** Documents that come while those before them are being guarded are guarded in turn, that often. */
const MAX_ROUNDS = 4;

export function pressFramesOf(
  targets: readonly FrameTarget[],
  captures: readonly CapturedFrame[],
): PressFrame[] {
  return targets.flatMap((target) =>
    target.frameIds().map((frameId): PressFrame => {
      const capture = captures.find((one) => one.target === target && one.frameId === frameId);
      const contextId = target.contextOf(frameId)?.uniqueId;
      return { target, frameId, contextId, documentKey: capture?.document.key };
    }),
  );
}

/**
 * Runs `press`, in which the mouse is pressed or moved once, or a finger taps, while that reaches only its target, in whatever document it lands. Answers
 * what it hit: no ids where the document of the target received no press; undefined where that is not known, as where
 * the document is gone or does not answer. `refused`: nothing was pressed, since it might have reached an unguarded document.
 */
export async function guardPress(
  list: () => Promise<PressFrames>,
  target: PressTarget,
  press: () => Promise<void>,
  milliseconds: number,
): Promise<PressResult | 'refused' | undefined> {
  const guarded: PressFrame[] = [];
  let results: (PressResult | undefined)[] = [];
  try {
    const isReady = await guardAll(guarded, list, target, milliseconds);
    if (!isReady && target.isClear) return 'refused';
    await press();
  } finally {
    results = await withTimeout(
      Promise.all(guarded.map((frame) => stopIn(frame, target.kind))),
      RESPONSE_TIMEOUT_MS,
      [],
    );
  }
  const received = results.find((one) => one?.reached) ?? results.find((one) => one && hasHit(one));
  if (received || innerDocumentsAreUnguarded(target)) return received;
  return results.find((one) => one && !one.reached && one.documentKey === target.documentKey);
}

/** Until no document comes while others are being guarded. False where there is no end of them, or something is above the target. */
async function guardAll(
  guarded: PressFrame[],
  list: () => Promise<PressFrames>,
  target: PressTarget,
  milliseconds: number,
): Promise<boolean> {
  const isNew = (frame: PressFrame): boolean =>
    isGuarded(frame, target) && !guarded.some((one) => isSameDocument(one, frame));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { frames, isPartial } = await list();
    const added = frames.filter(isNew);
    if (added.length === 0) return true;
    guarded.push(...added);
    const starting = added.map((frame) => startIn(frame, target, milliseconds));
    const started = await withTimeout(Promise.all(starting), RESPONSE_TIMEOUT_MS, [false]);
    const isAllGuarded = round === 0 && !isPartial && !started.includes(false);
    if (!isAllGuarded && !(await isClear(target))) return false;
  }
  return false;
}

const isClear = async (target: PressTarget): Promise<boolean> =>
  !target.isClear || withTimeout(target.isClear(), RESPONSE_TIMEOUT_MS, false);

const isSameDocument = (one: PressFrame, other: PressFrame): boolean =>
  one.target === other.target && one.frameId === other.frameId && one.contextId === other.contextId;

const isGuarded = ({ documentKey }: PressFrame, target: PressTarget): boolean =>
  target.kind === 'drop' ? documentKey === target.documentKey : !mayBeWithin(documentKey, target);

/** False for a document that is there and cannot be guarded. */
function startIn(frame: PressFrame, target: PressTarget, milliseconds: number): Promise<boolean> {
  const ids = frame.documentKey === target.documentKey ? target.ids : [];
  const starting = callPageScript(frame, 'startPressGuard', ids, milliseconds, target.kind);
  return starting.then(() => true, isDocumentGone);
}

const hasHit = (result: PressResult): boolean => !result.reached && result.ids.length > 0;

const innerDocumentsAreUnguarded = ({ innerDocuments }: PressTarget): boolean => innerDocuments !== undefined;

/** Of a document that was not captured it is not known. */
const mayBeWithin = (key: string | undefined, { innerDocuments }: PressTarget): boolean =>
  innerDocuments !== undefined && (key === undefined || innerDocuments.has(key));

async function stopIn(frame: PressFrame, kind: PressKind): Promise<PressResult | undefined> {
  const outcome: PressOutcome | undefined = await tryCallPageScript(frame, 'stopPressGuard', kind);
  return !outcome || outcome.reached ? outcome : { ...outcome, documentKey: frame.documentKey };
}
