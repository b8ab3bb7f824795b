/** Longest text of several actions that may be one secret. */
const MAX_LENGTH = 64;
/** Of the last actions: more than a code has boxes. */
const MAX_STARTS = 16;

/**
 * What actions gave to fields for secrets, one after another. It may be one secret, wherever it begins: typed in pieces, key by key,
 * or over the boxes of a code, of which a page empties each.
 */
export class JoinedParts {
  #text = '';
  /** Where a secret may begin in it. */
  #starts = [0];

  /** What may be a secret now that this was given too. */
  add(part: string): string[] {
    this.#text += part;
    const last = this.#starts.at(-1);
    const kept = this.#starts
      .filter((start) => start === last || this.#text.length - start <= MAX_LENGTH)
      .slice(-MAX_STARTS);
    const [dropped = 0] = kept;
    this.#text = this.#text.slice(dropped);
    this.#starts = kept.map((start) => start - dropped);
    return this.#starts.map((start) => this.#text.slice(start));
  }

  /** What is given next may begin another secret. */
  beginAnother(): void {
    if (this.#starts.at(-1) !== this.#text.length) this.#starts.push(this.#text.length);
  }

  /** The last character is taken back, or all that a field held. */
  takeBack(): void {
    this.#text = [...this.#text].slice(0, -1).join('');
    this.#starts = this.#starts.filter((start) => start < this.#text.length);
    this.#starts.push(this.#text.length);
  }
}
