import { escapeInline, quote } from '../render/escape.ts';
import { truncate } from '../snapshot/shorten.ts';
import { redactUrl } from '../snapshot/urls/redactUrl.ts';

const MAX_LENGTH = 200;

/** Text of a page between quotation marks, on one line, at most 200 characters of it. */
export const quoteText = (text: string): string => quote(truncate(text, MAX_LENGTH));

/** A URL without credentials and secrets, on one line, at most 200 characters of it. */
export const shortUrl = (url: string): string =>
  escapeInline(truncate(redactUrl(url), MAX_LENGTH)).replace(/\s+/g, ' ');
