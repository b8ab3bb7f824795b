import type { PageNode } from '../snapshot/Page.ts';
import { SLIDER_ROLES } from '../snapshot/roles.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

/** A slider that needs more keys is to be dragged. */
const MAX_KEY_PRESSES = 500;
/** Milliseconds that the page may take to react to a key. */
const KEY_RESPONSE_MS = 200;

/** Whether it is a custom slider or spin button with an ARIA value, or a part of a date or time, which may have none yet. */
export const isSlider = (node: PageNode): boolean =>
  SLIDER_ROLES.has(node.role) &&
  node.tag !== 'input' &&
  (node.attribute('aria-valuenow') !== undefined || isSegment(node));

/** A part of a date or time: a spin button that takes digits or, for a month or half of the day, letters. */
const isSegment = (node: PageNode): boolean => node.role === 'spinbutton' && node.has(Flag.Editable);

/**
 * Sets a slider with arrow keys, and reads it back; a part of a date or time by typing. Throws `invalid_argument` for a text
 * that is no number within its bounds, `not_accepted` with the value that it stops at, `ActionabilityError`.
 */
export async function fillSlider(
  context: ActionContext,
  node: PageNode,
  text: string,
): Promise<ActionEffect> {
  if (isSegment(node) && (await typeSegment(context, node, text)))
    return { verbPhrase: 'set', node, notes: [], typed: true };
  const targetValue = parseSliderValue(node, text);
  await context.focus(node);
  const [decrease, increase] =
    node.role === 'spinbutton' ? ['ArrowDown', 'ArrowUp'] : ['ArrowLeft', 'ArrowRight'];
  let current = await readValue(context, node);
  let step = 0;
  let isReversed = false;
  for (let keys = 0; current !== targetValue && keys < MAX_KEY_PRESSES; keys++) {
    const previous = current;
    const isIncrease = targetValue > previous;
    current = await pressAndReadValue(
      context,
      node,
      isIncrease === isReversed ? decrease : increase,
      previous,
    );
    const isOpposite = current === previous || current > previous !== isIncrease;
    if (step > 0 ? isOpposite : isReversed && current === previous) break;
    // The first key that has an effect shows direction and step: at an end of the slider only one key has.
    isReversed ||= isOpposite;
    step = Math.abs(current - previous);
    if (step > Math.abs(targetValue - current) && current !== targetValue) break;
  }
  if (current !== targetValue) throw sliderStoppedError(current, step);
  return { verbPhrase: 'set', node, notes: [], typed: true };
}

/**
 * Types into a part of a date or time: all of its digits, so that it waits for no more; of a word the first letter. False
 * where it does not say so then.
 */
async function typeSegment(context: ActionContext, node: PageNode, text: string): Promise<boolean> {
  const value = text.trim();
  const isNumber = /^\d+$/.test(value);
  if (isNumber) parseSliderValue(node, text);
  else if (!/^\p{L}/u.test(value)) return false;
  const width = node.attribute('aria-valuemax')?.length ?? value.length;
  const keys = isNumber
    ? String(Number(value)).padStart(Math.min(width, MAX_DIGITS), '0')
    : value.slice(0, 1);
  await context.focus(node);
  await context.runPlaywright(node, () => context.locator(node).pressSequentially(keys, context.limits));
  const isDifferent = async (): Promise<boolean> => !(await saysValue(context, node, value));
  return !(await context.staysTrue(isDifferent, KEY_RESPONSE_MS));
}

/** Digits of a year. */
const MAX_DIGITS = 4;

async function saysValue(context: ActionContext, node: PageNode, value: string): Promise<boolean> {
  const [now, says] = await context.readAttributes(node, ['aria-valuenow', 'aria-valuetext']);
  if (/^\d+$/.test(value)) return typeof now === 'string' && Number(now) === Number(value);
  const words = [says, (await context.readField(node)).text.trim()];
  return words.some((one) => one?.toLowerCase().startsWith(value.toLowerCase()));
}

/**
 * Sets the slider of a browser: one step short, and the last step by a real key, as pages that act on the end of a drag or of
 * a key wait for it. Where that key does not lead to the value, the value is set alone.
 */
export async function fillRange(context: ActionContext, node: PageNode, value: string): Promise<void> {
  const locator = context.locator(node);
  const set = (to: string): Promise<void> =>
    context.runPlaywright(node, () => locator.fill(to, context.limits));
  const [target, step] = [Number(value), Number(node.attribute('step') ?? 1)];
  if (Number.isFinite(target) && step > 0) {
    const isLowest = target - step < Number(node.attribute('min') ?? 0);
    // Sums of decimal steps have more digits than the value.
    await set(String(Number((isLowest ? target + step : target - step).toPrecision(12))));
    await context.runPlaywright(node, () =>
      locator.press(isLowest ? 'ArrowDown' : 'ArrowUp', context.limits),
    );
    if ((await context.readField(node, value)).match === 'equal') return;
  }
  await set(value);
}

/** Returns the value after the key, to which the page may take a moment to react. */
async function pressAndReadValue(
  context: ActionContext,
  node: PageNode,
  key: string,
  previous: number,
): Promise<number> {
  await context.runPlaywright(node, () => context.locator(node).press(key, context.limits));
  let current = previous;
  const isWaiting = async (): Promise<boolean> => {
    current = await readValue(context, node);
    return current === previous;
  };
  await context.staysTrue(isWaiting, KEY_RESPONSE_MS);
  return current;
}

/** Throws `not_accepted` where it is no number that may be shown. */
async function readValue(context: ActionContext, node: PageNode): Promise<number> {
  const [now = null] = await context.readAttributes(node, ['aria-valuenow']);
  const value = Number(now);
  if (!Number.isNaN(value)) return value;
  throw new SightlineError('not_accepted', 'The slider does not say where it is.', {
    hint: 'Drag it by pixels, or press keys, and look at the page.',
  });
}

function parseSliderValue(node: PageNode, text: string): number {
  const value = Number(text.trim().replace(',', '.'));
  const [min, max] = ['aria-valuemin', 'aria-valuemax'].map((name) =>
    Number(node.attribute(name) ?? Number.NaN),
  );
  if (text.trim() !== '' && Number.isFinite(value) && !(value < Number(min)) && !(value > Number(max)))
    return value;
  const bounds = Number.isFinite(min) && Number.isFinite(max) ? ` from ${min} to ${max}` : '';
  // The text is not repeated: it may be a secret.
  throw new SightlineError('invalid_argument', 'This is not a value of the slider.', {
    hint: `Give a number${bounds}.`,
  });
}

function sliderStoppedError(current: number, step: number): SightlineError {
  const hint =
    step > 0
      ? `A key moves it by ${step}; drag it by pixels for more.`
      : 'It does not react to arrow keys: drag it by pixels, or press other keys.';
  return new SightlineError('not_accepted', `The slider is at ${current}.`, { hint });
}
