import { randomBytes } from 'node:crypto';

/**
 * A text that holds words of a page, between two lines that nobody could have written before: their name is drawn
 * anew for each answer, once the page has been read. It tells a model where data begins and ends; it does not keep a
 * model from believing what it reads there.
 */
export function withinBoundary(text: string): string {
  const name = `page-${randomBytes(5).toString('hex')}`;
  return `<${name}>\n${text}\n</${name}>`;
}
