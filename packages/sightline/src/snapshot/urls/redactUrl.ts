/** Replaces a secret value: it shows that there is one, and not even its length. */
export const REDACTED_PLACEHOLDER = '[filled]';

/**
 * Names of parameters whose values open something: passwords, codes, keys, signatures, and tokens but those
 * that only page through a list. Read as words: `keyword` is no key, and `compass` is no pass.
 */
const SECRET_NAME =
  /(?<![a-z])(?:pass(?:word|wd|code|phrase)?|pwd|pw|otp|totp|pin|cvv2?|cvc2?|csc|ssn|secret|jwt|sig|signature|credential|authorization|auth|assertion|samlresponse|samlrequest|sid|j?session(?:[ _-]?id)?|phpsessid|api[ _-]?key|access[ _-]?key(?:[ _-]?id)?|secret[ _-]?key|private[ _-]?key|card[ _-]?(?:number|num|no)|one[ _-]?time[ _-]?code|verification[ _-]?code|code[ _-]?verifier|(?<!(?:page|next|prev|previous|cursor|sync|continuation)[ _-]?)token(?![ _-]?type))(?![a-z])|passwor[dt]|senha|kennwort|contrase/i;

/**
 * Names of parameters that may open something (a code to log in with, a ticket, an invitation), and may as well say which of
 * many: their values count where they look drawn by chance.
 */
const TICKET_NAME =
  /(?<![a-z])(?:code|ticket|key|nonce|invite|invitation|reset|confirm|confirmation|verify|verification|activate|activation|magic|unlock|share)(?![a-z])/i;
/** Six to eight digits; or sixteen characters, letters and digits by turns among them. */
const DRAWN_VALUE = /^(?:\d{6,8}|(?=.*(?:[a-z]\d+[a-z]|\d[a-z]+\d))\S{16,})$/i;

/** Most URLs contain none of these, and need no further check. */
const MAY_HOLD_SECRET =
  /pass|pwd|pw=|otp|pin|cv[cv]|csc|ssn|secret|jwt|sig|cred|auth|assert|saml|sid|session|key|card|code|token|senha|kennwort|contrase|ticket|nonce|invit|reset|confirm|verif|activat|magic|unlock|share/i;

const PARAMETER = /([?&#;])([^=&#;?\s]{1,100})=([^&#;\s]+)/g;
const CREDENTIALS = /^([a-z][a-z\d+.-]*:\/\/)[^/?#\s]*@/i;

/**
 * The URL without its secrets: the user name and password before its host, and the values of
 * parameters that open something, in its query and behind its `#`. All else stays as it is written.
 */
export function redactUrl(url: string): string {
  const withoutCredentials = url.includes('@') ? url.replace(CREDENTIALS, '$1') : url;
  if (!withoutCredentials.includes('=') || !MAY_HOLD_SECRET.test(withoutCredentials))
    return withoutCredentials;
  return withoutCredentials.replace(PARAMETER, (match, separator: string, name: string, value: string) =>
    opensSomething(name, value) ? `${separator}${name}=${REDACTED_PLACEHOLDER}` : match,
  );
}

/** The values that `redactUrl` leaves out of a query, decoded. */
export function secretsInUrl(url: string): string[] {
  if (!url.includes('=') || !MAY_HOLD_SECRET.test(url)) return [];
  return [...url.matchAll(PARAMETER)].flatMap(([, , name = '', value = '']) =>
    opensSomething(name, value) ? [safeDecode(value.replaceAll('+', ' '))] : [],
  );
}

/** Whether a parameter or attribute of that name opens something. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(wordsOf(name));

const opensSomething = (name: string, value: string): boolean =>
  isSecretName(name) || (TICKET_NAME.test(wordsOf(name)) && DRAWN_VALUE.test(safeDecode(value)));

const wordsOf = (name: string): string => safeDecode(name).replace(/([a-z\d])([A-Z])/g, '$1 $2');

/** Without percent-encoding; as it is where that is broken. */
export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
