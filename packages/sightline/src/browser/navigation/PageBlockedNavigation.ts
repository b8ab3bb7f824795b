import { SightlineError } from '../../snapshot/SightlineError.ts';

/**
 * The page that a tab shows does not let it go: its script never ends when it is to leave, its dialogs
 * follow one another, or it navigates elsewhere whenever it is asked to. A tab in its place is free.
 */
export class PageBlockedNavigation extends SightlineError {
  constructor(cause?: unknown) {
    super('navigation_failed', 'The page that is open did not let the tab go.', {
      hint: 'Open an address: the tab is replaced by a new one.',
      retryable: true,
      cause,
    });
  }
}
