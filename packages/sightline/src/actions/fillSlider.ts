import type { PageNode } from '../snapshot/Page.ts';
import { SLIDER_ROLES } from '../snapshot/roles.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

/** A slider that needs more keys is to be dragged. */
const MAX_KEY_PRESSES = 500;
/** Milliseconds that the page may take to react to a key. */
const KEY_RESPONSE_MS = 200;

/** Whether it is a custom slider or spin button with an ARIA value. */
export const isSlider = (node: PageNode): boolean =>
  SLIDER_ROLES.has(node.role) && node.tag !== 'input' && node.attribute('aria-valuenow') !== undefined;

/**
 * Sets a slider with arrow keys, and reads it back. Throws `invalid_argument` for a text that is no number within its
 * bounds, `not_accepted` with the value that it stops at, `ActionabilityError`.
 */
export async function fillSlider(
  context: ActionContext,
  node: PageNode,
  text: string,
): Promise<ActionEffect> {
  const targetValue = parseSliderValue(node, text);
  await context.focus(node);
  let current = await readValue(context, node);
  let step = 0;
  let isReversed = false;
  for (let keys = 0; current !== targetValue && keys < MAX_KEY_PRESSES; keys++) {
    const previous = current;
    const isIncrease = targetValue > previous;
    current = await pressAndReadValue(
      context,
      node,
      isIncrease === isReversed ? 'ArrowLeft' : 'ArrowRight',
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

async function readValue(context: ActionContext, node: PageNode): Promise<number> {
  const locator = context.locator(node);
  return Number(
    await context.runPlaywright(node, () => locator.getAttribute('aria-valuenow', context.limits)),
  );
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
      : 'It does not react to arrow keys: drag it by pixels.';
  return new SightlineError('not_accepted', `The slider is at ${current}.`, { hint });
}
