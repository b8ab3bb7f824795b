import { SightlineError } from '../../snapshot/SightlineError.ts';

/** What a Chromium network error means to a person: what happened at the host, and what to try. */
interface NetworkErrorText {
  predicate: string;
  hint: string;
  retryable?: boolean;
}

const CHECK_ADDRESS_HINT =
  'Check the address for a typing error, and that this machine is online; a proxy is given by --proxy.';

const NETWORK_ERRORS: [RegExp, NetworkErrorText][] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION/, { predicate: 'has no address (DNS)', hint: CHECK_ADDRESS_HINT }],
  [
    /CONNECTION_REFUSED/,
    {
      predicate: 'refused the connection',
      hint: 'Check that a server runs there, and its port.',
      retryable: true,
    },
  ],
  [
    /CONNECTION_TIMED_OUT|TIMED_OUT/,
    { predicate: 'did not answer in time', hint: 'Try again later.', retryable: true },
  ],
  [
    /EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_ABORTED|INCOMPLETE|CONTENT_LENGTH/,
    { predicate: 'closed the connection before the page came', hint: 'Try again.', retryable: true },
  ],
  [/ADDRESS_UNREACHABLE|ADDRESS_INVALID/, { predicate: 'cannot be reached', hint: CHECK_ADDRESS_HINT }],
  [
    /PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|SOCKS_CONNECTION|PROXY_CERTIFICATE|MANDATORY_PROXY/,
    {
      predicate: 'was not reached: the proxy did not let it through',
      hint: 'Check the address of the proxy (--proxy), and that it runs.',
      retryable: true,
    },
  ],
  [
    /PROXY_AUTH/,
    {
      predicate: 'was not reached: the proxy asks for a name and password',
      hint: 'Give them in its address: --proxy http://NAME:PASSWORD@HOST:PORT.',
    },
  ],
  [
    /INTERNET_DISCONNECTED|NETWORK_CHANGED/,
    { predicate: 'cannot be reached: no network', hint: 'Check the network.', retryable: true },
  ],
  [
    /TOO_MANY_REDIRECTS/,
    { predicate: 'redirects in a loop', hint: 'Open another address of that site, or clear its cookies.' },
  ],
  [
    /CERT_DATE_INVALID/,
    {
      predicate: 'has a certificate that has expired',
      hint: 'Check the clock of this machine; --ignore-https-errors, when the browser is opened, takes it all the same.',
    },
  ],
  [
    /CERT_/,
    {
      predicate: 'has a certificate that is not trusted',
      hint: 'Check the host name. Where the site is yours, --ignore-https-errors takes it, when the browser is opened.',
    },
  ],
  [
    /SSL_|TLS|HTTP2_PROTOCOL|QUIC_PROTOCOL|INVALID_HTTP_RESPONSE/,
    {
      predicate: 'does not speak the protocol of that address',
      hint: 'Try http:// in place of https://, or the reverse.',
    },
  ],
  [
    /AUTH_CREDENTIALS|UNSUPPORTED_AUTH|UNEXPECTED_AUTH/,
    {
      predicate: 'asks for a name and password',
      hint: 'Its user gives them by --http-credentials NAME:PASSWORD, when the browser is opened.',
    },
  ],
  [
    /UNSAFE_PORT/,
    { predicate: 'is at a port that browsers refuse', hint: 'Serve the page at another port.' },
  ],
  [/UNSAFE_REDIRECT/, { predicate: 'redirects to what is not a web page', hint: 'Open another address.' }],
  [
    /BLOCKED_BY_CLIENT/,
    {
      predicate:
        'or where it leads is kept from loading by the rules of this session, or by an extension of the browser',
      hint: 'Open another address; rules are set where the session is started (--allow, --block).',
    },
  ],
  [/BLOCKED_BY|ACCESS_DENIED/, { predicate: 'was blocked by the browser', hint: 'Open another address.' }],
  [/FILE_NOT_FOUND/, { predicate: 'is a file that does not exist', hint: 'Check the path.' }],
];

const UNKNOWN_ERROR: NetworkErrorText = {
  predicate: 'could not be opened',
  hint: 'Check the address, or try again.',
  retryable: true,
};

/** `navigation_failed`, or `blocked_url` by a rule, in words. `code` is Chromium's, such as `ERR_CONNECTION_REFUSED`. */
export function toNetworkError(code: string, url: string): SightlineError {
  const { predicate, hint, retryable } =
    NETWORK_ERRORS.find(([pattern]) => pattern.test(code))?.[1] ?? UNKNOWN_ERROR;
  const { host, href } = new URL(url);
  const errorCode = code === 'ERR_BLOCKED_BY_CLIENT' ? 'blocked_url' : 'navigation_failed';
  return new SightlineError(errorCode, `${host || href} ${predicate} (${code}).`, {
    hint,
    retryable,
  });
}
