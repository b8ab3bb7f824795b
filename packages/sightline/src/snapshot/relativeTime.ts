const UNIT = '(?:s|m|h|d|w|y|mo|secs?|mins?|hrs?|(?:second|minute|hour|day|week|month|year)s?)';
const COUNT = '(?:about |over |almost |less than )?(?:\\d+|an?|a few|one)';
const ENGLISH = `${COUNT}\\s*${UNIT} ago|in ${COUNT}\\s*${UNIT}|(?:just|right) now|moments? ago`;
/** German, French, Spanish, Portuguese, Italian; Dutch, Swedish; Chinese, Japanese, Korean. */
const OTHERS =
  '(?:vor|il y a|hace|há) (?:\\d+|einer?|einem|une?|una?|uma?) \\p{L}+|\\d+ \\p{L}+ (?:fa|geleden|sedan)|\\d+\\s*\\p{L}{1,2}(?:之?前|전)';
const RELATIVE_TIMES = new RegExp(`(?<![\\p{L}\\p{N}])(?:${ENGLISH}|${OTHERS})(?![\\p{L}\\p{N}])`, 'giu');
/** The same at the start: nothing else is looked for where a text begins otherwise. */
const FIRST = new RegExp(`^\\s*(?:${ENGLISH}|${OTHERS})(?![\\p{L}\\p{N}])`, 'iu');
/** Says a time, or a duration, where it stands alone. */
const ALONE = new RegExp(`^(?:(?:${COUNT}|last)\\s*${UNIT}|yesterday|today)$`, 'i');

const MAX_TIME_LENGTH = 30;

/** `17m ago`, `2 hours ago`, `an hour ago`, `just now`, `yesterday`, `last week`, and `5 min` alone. */
export function isRelativeTime(words: string): boolean {
  if (words.length >= MAX_TIME_LENGTH) return false;
  return ALONE.test(words) || (FIRST.test(words) && withoutRelativeTimes(words) === '');
}

/** `Updated by Ann` of `Updated 3 minutes ago by Ann`: such times change by themselves. */
export function withoutRelativeTimes(words: string): string {
  return words.replace(RELATIVE_TIMES, ' ').replace(/ +/g, ' ').trim();
}
