import { type ErrorCode, SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { BoxError, ScriptPlace } from '../box/boxMessages.ts';

/** Characters of the script's line in an error. */
const MAX_LINE_LENGTH = 120;

/** How a script was ended from outside. */
export interface ScriptEnd {
  source: string;
  /** Of the call that was under way. */
  place: ScriptPlace | undefined;
  timeoutMs: number;
  /** Its time was over. */
  isLate: boolean;
}

/** Why a script did not come to its end: `Line 3, \`await page.get(7).click()\`: ...`. */
export function scriptError(
  error: BoxError,
  { source, place, timeoutMs, isLate }: ScriptEnd,
): SightlineError {
  if (isLate)
    return new SightlineError(
      'timeout',
      `${placeText(place ?? error.place, source, false)}The script took longer than ${timeoutMs} ms and was stopped.`,
      {
        hint: 'Do less in one script, or allow more time: --timeout 60000 (timeout, milliseconds).',
        retryable: true,
      },
    );
  const { name, message, code, hint } = error;
  const isSyntax = name === 'SyntaxError';
  const kind = code !== undefined || name === 'Error' ? '' : `${name}: `;
  return new SightlineError(
    isErrorCode(code) ? code : codeOf(error),
    `${placeText(error.place, source, isSyntax)}${kind}${message}`,
    { hint: hint ?? hintOf(error) },
  );
}

function placeText(place: ScriptPlace | undefined, source: string, withColumn: boolean): string {
  if (!place) return '';
  if (place.earlier) return `Line ${place.line} of an earlier script: `;
  const line = excerptAt(source.split('\n')[place.line - 1] ?? '', place.column);
  const column = withColumn && place.column ? `, column ${place.column}` : '';
  return `Line ${place.line}${column}${line ? `, \`${line}\`` : ''}: `;
}

/** The line; of a long one, from the statement on that the column is in. */
function excerptAt(line: string, column = 1): string {
  const trimmed = line.trim();
  if (trimmed.length <= MAX_LINE_LENGTH) return trimmed;
  const start = line.slice(0, column).search(/[^;{]*$/);
  const statement = line.slice(start).trim();
  return `${start > 0 ? '…' : ''}${shorten(statement, MAX_LINE_LENGTH)}`;
}

/** A script may throw what it likes. */
const isErrorCode = (code: string | undefined): code is ErrorCode =>
  code !== undefined && /^[a-z]+(?:_[a-z]+){0,3}$/.test(code);

const codeOf = ({ name, message }: BoxError): ErrorCode => {
  if (/out of memory|string too long/.test(message)) return 'too_large';
  return name === 'Error' ? 'task_failed' : 'invalid_argument';
};

function hintOf({ message }: BoxError): string {
  if (/out of memory/.test(message)) return 'A script has 64 MB; what scripts had defined is gone.';
  if (/'expect' is not defined/.test(message)) return 'Use locator.waitFor(), isVisible() or an if.';
  if (/'(test|describe|it|module|exports)' is not defined/.test(message))
    return 'Write the steps themselves: page is there.';
  if (/'(require|process|fetch|document|window|fs|browser|context)' is not defined/.test(message))
    return 'A script has page, args, print and the language; `sightline run --help` lists the words.';
  return '';
}
