import type { PressKind, PressOutcome } from '../../injected/PageApi.ts';
import { withTimeout } from '../withTimeout.ts';
import { type FrameAddress, tryCallPageScript } from './callPageScript.ts';

/** Where a press of the mouse may go. */
export interface PressTarget {
  documentKey: string;
  /** Elements of that document. */
  ids: readonly number[];
  /** Keys of the documents that are shown in these elements; undefined where there are none. */
  innerDocuments?: ReadonlySet<string> | undefined;
  kind: PressKind;
}

/** What a press hit, by ids; none for nothing. `documentKey`: where, if that document was captured. */
export type PressResult =
  | { reached: true }
  | { reached: false; documentKey?: string | undefined; ids: number[] };

/** A document as it is now, with its key if it was captured. */
export type PressFrame = FrameAddress & { documentKey: string | undefined };

/** Milliseconds for a document to answer: one whose dialog is open, or that computes, does not. */
const RESPONSE_TIMEOUT_MS = 500;

/**
 * Runs `press`, in which the mouse is pressed or moved once, or a finger taps, while that reaches only its target, in whatever document it lands. Answers
 * what it hit: no ids where the document of the target received no press; undefined where that is not known, as where
 * the document is gone or does not answer.
 */
export async function guardPress(
  frames: readonly PressFrame[],
  target: PressTarget,
  press: () => Promise<void>,
  milliseconds: number,
): Promise<PressResult | undefined> {
  const isGuarded = ({ documentKey }: PressFrame): boolean =>
    target.kind === 'drop' ? documentKey === target.documentKey : !mayBeWithin(documentKey, target);
  const guarded = frames.filter(isGuarded);
  const starting = guarded.map((frame) =>
    tryCallPageScript(
      frame,
      'startPressGuard',
      frame.documentKey === target.documentKey ? target.ids : [],
      milliseconds,
      target.kind,
    ),
  );
  await withTimeout(Promise.all(starting), RESPONSE_TIMEOUT_MS, []);
  let results: (PressResult | undefined)[] = [];
  try {
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

const hasHit = (result: PressResult): boolean => !result.reached && result.ids.length > 0;

const innerDocumentsAreUnguarded = ({ innerDocuments }: PressTarget): boolean => innerDocuments !== undefined;

/** Of a document that was not captured it is not known. */
const mayBeWithin = (key: string | undefined, { innerDocuments }: PressTarget): boolean =>
  innerDocuments !== undefined && (key === undefined || innerDocuments.has(key));

async function stopIn(frame: PressFrame, kind: PressKind): Promise<PressResult | undefined> {
  const outcome: PressOutcome | undefined = await tryCallPageScript(frame, 'stopPressGuard', kind);
  return !outcome || outcome.reached ? outcome : { ...outcome, documentKey: frame.documentKey };
}
