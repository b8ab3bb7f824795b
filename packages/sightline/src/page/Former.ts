import { Comparison } from './Comparison.ts';
import { ofDocument } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Generated } from './GeneratedText.ts';
import type { Hearing } from './Hearing.ts';
import { Level } from './Level.ts';
import type { Changes } from './Pulse.ts';
import type { Recording } from './Recording.ts';
import { entryOf, type Moved } from './Visits.ts';

/**
 * The last walk, of which the next takes over what would come out the same: elements in which nothing was mutated, whose
 * computed styles answer as they did, whose boxes decide what they decided, and to which the walk comes as it came
 * then. All else is walked. What follows the walk (names by reference, layers, hit tests) is
 * always done again.
 */
export class Former {
  readonly #recording: Recording;
  /** As the walk left them: later stages add to both. */
  readonly #flags: number[];
  readonly #names: number[];
  readonly #generated: ReadonlyMap<Element, Generated>;
  readonly #surroundings: string;
  readonly #singled: (Element | null)[];
  #comparison: Comparison | undefined;
  /** Where each row is now, -1 for those that were not taken over. */
  readonly #rowNow: Int32Array;
  readonly #reach = new Level();

  /** To be made as soon as the walk has ended. */
  constructor(env: Environment) {
    const { recording } = env;
    this.#recording = recording;
    this.#flags = [...recording.rows.flags];
    this.#names = [...recording.rows.name];
    this.#generated = env.generated.found;
    this.#surroundings = surroundingsOf(env);
    this.#singled = [env.focused, env.fullscreen];
    this.#rowNow = new Int32Array(this.#flags.length).fill(-1);
  }

  /** Finds out, once, what of it still holds. False where that is nothing, or too little. */
  compare(env: Environment, changes: Changes): boolean {
    const { strings, shadows } = this.#recording;
    if (changes.areLost || strings !== env.recording.strings) return false;
    for (const shadow of shadows) {
      env.generated.read(shadow);
      env.rare.read(shadow);
    }
    if (surroundingsOf(env) !== this.#surroundings) return false;
    const comparison = new Comparison(this.#recording, env);
    for (const element of [...this.#singled, env.focused, env.fullscreen, ...env.rare.found])
      if (element) comparison.mark(element);
    for (const element of this.#saysOther(env.generated)) comparison.mark(element);
    comparison.markMutated(changes);
    if (!comparison.ask()) return false;
    this.#comparison = comparison;
    return true;
  }

  /**
   * Takes over an element with all it holds, and leaves the walk where it was after it. Answers what the element
   * extends its parent to; undefined where it is to be walked.
   */
  repeat(element: Element, id: number, parent: Level, env: Environment, hearing: Hearing): Level | undefined {
    const into = env.recording;
    const { changed } = this.#comparison as Comparison;
    const row = (this.#comparison as Comparison).rowOf(id);
    if (row < 0 || changed[row] !== 0 || this.#isKept(row)) return undefined;
    const { visits } = this.#recording;
    if (!visits.isSame(row, entryOf(element, parent, env))) return undefined;
    const now = into.rows.tag.length;
    this.#takeOver(row, visits.get(row, 'End'), parent.row, into);
    into.visits.repeat(now, parent, this.#reach, hearing);
    return this.#reach;
  }

  /** Takes over what else was kept of the rows that were, once the walk has ended. */
  finish(into: Recording): void {
    const { asked, layered, faded, candidates } = this.#recording;
    into.asked.takeOver(asked, this.#rowNow);
    for (const [row, z] of layered) if (this.#isKept(row)) into.layered.set(this.#rowNow[row] as number, z);
    for (const row of faded) if (this.#isKept(row)) into.faded.add(this.#rowNow[row] as number);
    for (const row of candidates) if (this.#isKept(row)) into.candidates.push(this.#rowNow[row] as number);
    into.candidates.sort((a, b) => a - b);
  }

  #isKept(row: number): boolean {
    return this.#rowNow[row] !== -1;
  }

  /** Elements before or after which a style sheet puts other words than it did. */
  #saysOther(generated: Environment['generated']): Element[] {
    const elements = new Set([...this.#generated.keys(), ...generated.found.keys()]);
    return [...elements].filter((element) => {
      const [before, now] = [this.#generated.get(element), generated.of(element)];
      return before?.before !== now?.before || before?.after !== now?.after;
    });
  }

  /** The rows from `from` to before `to`; the first one now hangs from `parent`. */
  #takeOver(from: number, to: number, parent: number, into: Recording): void {
    const { rows, elements, parents, boxAt, visits } = this.#recording;
    const first = into.rows.tag.length;
    const moved: Moved = { rows: first - from, attributes: 0, names: 0 };
    for (let row = from; row < to; row++) {
      const up = row === from ? parent : (parents[row] as number) + moved.rows;
      const now = into.add(
        up,
        rows.tag[row] as number,
        rows.id[row] as number,
        elements[row] as Element | null,
      );
      into.rows.flags[now] = this.#flags[row] as number;
      into.rows.role[now] = rows.role[row] as number;
      into.rows.name[now] = this.#names[row] as number;
      into.rows.text[now] = rows.text[row] as number;
      if ((boxAt[row] as number) >= 0) this.#takeOverBox(boxAt[row] as number, now, into);
      if (into.strings.all[rows.tag[row] as number] === 'label') into.addLabel(elements[row] as Element);
      this.#rowNow[row] = now;
    }
    this.#takeOverLists(from, moved, into);
    into.visits.takeOver(visits, from, to, moved, (this.#comparison as Comparison).reach);
  }

  #takeOverBox(at: number, now: number, into: Recording): void {
    const { boxes } = this.#comparison as Comparison;
    into.boxAt[now] = into.rows.boxes.length;
    for (let i = at; i < at + 4; i++) into.rows.boxes.push(boxes[i] as number);
  }

  /** What was kept of those rows, between the opening and the leaving of the first one. */
  #takeOverLists(from: number, moved: Moved, into: Recording): void {
    const { rows, visits, pendingNames } = this.#recording;
    const { attributes } = into.rows;
    moved.attributes = attributes.length - visits.get(from, 'AttributesFrom');
    for (let i = visits.get(from, 'AttributesFrom'); i < visits.get(from, 'AttributesTo'); i += 3) {
      const [row, key, value] = [rows.attributes[i], rows.attributes[i + 1], rows.attributes[i + 2]];
      attributes.push((row as number) + moved.rows, key as number, value as number);
    }
    moved.names = into.pendingNames.length - visits.get(from, 'NamesFrom');
    for (const name of pendingNames.slice(visits.get(from, 'NamesFrom'), visits.get(from, 'NamesTo')))
      into.pendingNames.push({ ...name, row: name.row + moved.rows });
  }
}

/** What every row stands on. */
function surroundingsOf({ rare, ground }: Environment): string {
  return [ofDocument('designMode'), rare.isBlind, rare.indents, ground.canvas].join();
}
