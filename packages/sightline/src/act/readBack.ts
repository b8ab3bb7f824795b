import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { FieldState } from '../page/field.ts';
import type { Hand } from './Hand.ts';
import { quoted, Refusal } from './Refusal.ts';

/** How the values of fields of these types are written. */
export const NEEDS: Readonly<Record<string, string>> = {
  date: '2026-11-22',
  time: '09:30',
  'datetime-local': '2026-11-22T09:30',
  month: '2026-11',
  week: '2026-W47',
  color: '#1e90ff',
  range: 'a number within its bounds',
  number: 'a number',
};

/** Milliseconds. */
const SECOND_THOUGHT = 100;

/**
 * What a field holds once it has come to rest. Undefined where the field went away with what was typed, as a search box
 * that opens results.
 */
export async function fieldAfter(
  hand: Hand,
  node: PageNode,
  wanted: string,
): Promise<FieldState | undefined> {
  try {
    let after: FieldState | undefined;
    // A controlled field may be written back a moment later, by its framework.
    const isDifferent = async (): Promise<boolean> => {
      after = await hand.field(node, wanted);
      return after.match === 'different';
    };
    await hand.stays(isDifferent, SECOND_THOUGHT);
    return after;
  } catch (error) {
    if (error instanceof Refusal || (error instanceof SightlineError && error.code === 'navigated'))
      return undefined;
    throw error;
  }
}

/** What a field that did not take a text holds instead; never the text. */
export function notAccepted({ value, isSecret, problem, kind }: FieldState, node: PageNode): SightlineError {
  const form = NEEDS[kind];
  const holds = value === '' ? 'is empty' : isSecret ? 'holds something else' : `holds ${quoted(value)}`;
  const longest = node.attribute('maxlength');
  const asks = form === undefined ? 'Look at what the field asks for.' : `Write it as ${form}.`;
  const hint = longest === undefined ? asks : `It takes ${longest} characters at most.`;
  return new SightlineError(
    'not_accepted',
    `The field did not take the text: it ${holds}${problem && ` (${problem})`}.`,
    { hint },
  );
}
