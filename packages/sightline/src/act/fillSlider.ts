import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';

/** Roles of what holds a number that arrow keys change (WAI-ARIA 1.2). */
const STEPPED: ReadonlySet<string> = new Set(['slider', 'spinbutton']);

/** Keys that are pressed at most: more is a matter of dragging. */
const MOST_KEYS = 500;
/** Milliseconds that the page may take to hear a key. */
const ANSWER = 200;

/** Whether it is a slider that is made of other elements, and tells its value in ARIA. */
export const isSlider = (node: PageNode): boolean =>
  STEPPED.has(node.role) && node.tag !== 'input' && node.attribute('aria-valuenow') !== undefined;

/**
 * Brings a slider to a value as a person does with the keyboard, and reads it back. Throws `invalid_argument` for what
 * is no number within its bounds, `not_accepted` with the value that it stops at, `Refusal`.
 */
export async function fillSlider(hand: Hand, node: PageNode, text: string): Promise<Deed> {
  const wanted = wantedFor(node, text);
  await hand.focus(node);
  let now = await valueOf(hand, node);
  let step = 0;
  let isReversed = false;
  for (let keys = 0; now !== wanted && keys < MOST_KEYS; keys++) {
    const before = now;
    const isUp = wanted > before;
    now = await press(hand, node, isUp === isReversed ? 'ArrowLeft' : 'ArrowRight', before);
    const isTurned = now === before || now > before !== isUp;
    if (step > 0 ? isTurned : isReversed && now === before) break;
    // The first key that it hears tells which way it goes, and how far: at an end it hears but one of them.
    isReversed ||= isTurned;
    step = Math.abs(now - before);
    if (step > Math.abs(wanted - now) && now !== wanted) break;
  }
  if (now !== wanted) throw stopped(now, step);
  return { did: 'set', node, notes: [], typed: true };
}

/** Answers the value after it: a page may take a moment to hear a key. */
async function press(hand: Hand, node: PageNode, key: string, before: number): Promise<number> {
  await hand.attempt(node, () => hand.locator(node).press(key, { timeout: hand.left }));
  let now = before;
  const isWaiting = async (): Promise<boolean> => {
    now = await valueOf(hand, node);
    return now === before;
  };
  await hand.stays(isWaiting, ANSWER);
  return now;
}

async function valueOf(hand: Hand, node: PageNode): Promise<number> {
  const locator = hand.locator(node);
  return Number(
    await hand.attempt(node, () => locator.getAttribute('aria-valuenow', { timeout: hand.left })),
  );
}

function wantedFor(node: PageNode, text: string): number {
  const wanted = Number(text.trim().replace(',', '.'));
  const [least, most] = ['aria-valuemin', 'aria-valuemax'].map((name) =>
    Number(node.attribute(name) ?? Number.NaN),
  );
  if (text.trim() !== '' && Number.isFinite(wanted) && !(wanted < Number(least)) && !(wanted > Number(most)))
    return wanted;
  const bounds = Number.isFinite(least) && Number.isFinite(most) ? ` from ${least} to ${most}` : '';
  // The text is not repeated: it may be a secret.
  throw new SightlineError('invalid_argument', 'That is no value of this slider.', {
    hint: `Give a number${bounds}.`,
  });
}

function stopped(now: number, step: number): SightlineError {
  const hint =
    step > 0
      ? `A key moves it by ${step}; drag it by pixels for more.`
      : 'It hears no arrow keys: drag it by pixels.';
  return new SightlineError('not_accepted', `The slider stands at ${now}.`, { hint });
}
