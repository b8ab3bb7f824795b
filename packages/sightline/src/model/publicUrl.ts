/** What stands for a secret value. It tells that there is one, and nothing else of it. */
export const FILLED = '[filled]';

/**
 * Names of parameters whose values open something: passwords, codes, keys, signatures, and tokens but those
 * that only page through a list. Read as words: `keyword` is no key, and `compass` is no pass.
 */
const SECRET_PARAMETER =
  /(?<![a-z])(?:pass(?:word|wd|code|phrase)?|pwd|pw|otp|totp|pin|cvv2?|cvc2?|csc|ssn|secret|jwt|sig|signature|credential|authorization|auth|assertion|samlresponse|samlrequest|sid|j?session(?:[ _-]?id)?|phpsessid|api[ _-]?key|access[ _-]?key(?:[ _-]?id)?|secret[ _-]?key|private[ _-]?key|card[ _-]?(?:number|num|no)|one[ _-]?time[ _-]?code|verification[ _-]?code|code[ _-]?verifier|(?<!(?:page|next|prev|previous|cursor|sync|continuation)[ _-]?)token(?![ _-]?type))(?![a-z])|passwor[dt]|senha|kennwort|contrase/i;

/** Most addresses hold none of these letters, and are told as they are without another look. */
const SUSPECT =
  /pass|pwd|pw=|otp|pin|cv[cv]|csc|ssn|secret|jwt|sig|cred|auth|assert|saml|sid|session|key|card|code|token|senha|kennwort|contrase/i;

const PARAMETER = /([?&#;])([^=&#;?\s]{1,100})=([^&#;\s]+)/g;
const LOGIN = /^([a-z][a-z\d+.-]*:\/\/)[^/?#\s]*@/i;

/**
 * The address without what is nobody's to read: the name and password before its host, and the values of
 * parameters with secret names, in its query and behind its `#`. All else stays as it is written.
 */
export function publicUrl(url: string): string {
  const told = url.includes('@') ? url.replace(LOGIN, '$1') : url;
  if (!told.includes('=') || !SUSPECT.test(told)) return told;
  return told.replace(PARAMETER, (whole, mark: string, name: string) =>
    namesSecret(name) ? `${mark}${name}=${FILLED}` : whole,
  );
}

/** What `publicUrl` leaves out of a query: the values of parameters with secret names, as they were typed. */
export function secretsOf(url: string): string[] {
  if (!url.includes('=') || !SUSPECT.test(url)) return [];
  return [...url.matchAll(PARAMETER)].flatMap(([, , name = '', value = '']) =>
    namesSecret(name) ? [decoded(value.replaceAll('+', ' '))] : [],
  );
}

/** Whether a parameter or attribute of that name opens something. */
export function namesSecret(name: string): boolean {
  return SECRET_PARAMETER.test(decoded(name).replace(/([a-z\d])([A-Z])/g, '$1 $2'));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
