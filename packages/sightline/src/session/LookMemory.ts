import type { Snapshot } from '../model/Snapshot.ts';
import type { Remembered } from '../structure/changes.ts';
import { difference, isSame } from '../structure/difference.ts';
import type { Structure } from '../structure/Structure.ts';
import type { Reader } from '../view/reading.ts';
import type { LookOptions } from './Answer.ts';

/** What the looks of a session saw: the next one tells what is new, and an answer whether the page is another since. */
export class LookMemory {
  readonly #reader: Reader;
  /** What the last look saw, and what the last question was asked of. */
  #seen: Snapshot | undefined;
  #asked: Snapshot | undefined;
  /** Both of them, and whether they differ. */
  #compared: { seen: Snapshot; asked: Snapshot; changed: boolean } | undefined;
  #looks = 0;
  /** What the last look of a view saw, by view and style: another view may not have told all of it. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** What the last look was called, null where there was none. */
  get last(): number | null {
    return this.#looks || null;
  }

  /** What the last look with these options saw. */
  before(options: LookOptions): Remembered | undefined {
    return this.#remembered.get(keyOf(options));
  }

  /** Whether the last look saw this already: a page that did not change, of which nothing was captured anew. */
  holds(snapshot: Snapshot): boolean {
    return snapshot === this.#seen;
  }

  /** Keeps what a look saw, and answers what that look is called. Where not all was told, its parts are new next time. */
  keep(snapshot: Snapshot, options: LookOptions, remembered: Remembered, complete: boolean): number {
    this.#seen = snapshot;
    this.#remembered.set(keyOf(options), complete ? remembered : { ...remembered, parts: new Map() });
    return ++this.#looks;
  }

  /** A question is asked of this. */
  ask(snapshot: Snapshot): void {
    this.#asked = snapshot;
  }

  /** Whether the page says something else than at the last look: that the focus moved is none of it. */
  hasChanged(): boolean {
    const [seen, asked] = [this.#seen, this.#asked];
    if (seen === undefined || asked === undefined || seen === asked) return false;
    if (this.#compared?.seen !== seen || this.#compared.asked !== asked) {
      const [before, after] = [seen, asked].map((one) => this.#reader.read(one, {}).structure);
      const changed = !isSame({ ...difference(before as Structure, after as Structure), focus: undefined });
      this.#compared = { seen, asked, changed };
    }
    return this.#compared.changed;
  }
}

function keyOf({
  view = 'outline',
  style = 'compact',
  interactiveOnly,
  viewportExpansion,
}: LookOptions): string {
  return `${view}/${style}/${interactiveOnly ?? false}/${viewportExpansion ?? -1}`;
}
