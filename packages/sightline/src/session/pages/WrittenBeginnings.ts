import type { TypedSecrets } from '../../browser/TypedSecrets.ts';
import { replaceStrings } from '../../snapshot/replaceStrings.ts';
import type { DocumentSnapshot, Snapshot } from '../../snapshot/Snapshot.ts';

/**
 * Captured pages without the beginnings and ends of secrets that they wrote while an action typed these: a page that repeats what it
 * holds with each key may end with all but the last one, and one that moves the focus meanwhile has the rest elsewhere. A text that was there before is no such beginning. One that was keeps its
 * replacement: what a page wrote once stays.
 */
export class WrittenBeginnings {
  readonly #typed: TypedSecrets;
  /** As it was read before something was typed. */
  #before: Snapshot | undefined;
  #last: { snapshot: Snapshot; version: string; replaced: Snapshot } | undefined;

  constructor(typed: TypedSecrets) {
    this.#typed = typed;
  }

  /** The same object where nothing is to be replaced, and for the same snapshot. */
  replaceIn(snapshot: Snapshot): Snapshot {
    const { isTyping, version } = this.#typed;
    if (!isTyping) this.#before = snapshot;
    if (!isTyping && !this.#typed.hasWritten) return snapshot;
    const state = `${isTyping} ${version}`;
    const last = this.#last;
    if (last?.snapshot === snapshot && last.version === state) return last.replaced;
    const known = isTyping ? textsOf(this.#before) : new Set<string>();
    const documents = snapshot.documents.map((document) => this.#replaceInDocument(document, known));
    const isSame = documents.every((document, i) => document === snapshot.documents[i]);
    const url = this.#replaceText(snapshot.url, known);
    const title = this.#replaceText(snapshot.title, known);
    const replaced =
      isSame && url === snapshot.url && title === snapshot.title
        ? snapshot
        : { ...snapshot, url, title, documents };
    this.#last = { snapshot, version: state, replaced };
    return replaced;
  }

  #replaceInDocument(document: DocumentSnapshot, known: ReadonlySet<string>): DocumentSnapshot {
    const { strings, rows } = document;
    const replacements = new Map<number, string>();
    for (const [i, text] of strings.entries()) {
      const replacement = this.#replaceText(text, known);
      if (replacement !== text) replacements.set(i, replacement);
    }
    const url = this.#replaceText(document.url, known);
    const title = this.#replaceText(document.title, known);
    if (replacements.size === 0 && url === document.url && title === document.title) return document;
    const copy = {
      ...document,
      url,
      title,
      strings: [...strings],
      rows: { ...rows, text: [...rows.text], name: [...rows.name], attributes: [...rows.attributes] },
    };
    replaceStrings(copy.strings, copy.rows, replacements);
    return copy;
  }

  #replaceText(text: string, known: ReadonlySet<string>): string {
    return known.has(text) ? text : this.#typed.withoutWritten(text);
  }
}

function textsOf(snapshot: Snapshot | undefined): Set<string> {
  const documents = snapshot?.documents ?? [];
  return new Set(documents.flatMap(({ strings, url, title }) => [...strings, url, title]));
}
