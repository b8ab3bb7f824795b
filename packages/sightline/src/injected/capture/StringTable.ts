/** Interned strings: each is sent once. Index 0 is the empty string. */
export class StringTable {
  readonly all: string[] = [''];
  readonly #index = new Map<string, number>([['', 0]]);

  add(text: string): number {
    const existing = this.#index.get(text);
    if (existing !== undefined) return existing;
    const index = this.all.length;
    this.#index.set(text, index);
    this.all.push(text);
    return index;
  }
}
