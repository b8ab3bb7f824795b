import { redactUrl } from '../../snapshot/urls/redactUrl.ts';

/** Where something is, for a notice: nobody is asked whether its query holds a secret, and it says little more. */
export const noticeUrl = (url: string): string => withoutQuery(redactUrl(url));

export const withoutQuery = (url: string): string => url.replace(/[?#].+$/s, '?\u2026');
