import { SightlineError } from '../snapshot/SightlineError.ts';

/** What the relay answers a command that did not come through; the first word is the code. */
export const failureMessages = {
  notConnected: 'extension_not_connected: The Sightline extension is not connected.',
  timedOut: 'extension_timeout: The Sightline extension did not come back in time.',
  interrupted: 'extension_timeout: The Sightline extension was interrupted before it answered.',
  notShared: 'tab_closed: That tab is closed, or is not shared any more.',
  notAllowed: (method: string): string =>
    method === 'Page.navigate'
      ? 'blocked_url: The extension opens web pages only.'
      : `internal: The extension lets no ${method} through.`,
} as const;

const hints: Readonly<Record<string, string>> = {
  extension_not_connected:
    'Click the Sightline button in the toolbar of your browser: it says what is missing. Not installed yet? Run `sightline extension --setup`.',
  extension_timeout:
    'Look at the page again: what was asked may have been done or not. If it goes on, click the Sightline button in the toolbar.',
  unsupported_page: 'Go to another page in that tab, or share another tab.',
  tab_closed: 'Share a tab: click the Sightline button in the toolbar of your browser.',
  blocked_url: 'Open an http:// or https:// address; for another one, use a browser without --extension.',
};

/** The error that a message of the relay stands for, wherever the engine has put it; undefined for any other. */
export function parseRelayFailure(message: string): SightlineError | undefined {
  const [, code, text] =
    /\b(extension_not_connected|extension_timeout|tab_closed|blocked_url): (The|That) .+/.exec(message) ?? [];
  if (!code || !text) return undefined;
  return createRelayError(
    code as 'extension_timeout',
    message.slice(message.indexOf(code) + code.length + 2),
  );
}

/** An error of this house with the hint that goes with its code. */
export function createRelayError(
  code: 'extension_not_connected' | 'extension_timeout' | 'tab_closed' | 'unsupported_page' | 'blocked_url',
  message: string,
  hint = hints[code],
): SightlineError {
  return new SightlineError(code, message, { hint, retryable: code !== 'blocked_url' });
}
