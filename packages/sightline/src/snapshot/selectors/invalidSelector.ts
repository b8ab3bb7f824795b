import { SightlineError } from '../SightlineError.ts';

/** @returns `invalid_selector`: in the browser's words, or in ours */
export function invalidSelector(selector: string, reason: string): SightlineError {
  const message = `${JSON.stringify(selector)} is not a valid selector: ${reason}`;
  return new SightlineError('invalid_selector', message, {
    hint: 'Write a CSS selector such as `nav a[href]` or `#save`; quote values that hold colons or dots: `[id="a:b"]`.',
  });
}
