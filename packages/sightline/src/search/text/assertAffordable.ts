import type { RE2JS } from 're2js';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/** Characters of a text by parts of an expression: a second or two at the worst, in which nothing else is done. */
const MAX_STEPS = 100_000_000;

/** Throws `too_large` where an expression of many parts would be looked for in so many characters at once. */
export function assertAffordable(expression: RE2JS, length: number): void {
  if (expression.programSize() * length <= MAX_STEPS) return;
  throw new SightlineError('too_large', 'The regular expression is too large for so much text.', {
    hint: 'Write a shorter one (repetitions such as {500} count as often), or plain words.',
  });
}
