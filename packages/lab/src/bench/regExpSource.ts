import { z } from 'zod';

/** A regular expression of JavaScript, without flags, as it stands in a file. */
export const regExpSource = z.string().refine(isRegExpSource, 'is no regular expression');

function isRegExpSource(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
