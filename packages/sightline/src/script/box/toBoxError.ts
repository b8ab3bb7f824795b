import { parseJson } from '../../snapshot/parseJson.ts';
import type { BoxError, ScriptPlace } from './boxMessages.ts';

/** Characters of each text of an error. */
const MAX_LENGTH = 20_000;

/** An error as the box has written it, made whole: a script can change all that its interface is made of. */
export function toBoxError(json: string): BoxError {
  const { name, message, code, hint, place } = parseObject(json);
  const known = toPlace(place);
  return {
    name: isText(name) ? name.slice(0, 100) : 'Error',
    message: isText(message) ? message.slice(0, MAX_LENGTH) : 'It threw what cannot be read.',
    ...(isText(code) && { code: code.slice(0, 100) }),
    ...(isText(hint) && { hint: hint.slice(0, MAX_LENGTH) }),
    ...(known && { place: known }),
  };
}

/** A place as JSON; undefined where it is none. */
export const parsePlace = (json: string): ScriptPlace | undefined => toPlace(parseObject(json));

function toPlace(value: unknown): ScriptPlace | undefined {
  const { line, column, earlier } = (value ?? {}) as Record<string, unknown>;
  if (!isPosition(line)) return undefined;
  return { line, ...(isPosition(column) && { column }), ...(earlier === true && { earlier }) };
}

const parseObject = (json: string): Record<string, unknown> =>
  (parseJson(json) ?? {}) as Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';

const isPosition = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;
