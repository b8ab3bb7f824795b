import { redactUrl } from '../../snapshot/urls/redactUrl.ts';

/** Where something is, for a notice: nobody is asked whether its query holds a secret, and it says little more. */
export const noticeUrl = (url: string): string => withoutQuery(redactUrl(url));

export const withoutQuery = (url: string): string => url.replace(/[?#].+$/s, '?\u2026');

/** All that is said of an address where nobody answers what of it is secret. */
export const siteOf = (url: string): string =>
  /^https?:/.test(url) && URL.canParse(url)
    ? `${new URL(url).origin}/\u2026`
    : `${url.split(':', 1)[0]}:\u2026`;
