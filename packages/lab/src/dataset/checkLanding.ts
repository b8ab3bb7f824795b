import { type Session, toSightlineError } from '../../../sightline/src/internal.ts';
import type { ExampleCall, ExampleElement } from './Example.ts';
import { Rejection } from './Rejection.ts';

export interface Landing {
  session: Session;
  /** What the model was shown. */
  state: string;
  /** A query before it in the same step may have told the number. */
  isFoundNow: boolean;
  /** An action before it in the same step may have enabled or shown the element. */
  isChanged: boolean;
}

/** What the snapshot knows of an element: see `details`. */
interface Known {
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
export async function checkLanding(call: ExampleCall, landing: Landing): Promise<'snapshot' | 'trace'> {
  const { index, to } = call.input as { index?: number; to?: number };
  if (index === undefined && to === undefined) return 'trace';
  for (const [number, element] of [
    [index, call.element],
    [to, call.to],
  ] as const)
    if (number !== undefined) await land(number, element, call, landing);
  return 'snapshot';
}

async function land(
  number: number,
  element: ExampleElement | undefined,
  call: ExampleCall,
  { session, state, isFoundNow, isChanged }: Landing,
): Promise<void> {
  if (!isFoundNow && !isShown(number, state))
    throw new Rejection('execution', 'not_shown', `[${number}] was not shown to the model.`);
  const numbered = session.numbered().find((one) => one.number === number);
  if (!numbered || !element)
    throw new Rejection('execution', 'not_on_page', `[${number}] is no element of the stored page.`);
  if (numbered.id !== element.id || numbered.document !== element.document || number !== element.number)
    throw new Rejection(
      'execution',
      'other_element',
      `[${number}] is another element than the run acted on.`,
    );
  const known = await detailsOf(session, number);
  if ((known.role ?? '') !== element.role)
    throw new Rejection(
      'execution',
      'other_element',
      `[${number}] is ${known.role}, and was ${element.role}.`,
    );
  const why = call.input.index === number ? unfit(call, known, isChanged) : undefined;
  if (why) throw new Rejection('execution', 'does_not_fit', `${call.tool} [${number}]: ${why}.`);
}

/** Whether a number stands in what was shown: `[12]`, but not the `\[12]` of a page's own words. */
export const isShown = (number: number, text: string): boolean =>
  new RegExp(`(?<!\\\\)\\[${number}\\]`).test(text);

async function detailsOf(session: Session, number: number): Promise<Known> {
  try {
    return (await session.details(number)).data as unknown as Known;
  } catch (thrown) {
    throw new Rejection('execution', 'not_on_page', toSightlineError(thrown).message);
  }
}

/** Why this cannot be done to it; undefined where it can. */
function unfit({ tool, input }: ExampleCall, known: Known, isChanged: boolean): string | undefined {
  if (!isChanged && known.states.includes('disabled') && tool !== 'hover' && tool !== 'scroll')
    return 'it is disabled';
  if (!isChanged && !known.isVisible) return 'it is not seen';
  switch (tool) {
    case 'fill':
    case 'type_text':
      return isField(known) ? undefined : 'it holds no text';
    case 'check':
      return isCheckable(known) ? undefined : 'it has no such state';
    case 'select_option':
      return unfitOptions(known, input.options as string[]);
    default:
      return undefined;
  }
}

const FIELDS = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider']);
const NO_TEXT = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'hidden']);

function isField({ role, tag, states, attributes }: Known): boolean {
  if (states.includes('readonly')) return false;
  if (tag === 'input') return !NO_TEXT.has(attributes.type ?? 'text');
  return tag === 'textarea' || FIELDS.has(role ?? '') || attributes.contenteditable !== undefined;
}

const CHECKABLE = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option']);

const isCheckable = ({ role, tag, states }: Known): boolean =>
  CHECKABLE.has(role ?? '') || tag === 'label' || states.includes('checked') || states.includes('unchecked');

/** A list that opens first shows its options later: only a native one can be asked now. */
function unfitOptions({ tag, options = [] }: Known, wanted: readonly string[]): string | undefined {
  if (tag !== 'select') return undefined;
  const missing = wanted.find(
    (one) =>
      !options.some(({ label, value, disabled }) => !disabled && (holds(label, one) || holds(value, one))),
  );
  return missing === undefined ? undefined : `it has no option ${JSON.stringify(missing)}`;
}

/** As the tool matches: by words of the label too. */
const holds = (label: string, wanted: string): boolean =>
  wanted.trim() !== '' && label.toLowerCase().includes(wanted.trim().toLowerCase());
