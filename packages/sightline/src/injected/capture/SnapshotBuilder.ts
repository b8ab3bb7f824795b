import { type Box, boxAt } from '../../snapshot/geometry.ts';
import { Flag, type Rows } from '../../snapshot/Snapshot.ts';
import { truncate } from '../../snapshot/shorten.ts';
import { OUT_OF_TIME, TOO_MANY_ROWS } from '../PageApi.ts';
import type { StringTable } from './StringTable.ts';

/** Elements and texts of one document: more would take minutes, and gigabytes. */
const MAX_ROWS = 1_500_000;

/** After so many rows the time is looked at. */
const ROWS_PER_CHECK = 4_096;

/** A name that the rows do not say: found after the walk, so that the walk stays one kind of work. */
export interface PendingName {
  row: number;
  element: Element;
  source: 'references' | 'labels' | 'content' | 'part';
  /** The part that names the whole: legend, caption, figcaption. */
  part?: Element;
  /** The label that the element stands in. */
  enclosingLabel?: Element | null;
}

/** The rows of a capture in progress, and what later stages need besides. */
export class SnapshotBuilder {
  readonly strings: StringTable;
  readonly rows: Rows = {
    up: [],
    tag: [],
    id: [],
    flags: [],
    role: [],
    name: [],
    text: [],
    boxes: [],
    attributes: [],
    scrollers: [],
    layers: [],
    covered: [],
  };
  /** Element of each row; null for text and shadow roots. */
  readonly elements: (Element | null)[] = [];
  /** Row of the parent of each row; -1 for row 0. */
  readonly parents: number[] = [];
  /** Position of each row's box in `rows.boxes`; -1 where it has none. */
  readonly boxOffsets: number[] = [];
  readonly pendingNames: PendingName[] = [];
  /** Labels with a `for`, by that id. */
  readonly labelsByFor = new Map<string, Element[]>();
  /** Rows worth a hit test. */
  readonly hitTestCandidates: number[] = [];
  /** Targets that no hit test is for: without a box of their own (`display: contents`), inert, or left out by the pointer. */
  readonly untestedTargets: number[] = [];
  /** Rows whose place among the layers is known from the walk; z-index, or undefined for `auto`. */
  readonly layerZIndexes = new Map<number, number | undefined>();
  /** Rows whose own opacity is below 1: stacking contexts. */
  readonly translucentRows = new Set<number>();
  /** Rows of `dialog:modal`. */
  readonly modalRows: number[] = [];
  /** The shadow roots that were walked. */
  readonly shadowRoots: ShadowRoot[] = [];

  /** How many boxes were laid out for the capture, whose content the browser had put off. */
  laidOutBoxes = 0;

  readonly #deadline: number;

  /** `deadline`: of reading the document, on the clock of `performance.now()`. */
  constructor(strings: StringTable, deadline = Number.POSITIVE_INFINITY) {
    this.strings = strings;
    this.#deadline = deadline;
  }

  /** Throws after the deadline: a large document that takes longer keeps its page busy for nothing. */
  checkTime(): void {
    const { length } = this.rows.tag;
    if (length >= ROWS_PER_CHECK && performance.now() > this.#deadline)
      throw new RangeError(`${OUT_OF_TIME}${length}`);
  }

  /** Adds a row and returns its index. `tag` is an index among the strings. */
  addRow(parent: number, tag: number, id: number, element: Element | null): number {
    const { rows } = this;
    const row = rows.tag.length;
    if (row >= MAX_ROWS) throw new RangeError(TOO_MANY_ROWS);
    if (row % ROWS_PER_CHECK === 0) this.checkTime();
    rows.up.push(parent < 0 ? 0 : row - parent);
    rows.tag.push(tag);
    rows.id.push(id);
    rows.flags.push(0);
    rows.role.push(0);
    rows.name.push(0);
    rows.text.push(0);
    this.elements.push(element);
    this.parents.push(parent);
    this.boxOffsets.push(-1);
    return row;
  }

  /** The elements that clip their content. */
  clippingElements(): Element[] {
    const found: Element[] = [];
    for (let row = 0; row < this.elements.length; row++) {
      const element = this.elements[row];
      if (element && this.hasFlag(row, Flag.ClipX | Flag.ClipY)) found.push(element);
    }
    return found;
  }

  addFlags(row: number, flags: number): void {
    (this.rows.flags[row] as number) |= flags;
  }

  hasFlag(row: number, flags: number): boolean {
    return ((this.rows.flags[row] as number) & flags) !== 0;
  }

  /** Its box in the document; undefined where it has none. */
  boxOf(row: number): Box | undefined {
    const offset = this.boxOffsets[row] as number;
    return offset < 0 ? undefined : boxAt(this.rows.boxes, offset);
  }

  /** Names are capped: a name is a label, not a text. */
  name(row: number, name: string): void {
    this.rows.name[row] = this.strings.add(truncate(name, MAX_NAME_LENGTH));
  }

  /** Nobody sees the words of a row. `reason`: the style that is why. */
  hideWords(row: number, reason: string): void {
    this.addFlags(row, Flag.InvisibleText);
    this.addAttribute(row, '.words', reason);
  }

  addAttribute(row: number, key: string, value: string): void {
    this.rows.attributes.push(row, this.strings.add(key), this.strings.add(value));
  }
}

/** Longest name that is kept, UTF-16 units. */
const MAX_NAME_LENGTH = 1_000;
