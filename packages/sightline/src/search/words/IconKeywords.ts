/** Keywords of icons: a trash can means `delete`, whatever the icon set calls it. */
export class IconKeywords {
  readonly #words = new Map<string, readonly string[]>();

  private constructor() {}

  /** Reads what `scripts/make-icons.mjs` wrote: a line on where it comes from, then `name: words` a line. */
  static parse(text: string): IconKeywords {
    const icons = new IconKeywords();
    for (const line of text.split('\n').slice(1)) {
      const end = line.indexOf(': ');
      if (end > 0) icons.#words.set(line.slice(0, end), line.slice(end + 2).split(' '));
    }
    return icons;
  }

  /** The keywords of the icons named in a class or file name; the longest name at each position. */
  keywordsFor(words: readonly string[]): string[] {
    const found = new Set<string>();
    for (let i = 0; i < words.length; i++) {
      const pair = this.#words.get(`${words[i]} ${words[i + 1]}`);
      for (const word of pair ?? this.#words.get(words[i] as string) ?? []) found.add(word);
      if (pair) i++;
    }
    return [...found];
  }
}
