import { randomBytes } from 'node:crypto';
import { stripInvisible } from '../snapshot/stripInvisible.ts';

/** What is in a boundary: content of a page, notices, or an error. */
export type BoundaryKind = 'page' | 'notes' | 'error';

/**
 * Texts that hold words of a page, each between two lines that nobody could have written before: their name is drawn
 * anew for each answer, once the page has been read. It shows a model where data begins and ends, and a note of ours
 * from a line of the page; it does not keep a model from believing what it reads there. Texts that are empty are left out, and
 * so is in each what is not seen.
 * `name`: that of an answer that is written again from a record, with pages that cannot see it any more.
 */
export function wrapInBoundary(
  texts: Readonly<Partial<Record<BoundaryKind, string>>>,
  name = randomBytes(5).toString('hex'),
): string {
  return Object.entries(texts)
    .filter(([, text]) => text !== '')
    .map(([kind, text]) => `<${kind}-${name}>\n${stripInvisible(text)}\n</${kind}-${name}>`)
    .join('\n');
}
