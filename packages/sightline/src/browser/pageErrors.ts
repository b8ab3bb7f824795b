import { SightlineError } from '../snapshot/SightlineError.ts';

export function staleDocumentError(key: string): SightlineError {
  return new SightlineError('stale', `The document ${key} is no longer part of the page.`, {
    hint: 'Look at the page again.',
    retryable: true,
  });
}

export function pageTimeoutError(timeoutMs: number): SightlineError {
  const message = `The page did not answer within ${Math.round(timeoutMs)} ms.`;
  return new SightlineError('timeout', message, {
    hint: 'Try again: the page may be busy for a moment, or show more than is laid out in that time. If its script never ends, open another page.',
    retryable: true,
  });
}

export function navigatedAwayError(cause: unknown): SightlineError {
  return new SightlineError('navigated', 'The page kept navigating away while it was read.', {
    hint: 'Try again once it has come to rest.',
    retryable: true,
    cause,
  });
}

export function frameGoneError(cause: unknown): SightlineError {
  return new SightlineError('navigated', 'A frame of the page went away while it was read.', {
    hint: 'Try again.',
    retryable: true,
    cause,
  });
}

/** Also of a page that holds no secret: which it is, is known of each picture alone. */
export function restlessPageError(): SightlineError {
  const message =
    'The page did not rest for a picture: it changed too often, scrolled, led elsewhere or was in a view transition.';
  return new SightlineError('navigated', message, {
    hint: 'Try again once it has come to rest.',
    retryable: true,
  });
}

export function pdfPageError(): SightlineError {
  const message = 'This is a PDF, which the browser shows in a viewer of its own.';
  return new SightlineError('unsupported_page', message, {
    hint: 'Download the file and read it with another tool.',
  });
}

export function pageTooLargeError(): SightlineError {
  return new SightlineError(
    'too_large',
    'This page shows more than can be read: a million and a half elements and texts.',
    {
      hint: 'Open an address that shows less, such as a single entry or a page of a list.',
    },
  );
}

/** `rows`: elements and texts that were read in that time. */
export function pageTooSlowError(milliseconds: number, rows: number): SightlineError {
  const read = rows.toLocaleString('en');
  const message = `This page shows too much to be read in ${Math.round(milliseconds)} ms: that was over after ${read} elements and texts.`;
  return new SightlineError('too_large', message, {
    hint: 'Allow more time (--timeout, timeoutMs), or open an address that shows less.',
    retryable: true,
  });
}
