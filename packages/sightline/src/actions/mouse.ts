import type { Point } from '../injected/PageApi.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext, ClickOptions } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

/** Moves the mouse to a point of the viewport; `steps`: events on the way, default 1. */
export async function moveMouse(
  context: ActionContext,
  { x, y, steps = 1 }: Point & { steps?: number },
): Promise<ActionEffect> {
  await context.page.mouse.move(x, y, { steps });
  const outside = whereOutside(context, { x, y });
  return { verbPhrase: `moved the mouse to ${x}, ${y}${outside ? `, ${outside}` : ''}`, notes: [] };
}

/** Presses a button of the mouse where it is, or releases it. */
export async function holdButton(
  { page }: ActionContext,
  state: 'down' | 'up',
  options: Pick<ClickOptions, 'button' | 'clickCount'>,
): Promise<ActionEffect> {
  await page.mouse[state](options);
  const { button = 'left' } = options;
  return { verbPhrase: `${state === 'down' ? 'pressed' : 'released'} the ${button} mouse button`, notes: [] };
}

/** Clicks at a point of the viewport, whatever is there. Throws `invalid_argument` for a point outside. */
export async function clickPoint(
  context: ActionContext,
  { x, y }: Point,
  options: Pick<ClickOptions, 'button' | 'clickCount'> & { delay?: number } = {},
): Promise<ActionEffect> {
  assertInViewport(context, { x, y });
  await context.page.mouse.click(x, y, options);
  const { clickCount = 1 } = options;
  return { verbPhrase: `${clickCount > 1 ? 'double-clicked' : 'clicked'} at ${x}, ${y}`, notes: [] };
}

/** Turns the wheel of the mouse where it is, by CSS pixels. */
export async function turnWheel({ page }: ActionContext, { x, y }: Point): Promise<ActionEffect> {
  await page.mouse.wheel(x, y);
  return { verbPhrase: `turned the mouse wheel by ${x}, ${y}`, notes: [] };
}

function assertInViewport(context: ActionContext, { x, y }: Point): void {
  const outside = whereOutside(context, { x, y });
  if (!outside) return;
  throw new SightlineError('invalid_argument', `${x}, ${y} is ${outside}.`, {
    hint: 'Scroll first; or use locator.click({ position }), which does.',
  });
}

/** Undefined for a point of the viewport. */
function whereOutside({ visibility }: ActionContext, { x, y }: Point): string | undefined {
  const { width, height } = visibility.page.documents[0]?.viewport ?? { width: 0, height: 0 };
  if (x >= 0 && y >= 0 && x < width && y < height) return undefined;
  return `outside of the viewport, which is ${width} x ${height}`;
}
