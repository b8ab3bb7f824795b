import { quote as quoteLine, stripInvisible } from '../render/escape.ts';
import { redactUrl } from '../snapshot/urls/redactUrl.ts';

const MAX_LENGTH = 200;

/** A page's own words, between quotation marks on one line, at most 200 characters of them. */
export const quoteText = (text: string): string => quoteLine(truncate(text));

/** A URL on one line, at most 200 characters of it. */
export const shortUrl = (url: string): string =>
  stripInvisible(truncate(redactUrl(url))).replace(/\s+/g, ' ');

const truncate = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
