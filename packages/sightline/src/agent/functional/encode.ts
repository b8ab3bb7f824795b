import { isDeepStrictEqual } from 'node:util';
import { SightlineError } from '../../model/SightlineError.ts';
import { parseInput } from '../../tools/parseInput.ts';
import type { Call } from '../Model.ts';
import { END, type Vocabulary, type WordField } from './Vocabulary.ts';

/**
 * A call in the compact language: `<bu_fill> 12 "Ada" <bu_end>`. What has its default is left out.
 * @throws SightlineError `invalid_argument` for a call that its tool does not take
 */
export function encodeCall({ tool, input }: Pick<Call, 'tool' | 'input'>, vocabulary: Vocabulary): string {
  const word = vocabulary.byTool(tool);
  if (!word) throw new SightlineError('invalid_argument', `There is no token for the tool "${tool}".`);
  const checked = parseInput(word.tool, input);
  const given = word.fields.filter(
    ({ key, default: usual }) => checked[key] !== undefined && !isDeepStrictEqual(checked[key], usual),
  );
  return [word.token, ...given.map((field) => fieldText(field, checked[field.key])), END].join(' ');
}

/** A whole step: what the model thinks, then its calls. */
export function encodeStep(
  { thinking, calls }: { thinking: string; calls: readonly Pick<Call, 'tool' | 'input'>[] },
  vocabulary: Vocabulary,
): string {
  const said = withoutTokens(thinking.trim());
  const told = calls.map((call) => encodeCall(call, vocabulary)).join(' ');
  return said === '' ? told : `${said}\n${told}`;
}

const fieldText = ({ key, isBare, kind }: WordField, value: unknown): string =>
  isBare ? valueText(value, kind) : `${key}=${valueText(value, kind)}`;

function valueText(value: unknown, kind: WordField['kind']): string {
  if (kind === 'choice' && isBareWord(String(value))) return String(value);
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Whether a choice is written without quotes. */
export const isBareWord = (choice: string): boolean => /^[A-Za-z][\w-]*$/.test(choice);

/** So that no special token can stand in it, in the terms of the grammar. */
const withoutTokens = (text: string): string => text.replace(/<(?!(?:[^b<]|b[^u<]|bu[^_<]))/g, '< ');
