import { parseRenderedLine, type Session, toSightlineError } from '../../../../sightline/src/internal.ts';
import { ExampleRejection } from '../ExampleRejection.ts';
import type { ExampleCall, ExampleElement } from '../TrainingExample.ts';

export interface TargetContext {
  session: Session;
  /** What the model was shown. */
  state: string;
  /** A query before it in the same step may have shown the number. */
  isAfterQuery: boolean;
  /** An action before it in the same step may have enabled or shown the element. */
  isAfterAction: boolean;
}

/** What the snapshot knows of an element: see `details`. */
interface StoredElementDetails {
  role: string | null;
  tag: string;
  states: string[];
  isVisible: boolean;
  options?: { label: string; value: string; disabled?: boolean }[];
  attributes: Record<string, string>;
}

/**
 * Whether an action lands on what was meant: its number was shown, names on the stored page the element that the run
 * acted on, and that element is one to which this can be done. @throws Rejection
 */
export async function checkTarget(call: ExampleCall, context: TargetContext): Promise<'snapshot' | 'trace'> {
  const { index, to } = call.input as { index?: number; to?: number };
  if (index === undefined && to === undefined) return 'trace';
  for (const [number, element] of [
    [index, call.element],
    [to, call.to],
  ] as const)
    if (number !== undefined) await checkElement(number, element, call, context);
  return 'snapshot';
}

async function checkElement(
  number: number,
  element: ExampleElement | undefined,
  call: ExampleCall,
  { session, state, isAfterQuery, isAfterAction }: TargetContext,
): Promise<void> {
  if (!isAfterQuery && !isShown(number, state))
    throw new ExampleRejection('execution', 'not_shown', `[${number}] was not shown to the model.`);
  const numbered = session.elementRefs().find((one) => one.number === number);
  if (!numbered || !element)
    throw new ExampleRejection('execution', 'not_on_page', `[${number}] is no element of the stored page.`);
  if (numbered.id !== element.id || numbered.document !== element.document || number !== element.number)
    throw new ExampleRejection(
      'execution',
      'other_element',
      `[${number}] is another element than the run acted on.`,
    );
  const details = await detailsOf(session, number);
  if ((details.role ?? '') !== element.role)
    throw new ExampleRejection(
      'execution',
      'other_element',
      `[${number}] is ${details.role}, and was ${element.role}.`,
    );
  const reason = call.input.index === number ? unfitReason(call, details, isAfterAction) : undefined;
  if (reason) throw new ExampleRejection('execution', 'does_not_fit', `${call.tool} [${number}]: ${reason}.`);
}

/** Whether a number stands in what was shown: `[12]`, but not the `\[12]` of a page's own words. */
export const isShown = (number: number, text: string): boolean =>
  parseRenderedLine(text).some(({ ref }) => ref === number);

async function detailsOf(session: Session, number: number): Promise<StoredElementDetails> {
  try {
    return (await session.details(number)).data as unknown as StoredElementDetails;
  } catch (thrown) {
    throw new ExampleRejection('execution', 'not_on_page', toSightlineError(thrown).message);
  }
}

/** Why this cannot be done to it; undefined where it can. */
function unfitReason(
  { tool, input }: ExampleCall,
  details: StoredElementDetails,
  isAfterAction: boolean,
): string | undefined {
  if (!isAfterAction && details.states.includes('disabled') && tool !== 'hover' && tool !== 'scroll')
    return 'it is disabled';
  if (!isAfterAction && !details.isVisible) return 'it is not seen';
  switch (tool) {
    case 'fill':
    case 'type_text':
      return isField(details) ? undefined : 'it holds no text';
    case 'check':
      return isCheckable(details) ? undefined : 'it has no such state';
    case 'select_option':
      return unfitOptions(details, input.options as string[]);
    default:
      return undefined;
  }
}

const FIELDS = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider']);
const NO_TEXT = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'hidden']);

function isField({ role, tag, states, attributes }: StoredElementDetails): boolean {
  if (states.includes('readonly')) return false;
  if (tag === 'input') return !NO_TEXT.has(attributes.type ?? 'text');
  return tag === 'textarea' || FIELDS.has(role ?? '') || attributes.contenteditable !== undefined;
}

const CHECKABLE = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option']);

const isCheckable = ({ role, tag, states }: StoredElementDetails): boolean =>
  CHECKABLE.has(role ?? '') || tag === 'label' || states.includes('checked') || states.includes('unchecked');

/** A list that opens first shows its options later: only a native one can be asked now. */
function unfitOptions(
  { tag, options = [] }: StoredElementDetails,
  optionTexts: readonly string[],
): string | undefined {
  if (tag !== 'select') return undefined;
  const missing = optionTexts.find(
    (one) =>
      !options.some(
        ({ label, value, disabled }) => !disabled && (matchesOption(label, one) || matchesOption(value, one)),
      ),
  );
  return missing === undefined ? undefined : `it has no option ${JSON.stringify(missing)}`;
}

/** As the tool matches: by words of the label too. */
const matchesOption = (label: string, optionText: string): boolean =>
  optionText.trim() !== '' && label.toLowerCase().includes(optionText.trim().toLowerCase());
