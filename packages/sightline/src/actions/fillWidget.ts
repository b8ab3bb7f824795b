import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import type { ActionContext } from './ActionContext.ts';

/** The widget that shows its value in a field: a number with arrows, a date in parts. */
export const widgetAround = ({ parent }: PageNode): PageNode | undefined =>
  parent?.closest(({ role }) => role === 'spinbutton');

/** Milliseconds for a widget to say what it took, once its field is left. */
const TAKING_MS = 300;

/** A field of a widget. */
export interface WidgetField {
  widget: PageNode;
  value: string;
  /** What it holds once it is left, and has the focus again. */
  readLeft(): Promise<FieldState | undefined>;
  typeAgain(): Promise<void>;
}

/**
 * What a field of a widget holds once it is left: many know only of what is typed, and write back their own value then, or keep it
 * behind the text. A number that one has not taken is typed key by key; `different` where it has not taken that either. What has parts,
 * as a date has, is not typed: keys may change but one of them.
 */
export async function readWidget(
  context: ActionContext,
  field: WidgetField,
): Promise<FieldState | undefined> {
  const state = await readTaken(context, field);
  if (state?.match !== 'different' || !isNumber(field.value)) return state;
  await field.typeAgain();
  // As a person would have entered it: what the widget says of itself may be late.
  return field.readLeft();
}

async function readTaken(
  context: ActionContext,
  { widget, value, readLeft }: WidgetField,
): Promise<FieldState | undefined> {
  const state = await readLeft();
  if (!state || state.match === 'different') return state;
  let now = '';
  const isOther = async (): Promise<boolean> => {
    const { page } = await context.recapture();
    now = page.counterpart(widget)?.attributes['aria-valuenow'] ?? '';
    return [now, value].every(isNumber) && Number(now) !== Number(value);
  };
  return (await context.staysTrue(isOther, TAKING_MS)) ? { ...state, value: now, match: 'different' } : state;
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));
