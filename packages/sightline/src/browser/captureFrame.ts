import { readDocument, type Written } from '../model/readDocument.ts';
import type { DocumentSnapshot } from '../model/Snapshot.ts';
import { pageScript } from '../page/script.gen.ts';
import type { World } from './World.ts';

/** A document as its own frame saw it, not yet placed in its page. */
export interface FrameCapture {
  frameId: string;
  world: World;
  document: DocumentSnapshot;
  /** Milliseconds per stage, in the page. */
  timing: Record<string, number>;
  /** How many listeners there are in its process. */
  listeners: number;
  /** Whether it knows secrets that other documents of the page may repeat. */
  holdsSecrets: boolean;
}

/** The document went away while it was read: a navigation, a removed frame. Trying again may help. */
export class Gone extends Error {}

/** What the page script answers. */
interface Answer extends Written {
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
export async function captureFrame(world: World, frameId: string): Promise<FrameCapture> {
  const context = world.contextOf(frameId);
  if (!context) throw new Gone(`frame ${frameId} has no document yet`);
  const { uniqueId } = context;
  const held = world.held(uniqueId);
  const isStill =
    (await evaluate(world, uniqueId, askIfStill(world, frameId))) === 'true' && held !== undefined;
  const ask = () => evaluate(world, uniqueId, `__sightline.capture(${held?.read.at ?? 0})`);
  const [counts, early] = await Promise.all([world.counts(), isStill ? '' : ask()]);
  if (isStill && held.counts.all === counts.all) return held.capture;
  const { timing, holdsSecrets, ...written } = JSON.parse(early || (await ask())) as Answer;
  const { listeners } = counts;
  const read = readDocument(written, held?.read);
  const { document } = read;
  const isSame =
    held?.capture.document === document &&
    held.counts.nodes === counts.nodes &&
    held.capture.listeners === listeners &&
    held.capture.holdsSecrets === holdsSecrets;
  const capture = isSame ? held.capture : { frameId, world, document, timing, listeners, holdsSecrets };
  world.hold(uniqueId, { capture, counts, read });
  return capture;
}

function askIfStill(world: World, frameId: string): string {
  const expression = '__sightline.isStill()';
  return world.isInjected(frameId) ? expression : `${pageScript};${expression}`;
}

/**
 * Runs an expression of the page script, and awaits what it promises. Throws `Gone` with the document. `timeout`:
 * milliseconds after which the browser ends it.
 */
export async function evaluate(
  world: World,
  uniqueContextId: string,
  expression: string,
  timeout?: number,
): Promise<string> {
  const ask = { expression, uniqueContextId, returnByValue: true, awaitPromise: true };
  const { result, exceptionDetails } = await world.session
    .send('Runtime.evaluate', timeout === undefined ? ask : { ...ask, timeout })
    .catch((error: unknown) => {
      throw isGone(error) ? new Gone(String(error), { cause: error }) : error;
    });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    throw new Error(`The page script failed: ${exception?.description ?? text}`);
  }
  return String(result.value);
}

/** What Chromium answers for a context or node whose document is no longer there, and the relay for what was cut off. */
export function isGone(error: unknown): boolean {
  return /context was destroyed|Cannot find context|uniqueContextId not found|navigated or closed|Frame with the given id|No node with given id|Node with given id|not belong|Could not find object|interrupted before it answered/i.test(
    String(error),
  );
}
