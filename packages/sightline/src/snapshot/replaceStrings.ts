import type { Rows } from './Snapshot.ts';

/** Attributes whose values are words of HTML: a page that repeats something there does not mean it, unless it is no such word. */
const KEYWORD_ATTRIBUTES = new Set(
  'type role method autocomplete inputmode scope dir draggable contenteditable'.split(' '),
);

const HTML_WORDS = /^[a-z][a-z/+.* -]*$/i;

type StringColumns = Pick<Rows, 'tag' | 'role' | 'text' | 'name' | 'attributes'>;

/**
 * Replaces strings of a document, in place, wherever they are words of the page: its texts, names and attribute
 * values, and the tags of custom elements. `replacements`: by string index. A string that is also a tag of HTML, a role or a key
 * stays for those.
 */
export function replaceStrings(
  strings: string[],
  rows: StringColumns,
  replacements: ReadonlyMap<number, string>,
): void {
  if (replacements.size === 0) return;
  const newIndexes = new Map<number, number>();
  for (const [index, text] of replacements) newIndexes.set(index, strings.push(text) - 1);
  for (const index of newIndexes.keys())
    if (strings[index]?.includes('-')) replaceOne(rows.tag, index, newIndexes.get(index) as number);
  const stillUsed = new Set([...rows.tag, ...rows.role]);
  replaceInColumn(rows.text, newIndexes);
  replaceInColumn(rows.name, newIndexes);
  for (let i = 0; i < rows.attributes.length; i += 3) {
    const key = rows.attributes[i + 1] as number;
    const value = rows.attributes[i + 2] as number;
    stillUsed.add(key);
    const isKeyword = KEYWORD_ATTRIBUTES.has(strings[key] as string);
    if (isKeyword && HTML_WORDS.test(strings[value] as string)) stillUsed.add(value);
    else rows.attributes[i + 2] = newIndexes.get(value) ?? value;
  }
  for (const index of newIndexes.keys()) if (!stillUsed.has(index)) strings[index] = '';
}

function replaceOne(column: number[], index: number, by: number): void {
  for (const [row, one] of column.entries()) if (one === index) column[row] = by;
}

function replaceInColumn(column: number[], newIndexes: ReadonlyMap<number, number>): void {
  for (let row = 0; row < column.length; row++) {
    const index = column[row] as number;
    column[row] = newIndexes.get(index) ?? index;
  }
}
