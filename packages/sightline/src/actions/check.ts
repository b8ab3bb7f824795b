import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { CHECKABLE_ROLES } from '../snapshot/roles.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { findControl } from './findControl.ts';
import { toggleWithoutState } from './toggleWithoutState.ts';

/**
 * Checks or unchecks a checkbox, switch, radio button or toggle; clicks only where it is in the other state. A toggle that
 * does not say its state is clicked, and the effect says how its looks changed. Throws `not_accepted` where nothing
 * changes, `invalid_argument` for what cannot be checked, `ActionabilityError`.
 */
export async function check(context: ActionContext, node: PageNode, checked: boolean): Promise<ActionEffect> {
  const control = findControl(context, node, isCheckable) ?? node;
  const initialState = await context.readField(control);
  const expected = String(checked);
  const verbPhrase = checked ? 'checked' : 'unchecked';
  if (initialState.checked === '') {
    if (initialState.kind !== '' || NO_TOGGLE_ROLES.has(control.role)) throw notCheckableError();
    return toggleWithoutState(context, control, verbPhrase);
  }
  if (initialState.checked === expected)
    return { verbPhrase, node: control, notes: [`it was ${verbPhrase} already`] };
  if (!checked && isRadio(control)) throw radioUncheckError();
  // From a mixed state the first click may lead to either.
  for (let clicks = 0; clicks < 2; clicks++) {
    await context.click(control);
    const newState = await waitForState(context, control, expected);
    if (newState === undefined || newState.checked === expected)
      return { verbPhrase, node: control, notes: [] };
    if (initialState.checked !== 'mixed') break;
  }
  return {
    verbPhrase: 'clicked',
    node: control,
    notes: [],
    unconfirmed: { failure: unchangedError(checked) },
  };
}

const unchangedError = (checked: boolean): SightlineError =>
  new SightlineError('not_accepted', `It is still ${checked ? 'not checked' : 'checked'} after a click.`, {
    hint: 'Look at the page: it may ask for something first.',
  });

/** What they do on a click is no change of a state. */
const NO_TOGGLE_ROLES = new Set([
  'link',
  'heading',
  'slider',
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
]);

/** What `check` and `uncheck` have a use for. */
export const isCheckable = ({ role, attributes }: PageNode): boolean =>
  CHECKABLE_ROLES.has(role) ||
  attributes['aria-pressed'] !== undefined ||
  attributes['.checked'] !== undefined;

const isRadio = ({ role }: PageNode): boolean => role === 'radio' || role === 'menuitemradio';

/** Undefined where the control is gone. */
async function waitForState(
  context: ActionContext,
  node: PageNode,
  expected: string,
): Promise<FieldState | undefined> {
  let state: FieldState | undefined;
  const isStillDifferent = async (): Promise<boolean> => {
    state = await context.readField(node).catch(() => undefined);
    return state !== undefined && state.checked !== expected;
  };
  await context.staysTrue(isStillDifferent, STATE_TIMEOUT_MS);
  return state;
}

/** Milliseconds that a control may take to show its new state. */
const STATE_TIMEOUT_MS = 1_000;

function notCheckableError(): SightlineError {
  return new SightlineError('invalid_argument', 'This control does not say whether it is checked.', {
    hint: 'Click it, and see what changes.',
  });
}

function radioUncheckError(): SightlineError {
  return new SightlineError(
    'invalid_argument',
    'A radio button is unchecked by checking another of its group.',
    {
      hint: 'Check the one that is wanted.',
    },
  );
}
