import { z } from 'zod';

/** A regular expression of JavaScript, without flags, as it stands in a file. */
export const expression = z.string().refine(isExpression, 'is no regular expression');

function isExpression(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
