/** The events of the network that Playwright waits for; none of them carries a body or what a socket sends. */
const NETWORK_EVENTS: ReadonlySet<string> = new Set([
  'Network.requestWillBeSent',
  'Network.requestServedFromCache',
  'Network.responseReceived',
  'Network.loadingFinished',
  'Network.loadingFailed',
  'Network.webSocketCreated',
  'Network.webSocketWillSendHandshakeRequest',
  'Network.webSocketHandshakeResponseReceived',
  'Network.webSocketFrameError',
  'Network.webSocketClosed',
  'Fetch.requestPaused',
]);
const CREDENTIAL_HEADER = /^(?:set-)?cookie2?$|^(?:proxy-)?authorization$/i;
/** What holds the same as text, and what was sent. */
const DROPPED_FIELDS: ReadonlySet<string> = new Set([
  'headersText',
  'requestHeadersText',
  'postData',
  'postDataEntries',
]);

interface ProtocolEvent {
  method: string;
  params?: object | undefined;
}

/**
 * An event of a tab without the cookies and authorisations of its user, and without what they send; undefined where nothing
 * is left. The extension asks it, and the relay again: neither trusts the other.
 */
export function withoutCredentials<Event extends ProtocolEvent>(event: Event): Event | undefined {
  const { method, params } = event;
  if (!/^(?:Network|Fetch)\./.test(method)) return event;
  if (!NETWORK_EVENTS.has(method)) return undefined;
  return { ...event, params: strip(params) };
}

/** Headers are an object of values by name, or a list of names with values. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isCredential(one)).map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) => !DROPPED_FIELDS.has(key) && !CREDENTIAL_HEADER.test(key),
  );
  // Nobody is to wait for the event that is not sent.
  return Object.fromEntries(kept.map(([key, one]) => [key, /hasExtraInfo$/i.test(key) ? false : strip(one)]));
}

const isCredential = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  CREDENTIAL_HEADER.test(String(value.name));
