import { SightlineError } from '../model/SightlineError.ts';

/** What a Chromium network error means to a person: what happened at the host, and what to try. */
interface Meaning {
  happened: string;
  hint: string;
  retryable?: boolean;
}

const checkAddress = 'Check the address for a typing error, and that this machine is online.';

const meanings: [RegExp, Meaning][] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION/, { happened: 'has no address (DNS)', hint: checkAddress }],
  [
    /CONNECTION_REFUSED/,
    {
      happened: 'refused the connection',
      hint: 'Check that a server runs there, and its port.',
      retryable: true,
    },
  ],
  [
    /CONNECTION_TIMED_OUT|TIMED_OUT/,
    { happened: 'did not answer in time', hint: 'Try again later.', retryable: true },
  ],
  [
    /EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_ABORTED|INCOMPLETE|CONTENT_LENGTH/,
    { happened: 'closed the connection before the page came', hint: 'Try again.', retryable: true },
  ],
  [/ADDRESS_UNREACHABLE|ADDRESS_INVALID/, { happened: 'cannot be reached', hint: checkAddress }],
  [
    /INTERNET_DISCONNECTED|NETWORK_CHANGED|PROXY_CONNECTION_FAILED/,
    { happened: 'cannot be reached: no network', hint: 'Check the network.', retryable: true },
  ],
  [
    /TOO_MANY_REDIRECTS/,
    { happened: 'redirects in a loop', hint: 'Open another address of that site, or clear its cookies.' },
  ],
  [
    /CERT_DATE_INVALID/,
    {
      happened: 'has a certificate that has expired',
      hint: 'Check the clock of this machine, or use http://.',
    },
  ],
  [
    /CERT_/,
    { happened: 'has a certificate that is not trusted', hint: 'Check the host name, or use http://.' },
  ],
  [
    /SSL_|TLS|HTTP2_PROTOCOL|QUIC_PROTOCOL|INVALID_HTTP_RESPONSE/,
    {
      happened: 'does not speak the protocol of that address',
      hint: 'Try http:// in place of https://, or the reverse.',
    },
  ],
  [
    /AUTH_CREDENTIALS|PROXY_AUTH|UNSUPPORTED_AUTH|UNEXPECTED_AUTH/,
    {
      happened: 'asks for a name and password',
      hint: 'Give them in the address, as in https://NAME:PASSWORD@host/, if it is yours to open.',
    },
  ],
  [/UNSAFE_PORT/, { happened: 'is at a port that browsers refuse', hint: 'Serve the page at another port.' }],
  [/UNSAFE_REDIRECT/, { happened: 'redirects to what is not a web page', hint: 'Open another address.' }],
  [
    /BLOCKED_BY_CLIENT/,
    {
      happened:
        'or where it leads is kept from loading by the rules of this session, or by an extension of the browser',
      hint: 'Open another address; rules are set where the session is started (--allow, --block).',
    },
  ],
  [/BLOCKED_BY|ACCESS_DENIED/, { happened: 'was blocked by the browser', hint: 'Open another address.' }],
  [/FILE_NOT_FOUND/, { happened: 'is a file that does not exist', hint: 'Check the path.' }],
];

const unknown: Meaning = {
  happened: 'could not be opened',
  hint: 'Check the address, or try again.',
  retryable: true,
};

/** `navigation_failed`, or `blocked_url` by a rule, told in words. `code` is Chromium's, such as `ERR_CONNECTION_REFUSED`. */
export function netError(code: string, url: string): SightlineError {
  const { happened, hint, retryable } = meanings.find(([pattern]) => pattern.test(code))?.[1] ?? unknown;
  const { host, href } = new URL(url);
  const kind = code === 'ERR_BLOCKED_BY_CLIENT' ? 'blocked_url' : 'navigation_failed';
  return new SightlineError(kind, `${host || href} ${happened} (${code}).`, {
    hint,
    retryable,
  });
}
