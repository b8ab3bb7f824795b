import type { Rows } from './Snapshot.ts';

/** Attributes whose values are words of HTML: a page that repeats something there does not mean it. */
const VOCABULARY = new Set(
  'type role method autocomplete inputmode scope dir draggable contenteditable'.split(' '),
);

type Words = Pick<Rows, 'tag' | 'role' | 'text' | 'name' | 'attributes'>;

/**
 * Replaces strings of a document, in place, wherever they are words of the page: its texts, names and attribute
 * values. `told`: what each is to be, by its index. What is also a tag, a role or a key stays for those.
 */
export function replaceStrings(strings: string[], rows: Words, told: ReadonlyMap<number, string>): void {
  if (told.size === 0) return;
  const moved = new Map<number, number>();
  for (const [index, text] of told) moved.set(index, strings.push(text) - 1);
  const kept = new Set([...rows.tag, ...rows.role]);
  replaceIn(rows.text, moved);
  replaceIn(rows.name, moved);
  for (let i = 0; i < rows.attributes.length; i += 3) {
    const key = rows.attributes[i + 1] as number;
    const value = rows.attributes[i + 2] as number;
    kept.add(key);
    if (VOCABULARY.has(strings[key] as string)) kept.add(value);
    else rows.attributes[i + 2] = moved.get(value) ?? value;
  }
  for (const index of moved.keys()) if (!kept.has(index)) strings[index] = '';
}

function replaceIn(column: number[], moved: ReadonlyMap<number, number>): void {
  for (let row = 0; row < column.length; row++) {
    const index = column[row] as number;
    column[row] = moved.get(index) ?? index;
  }
}
