import { isDeepStrictEqual } from 'node:util';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { parseInput } from '../../tools/parseInput.ts';
import type { ToolCall } from '../models/Model.ts';
import { END_TOKEN, type TokenField, type Vocabulary } from './Vocabulary.ts';

/**
 * A call in the compact language: `<bu_fill> 12 "Ada" <bu_end>`. Fields with default values are left out. @throws
 * SightlineError `invalid_argument` for input that the tool does not accept
 */
export function encodeCall(
  { tool, input }: Pick<ToolCall, 'tool' | 'input'>,
  vocabulary: Vocabulary,
): string {
  const tokenTool = vocabulary.byTool(tool);
  if (!tokenTool) throw new SightlineError('invalid_argument', `There is no token for the tool "${tool}".`);
  const parsed = parseInput(tokenTool.tool, input);
  const givenFields = tokenTool.fields.filter(
    ({ key, default: defaultValue }) =>
      parsed[key] !== undefined && !isDeepStrictEqual(parsed[key], defaultValue),
  );
  return [
    tokenTool.token,
    ...givenFields.map((field) => encodeField(field, parsed[field.key])),
    END_TOKEN,
  ].join(' ');
}

/** A step: the thinking, then the calls. */
export function encodeStep(
  { thinking, calls }: { thinking: string; calls: readonly Pick<ToolCall, 'tool' | 'input'>[] },
  vocabulary: Vocabulary,
): string {
  const thought = escapeTokens(thinking.trim());
  const encodedCalls = calls.map((call) => encodeCall(call, vocabulary)).join(' ');
  return thought === '' ? encodedCalls : `${thought}\n${encodedCalls}`;
}

const encodeField = ({ key, isPositional, kind }: TokenField, value: unknown): string =>
  isPositional ? encodeValue(value, kind) : `${key}=${encodeValue(value, kind)}`;

function encodeValue(value: unknown, kind: TokenField['kind']): string {
  if (kind === 'choice' && isIdentifier(String(value))) return String(value);
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Whether a choice is written without quotes. */
export const isIdentifier = (choice: string): boolean => /^[A-Za-z][\w-]*$/.test(choice);

/** Makes sure that a text contains no special token, as the grammar requires. */
const escapeTokens = (text: string): string => text.replace(/<(?!(?:[^b<]|b[^u<]|bu[^_<]))/g, '< ');
