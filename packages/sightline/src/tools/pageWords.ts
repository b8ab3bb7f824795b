import { publicUrl } from '../model/publicUrl.ts';
import { clean, quote as quoteLine } from '../view/escape.ts';

const LONGEST = 200;

/** A page's own words, between quotation marks on one line, at most 200 characters of them. */
export const quoteText = (text: string): string => quoteLine(cap(text));

/** A URL on one line, at most 200 characters of it. */
export const shortUrl = (url: string): string => clean(cap(publicUrl(url))).replace(/\s+/g, ' ');

const cap = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
