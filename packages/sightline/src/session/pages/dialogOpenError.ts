import type { OpenDialog } from '../../browser/tabs/answerDialog.ts';
import { quote, stripInvisible } from '../../render/escape.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';

/** `mayShowMessage`: the page holds no secret that its words could repeat. */
export function dialogOpenError(
  { type, message }: OpenDialog,
  mayShowMessage: boolean,
  cause?: unknown,
): SightlineError {
  const words = mayShowMessage && message !== '' ? `: ${quote(shorten(stripInvisible(message), 200))}` : '';
  return new SightlineError(
    'timeout',
    `The page does not answer while its ${type} dialog is open, which is left to the dialog handler of whoever drives it${words}.`,
    { hint: 'Have that handler accept or dismiss it, then try again.', retryable: true, cause },
  );
}
