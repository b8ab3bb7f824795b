import type { Frame, Page } from 'playwright-core';
import { tryEvaluateInFrame } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';
import { withTimeout } from '../withTimeout.ts';
import { ENGINE_SOURCE, SELECTOR_ENGINE } from './selectorEngine.ts';

/**
 * Playwright's script in a document knows only the selector engines that were registered before Playwright first queried
 * that document; with any other it fails. It keeps them in a map of its own. So while this holds, a map that is asked for
 * our engine and has none gets it. Plain text: it must not be transformed.
 */
const OFFER_ENGINE = `(() => {
  const { get, has, set } = Map.prototype;
  Map.prototype.get = function (name) {
    if (name === '${SELECTOR_ENGINE}') {
      Map.prototype.get = get;
      if (!has.call(this, name)) set.call(this, name, ${ENGINE_SOURCE});
    }
    return get.call(this, name);
  };
  Map.prototype.get[Symbol.for('${SELECTOR_ENGINE}')] = get;
})()`;

/** Ends it where nothing has asked. */
const END_OFFER = `(() => {
  const get = Map.prototype.get[Symbol.for('${SELECTOR_ENGINE}')];
  if (get) Map.prototype.get = get;
})()`;

/** Finds nothing wherever the engine is there, and fails where it is not. */
const PROBE = `${SELECTOR_ENGINE}=probe/0`;
/** Milliseconds for all frames to answer: one that does not is left as it is. */
const TIMEOUT_MS = 2_000;

/** In Playwright's own world of each frame, where locators are resolved. */
export async function addEngineWhereMissing(page: Page, captures: readonly FrameCapture[]): Promise<void> {
  const probe = (frame: Frame): Promise<unknown> => frame.locator(PROBE).count();
  const missing = await findFailing(page.frames(), probe);
  if (missing.length === 0) return;
  await Promise.all(captures.map((capture) => tryEvaluateInFrame(capture, OFFER_ENGINE)));
  await findFailing(missing, probe);
  await Promise.all(captures.map((capture) => tryEvaluateInFrame(capture, END_OFFER)));
}

/** In the world of the page of each frame, where `evaluateAll` and its likes run. */
export async function addEngineToPageWorld(page: Page): Promise<void> {
  const probe = (frame: Frame): Promise<unknown> => frame.locator(PROBE).evaluateAll(() => 0);
  const missing = await findFailing(page.frames(), probe);
  await findFailing(missing, async (frame) => {
    await frame.evaluate(OFFER_ENGINE);
    await probe(frame).finally(() => frame.evaluate(END_OFFER));
  });
}

async function findFailing(
  frames: readonly Frame[],
  work: (frame: Frame) => Promise<unknown>,
): Promise<Frame[]> {
  const works = frames.map((frame) =>
    work(frame).then(
      () => undefined,
      () => frame,
    ),
  );
  const results = await Promise.all(works.map((one) => withTimeout(one, TIMEOUT_MS, undefined)));
  return results.filter((frame) => frame !== undefined);
}
