import { pageScript } from '../../injected/script.gen.ts';
import { type DocumentUpdate, readDocument } from '../../snapshot/readDocument.ts';
import type { DocumentSnapshot } from '../../snapshot/Snapshot.ts';
import type { FrameTarget } from '../frames/FrameTarget.ts';

/** A document as its own frame saw it, not yet placed in its page. */
export interface FrameCapture {
  frameId: string;
  target: FrameTarget;
  document: DocumentSnapshot;
  /** Milliseconds per stage, in the page. */
  timing: Record<string, number>;
  /** How many listeners there are in its process. */
  listeners: number;
  /** Whether it knows secrets that other documents of the page may repeat. */
  holdsSecrets: boolean;
}

/** The document went away while it was read: a navigation, a removed frame. Trying again may help. */
export class DocumentGoneError extends Error {}

/** What the page script answers. */
interface CaptureResponse extends DocumentUpdate {
  timing: Record<string, number>;
  holdsSecrets: boolean;
}

/**
 * Runs the page script in a frame, injecting it into the document where it is not yet. Where neither the
 * page nor the browser's counts tell of a change since the last time, or reading it again finds none, answers
 * that capture again: the same object. Throws `Gone`.
 *
 * The counts are asked for once the page has settled and answered, never along with that: Chromium answers
 * them at once, before what it was sent earlier. They are taken before the capture, so that what changes
 * after it is not among them.
 */
export async function captureFrame(target: FrameTarget, frameId: string): Promise<FrameCapture> {
  const context = target.contextOf(frameId);
  if (!context) throw new DocumentGoneError(`frame ${frameId} has no document yet`);
  const { uniqueId } = context;
  const cached = target.cachedCapture(uniqueId);
  const isUnchanged =
    (await evaluateInContext(target, uniqueId, unchangedCheckFor(target, frameId))) === 'true' &&
    cached !== undefined;
  const requestCapture = () =>
    evaluateInContext(target, uniqueId, `__sightline.capture(${cached?.parsed.captureNumber ?? 0})`);
  const [metrics, earlyResponse] = await Promise.all([
    target.readMetrics(),
    isUnchanged ? '' : requestCapture(),
  ]);
  if (isUnchanged && cached.metrics.combined === metrics.combined) return cached.capture;
  const { timing, holdsSecrets, ...documentUpdate } = JSON.parse(
    earlyResponse || (await requestCapture()),
  ) as CaptureResponse;
  const { listeners } = metrics;
  const parsed = readDocument(documentUpdate, cached?.parsed);
  const { document } = parsed;
  const isSameCapture =
    cached?.capture.document === document &&
    cached.metrics.nodes === metrics.nodes &&
    cached.capture.listeners === listeners &&
    cached.capture.holdsSecrets === holdsSecrets;
  const capture = isSameCapture
    ? cached.capture
    : { frameId, target, document, timing, listeners, holdsSecrets };
  target.cacheCapture(uniqueId, { capture, metrics, parsed });
  return capture;
}

function unchangedCheckFor(target: FrameTarget, frameId: string): string {
  const expression = '__sightline.isUnchanged()';
  return target.isInjected(frameId) ? expression : `${pageScript};${expression}`;
}

/**
 * Runs an expression of the page script, and awaits what it promises. Throws `Gone` with the document. `timeout`:
 * milliseconds after which the browser ends it.
 */
export async function evaluateInContext(
  target: FrameTarget,
  uniqueContextId: string,
  expression: string,
  timeout?: number,
): Promise<string> {
  const parameters = { expression, uniqueContextId, returnByValue: true, awaitPromise: true };
  const { result, exceptionDetails } = await target.session
    .send('Runtime.evaluate', timeout === undefined ? parameters : { ...parameters, timeout })
    .catch((error: unknown) => {
      throw isDocumentGone(error) ? new DocumentGoneError(String(error), { cause: error }) : error;
    });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    throw new Error(`The page script failed: ${exception?.description ?? text}`);
  }
  return String(result.value);
}

/** What Chromium answers for a context or node whose document is no longer there, and the relay for what was cut off. */
export function isDocumentGone(error: unknown): boolean {
  return /context was destroyed|Cannot find context|uniqueContextId not found|navigated or closed|Frame with the given id|No node with given id|Node with given id|not belong|Could not find object|interrupted before it answered/i.test(
    String(error),
  );
}
