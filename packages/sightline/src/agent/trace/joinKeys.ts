import { TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import type { OutcomeRecord } from './StepLog.ts';
import { inputText } from './tracedCalls.ts';

/**
 * Characters that were pressed one after another into a field as one text that is typed there. Where none is named a key may be a
 * shortcut: only what is secret is taken for text.
 */
export function joinKeys(outcomes: readonly OutcomeRecord[]): OutcomeRecord[] {
  const joined: OutcomeRecord[] = [];
  for (const outcome of outcomes) {
    const character = characterOf(outcome);
    const last = joined.at(-1);
    if (character === undefined) joined.push(outcome);
    else if (last && isTyped(last) && isSamePlace(last, outcome))
      joined[joined.length - 1] = withText(last, textOf(last) + character);
    else joined.push(withText({ ...outcome, tool: TYPED }, character));
  }
  return joined.map((outcome) => (isTyped(outcome) ? { ...outcome, tool: 'type_text' } : outcome));
}

/** Until all are joined: what was typed at once stays apart. */
const TYPED = 'keys';

const isTyped = ({ tool }: OutcomeRecord): boolean => tool === TYPED;
const textOf = ({ input }: OutcomeRecord): string => (input as { text: string }).text;

/** A secret stays what it is written as. */
const withText = (outcome: OutcomeRecord, text: string): OutcomeRecord => ({
  ...outcome,
  input: { ...indexOf(outcome), text: outcome.isSecret ? REDACTED_PLACEHOLDER : text, append: true },
});

function characterOf({ tool, input, target, isSecret = false }: OutcomeRecord): string | undefined {
  const keys = tool === 'press' ? inputText((input as { keys?: unknown })?.keys) : '';
  const isCharacter = TEXT_FIELD_ROLES.has(target?.role ?? '') && [...keys].length === 1;
  return isCharacter || (isSecret && keys === REDACTED_PLACEHOLDER) ? keys : undefined;
}

const indexOf = ({ input }: OutcomeRecord): { index?: unknown } => {
  const { index } = (input ?? {}) as { index?: unknown };
  return index === undefined ? {} : { index };
};

const isSamePlace = (one: OutcomeRecord, other: OutcomeRecord): boolean =>
  (one.isSecret ?? false) === (other.isSecret ?? false) &&
  JSON.stringify([one.target, indexOf(one)]) === JSON.stringify([other.target, indexOf(other)]);
