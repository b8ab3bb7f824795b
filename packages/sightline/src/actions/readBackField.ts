import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { ActionabilityError, quotePageText } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';

/** How the values of fields of these types are written. */
export const VALUE_FORMATS: Readonly<Record<string, string>> = {
  date: '2026-11-22',
  time: '09:30',
  'datetime-local': '2026-11-22T09:30',
  month: '2026-11',
  week: '2026-W47',
  color: '#1e90ff',
  range: 'a number within its bounds',
  number: 'a number',
};

const REWRITE_GRACE_MS = 100;

/** What a field holds when its value is stable. Undefined where typing removed the field, as a search box that opens results. */
export async function readBackField(
  context: ActionContext,
  node: PageNode,
  expected: string,
): Promise<FieldState | undefined> {
  try {
    let fieldState: FieldState | undefined;
    // A framework may write back the value of a controlled field a moment later.
    const isDifferent = async (): Promise<boolean> => {
      fieldState = await context.readField(node, expected);
      return fieldState.match === 'different';
    };
    await context.staysTrue(isDifferent, REWRITE_GRACE_MS);
    return fieldState;
  } catch (error) {
    if (
      error instanceof ActionabilityError ||
      (error instanceof SightlineError && error.code === 'navigated')
    )
      return undefined;
    throw error;
  }
}

/** With what the field holds instead; never the text itself. */
export function notAcceptedError(
  { value, isSecret, validationMessage, kind }: FieldState,
  node: PageNode,
): SightlineError {
  const format = VALUE_FORMATS[kind];
  const contentText =
    value === '' ? 'is empty' : isSecret ? 'holds something else' : `holds ${quotePageText(value)}`;
  const maxLength = node.attribute('maxlength');
  const formatHint = format === undefined ? 'Look at what the field asks for.' : `Write it as ${format}.`;
  const hint = maxLength === undefined ? formatHint : `It takes ${maxLength} characters at most.`;
  return new SightlineError(
    'not_accepted',
    `The field did not take the text: it ${contentText}${validationMessage && ` (${validationMessage})`}.`,
    { hint },
  );
}

/** What a picker dropped or rewrote when its field was left. */
export function notPickedError({ value, isSecret }: FieldState, node: PageNode): SightlineError {
  const holds = value === '' || isSecret ? 'is empty' : `holds ${quotePageText(value)}`;
  const placeholder = node.attribute('placeholder') ?? '';
  const form = !/[dmyhjt]{1,4}[./:-]/i.test(placeholder)
    ? 'as the picker shows dates and times'
    : `as ${quotePageText(placeholder)}`;
  return new SightlineError(
    'not_accepted',
    `The picker of this field did not take the text, or not as it was meant: the field ${holds}.`,
    { hint: `Write it ${form}, or click the field and choose in what opens.` },
  );
}
