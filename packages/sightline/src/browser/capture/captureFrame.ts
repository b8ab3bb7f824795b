import { OUT_OF_TIME, TOO_MANY_ROWS } from '../../injected/PageApi.ts';
import { readDocument } from '../../snapshot/readDocument.ts';
import type { SightlineError } from '../../snapshot/SightlineError.ts';
import { callPageScript } from '../frames/callPageScript.ts';
import { DocumentGoneError } from '../frames/DocumentGoneError.ts';
import type { FrameCapture, FrameTarget } from '../frames/FrameTarget.ts';
import { pageTooLargeError, pageTooSlowError } from '../pageErrors.ts';
import type { EarlyQuestions } from './EarlyQuestions.ts';

/**
 * Captures a frame. Where neither the page script nor the browser's counts show a change since the last capture, or
 * capturing again finds none, returns that capture: the same object. `budgetMs`: that reading it may take. Throws
 * `DocumentGoneError`, `too_large`.
 *
 * The counts are read after the page has settled its layout and answered, never in parallel with that: Chromium
 * answers them at once, before earlier messages. They are read before the capture, so that what changes after it is
 * not counted in. `questions`: of the browser about what is captured, asked in the same round trip.
 */
export async function captureFrame(
  target: FrameTarget,
  frameId: string,
  budgetMs = MAX_BUDGET_MS,
  questions?: EarlyQuestions,
): Promise<FrameCapture> {
  const contextId = target.contextOf(frameId)?.uniqueId;
  if (contextId === undefined) throw new DocumentGoneError(`frame ${frameId} has no document yet`);
  const frame = { target, frameId, contextId };
  const cached = target.cachedCapture(contextId);
  const changes = await callPageScript(frame, 'readChanges');
  const isUnchanged = changes.unchanged && cached !== undefined;
  if (!isUnchanged) questions?.askBefore(frame, changes);
  const requestCapture = () =>
    callPageScript(frame, 'capture', cached?.parsed.captureNumber ?? 0, budgetMs).catch((error: unknown) => {
      throw asTooLarge(String(error), budgetMs) ?? error;
    });
  const reading = [target.readMetrics(), isUnchanged ? undefined : requestCapture()] as const;
  if (!isUnchanged) questions?.askAfter(frame, changes);
  const [metrics, earlyResponse] = await Promise.all(reading);
  if (isUnchanged && cached.metrics.combined === metrics.combined) return cached.capture;
  const { timing, holdsSecrets, mutations, scriptless, printing, ...documentUpdate } =
    earlyResponse ?? (await requestCapture());
  const { listeners, nodes } = metrics;
  const parsed = readDocument(documentUpdate, cached?.parsed);
  const taken: FrameCapture = {
    frameId,
    target,
    document: parsed.document,
    timing,
    listeners,
    nodes,
    holdsSecrets,
    ...(scriptless && { scriptless }),
    ...(printing && { printing }),
  };
  const capture = cached && isSame(cached.capture, taken, cached.metrics.nodes) ? cached.capture : taken;
  target.cacheCapture(contextId, { capture, metrics, parsed, mutations });
  return capture;
}

/** Whether nothing was found that the capture before did not have. `nodes`: that the browser counted last. */
const isSame = (before: FrameCapture, after: FrameCapture, nodes: number): boolean =>
  before.document === after.document &&
  nodes === after.nodes &&
  before.listeners === after.listeners &&
  before.holdsSecrets === after.holdsSecrets &&
  before.printing === after.printing;

/** Milliseconds: without end, for JSON. */
const MAX_BUDGET_MS = Number.MAX_SAFE_INTEGER;

function asTooLarge(error: string, budgetMs: number): SightlineError | undefined {
  if (error.includes(TOO_MANY_ROWS)) return pageTooLargeError();
  const [, rows] = error.split(OUT_OF_TIME);
  return rows === undefined ? undefined : pageTooSlowError(budgetMs, Number.parseInt(rows, 10));
}
