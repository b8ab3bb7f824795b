import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { readInnerText } from '../../visibility/readText.ts';
import type { Visibility } from '../../visibility/Visibility.ts';
import { foldCase, foldLabel } from '../words/foldCase.ts';
import type { ListSchema, ValueSchema } from './ExtractSchema.ts';
import type { ReadRecord, ReadValue } from './extractRecords.ts';
import { readValue } from './readValue.ts';

/** A value that the structure of the page does not say, for whoever reads its text. */
export interface UnreadValue {
  /** `total`, `customer.name`; of each entry of a list `orders[].total`. */
  path: string;
  type: ValueSchema['type'];
  /** What it may be, where that is listed. */
  choices?: readonly unknown[];
  description: string;
}

/** What somebody read in the text of a region: the words of the page, by path (`total`, `orders[0].total`). */
export type TextsByPath = Readonly<Record<string, string>>;

/** Most entries of a list that are taken. */
const MAX_ENTRIES = 500;

/**
 * Takes of such texts what the region shows, word for word, and what is of the type asked for: each with the innermost element
 * that shows it.
 */
export class TextAnswers {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #scope: PageNode;
  readonly #visibility: Visibility;
  readonly #language: string;
  /** What elements show, folded: each is asked about for every text. */
  readonly #shownTexts = new Map<PageNode, string>();

  constructor(texts: TextsByPath, scope: PageNode, visibility: Visibility, language: string) {
    this.#texts = new Map(Object.entries(texts));
    this.#scope = scope;
    this.#visibility = visibility;
    this.#language = language;
  }

  value(path: string, schema: ValueSchema): ReadValue | undefined {
    const text = collapseSpaces(this.#texts.get(path) ?? '').trim();
    if (text === '') return undefined;
    const value = readValue(text, schema, this.#language);
    const node = value === undefined ? undefined : this.#placeOf(text);
    return node && { value, text, node };
  }

  /** The entries that have a value; undefined for none. */
  records(path: string, { items }: ListSchema): ReadRecord[] | undefined {
    const fields = items.kind === 'object' ? items.fields : [{ key: '', schema: items }];
    const records: ReadRecord[] = [];
    for (let i = 0; i < MAX_ENTRIES; i++) {
      const entries = fields.flatMap(({ key, schema }): [string, ReadValue][] => {
        const at = `${path}[${i}]${key === '' ? '' : `.${key}`}`;
        const read = schema.kind === 'value' ? this.value(at, schema) : undefined;
        return read ? [[key, read]] : [];
      });
      if (entries.length === 0 && !this.#hasEntry(path, i)) break;
      if (entries.length > 0) records.push(new Map(entries));
    }
    return records.length > 0 ? records : undefined;
  }

  #hasEntry(path: string, entry: number): boolean {
    const start = `${path}[${entry}]`;
    return [...this.#texts.keys()].some((one) => one === start || one.startsWith(`${start}.`));
  }

  #placeOf(text: string): PageNode | undefined {
    const words = foldCase(text);
    const shows = (node: PageNode): boolean => this.#shownText(node).includes(words);
    let place = shows(this.#scope) ? this.#scope : undefined;
    for (let inner = place; inner; inner = inner.children.find((child) => child.isElement && shows(child)))
      place = inner;
    return place;
  }

  #shownText(node: PageNode): string {
    const known = this.#shownTexts.get(node);
    if (known !== undefined) return known;
    const shown = foldLabel(readInnerText(node, this.#visibility));
    this.#shownTexts.set(node, shown);
    return shown;
  }
}
