import { publicUrl } from '../model/publicUrl.ts';

/** Where something is, for a notice: nobody is asked whether its query holds a secret, and it says little more. */
export const noticedUrl = (url: string): string => withoutQuery(publicUrl(url));

export const withoutQuery = (url: string): string => url.replace(/[?#].+$/s, '?\u2026');
