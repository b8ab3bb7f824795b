import { Flag } from '../model/Snapshot.ts';
import { linedText } from './blocks.ts';
import type { Environment } from './Environment.ts';
import type { Hearing } from './Hearing.ts';
import type { Level } from './Level.ts';
import type { Recording } from './Recording.ts';

/** What is kept of a visit; one column each. */
const Column = {
  /** Packed: how the walk came to the element; 0 for rows that are not visited as elements. See `entryOf`. */
  Entry: 0,
  /** Row after the last one below it. */
  End: 1,
  AttributesFrom: 2,
  AttributesTo: 3,
  NamesFrom: 4,
  NamesTo: 5,
  /** What was heard, seen, and held as controls in it. */
  Heard: 6,
  Seen: 7,
  Controls: 8,
  /** Packed: how the walk went on after it: `inline`, `edge`, and whether it extends its parent. */
  After: 9,
  /** What it extends its parent to. */
  Left: 10,
  Top: 11,
  Right: 12,
  Bottom: 13,
  /** See `decisionsOf`; and the length of text on which they stand. */
  Decisions: 14,
  Text: 15,
  /** Role of the level around, as a string's index, and id of the label around. */
  Role: 16,
  Label: 17,
} as const;
const WIDTH = 18;

type ColumnName = keyof typeof Column;

/**
 * How the walk came to each element and what it left behind: what a later walk needs to know in order to take over
 * an element with all it holds as it was recorded.
 */
export class Visits {
  #data = new Int32Array(WIDTH * 256);

  get(row: number, column: ColumnName): number {
    return this.#data[row * WIDTH + Column[column]] ?? 0;
  }

  /** To be called for a row that was just added for an element, before anything is kept of it. */
  begin(row: number, entry: Entry, recording: Recording, hearing: Hearing): void {
    this.#reserve(row + 1);
    const at = row * WIDTH;
    const data = this.#data;
    data[at + Column.Entry] = entry.state;
    data[at + Column.Role] = entry.role;
    data[at + Column.Label] = entry.label;
    data[at + Column.AttributesFrom] = recording.rows.attributes.length;
    data[at + Column.NamesFrom] = recording.pendingNames.length;
    data[at + Column.Heard] = hearing.heard;
    data[at + Column.Seen] = hearing.seen;
    data[at + Column.Controls] = hearing.controls;
  }

  /** `reach` is what the element extends its parent to. */
  end(
    level: Level,
    decisions: number,
    parent: Level,
    reach: Level,
    recording: Recording,
    hearing: Hearing,
  ): void {
    const at = level.row * WIDTH;
    const data = this.#data;
    data[at + Column.End] = recording.rows.tag.length;
    data[at + Column.AttributesTo] = recording.rows.attributes.length;
    data[at + Column.NamesTo] = recording.pendingNames.length;
    data[at + Column.Heard] = hearing.heard - (data[at + Column.Heard] as number);
    data[at + Column.Seen] = hearing.seen - (data[at + Column.Seen] as number);
    data[at + Column.Controls] = hearing.controls - (data[at + Column.Controls] as number);
    data[at + Column.After] = Number(parent.inline) | (parent.edge << 1) | (Number(reach.holdsBox) << 3);
    data[at + Column.Left] = reach.left;
    data[at + Column.Top] = reach.top;
    data[at + Column.Right] = reach.right;
    data[at + Column.Bottom] = reach.bottom;
    data[at + Column.Decisions] = decisions;
    data[at + Column.Text] = linedText(level);
  }

  /** Whether the walk came to that row in this way. */
  isSame(row: number, { state, role, label }: Entry): boolean {
    return (
      this.get(row, 'Entry') === state && this.get(row, 'Role') === role && this.get(row, 'Label') === label
    );
  }

  /** Leaves the walk where it was after that element; `reach` becomes what the element extends its parent to. */
  repeat(row: number, parent: Level, reach: Level, hearing: Hearing): void {
    const after = this.get(row, 'After');
    parent.inline = (after & 1) !== 0;
    parent.edge = (after >> 1) & 3;
    hearing.heard += this.get(row, 'Heard');
    hearing.seen += this.get(row, 'Seen');
    hearing.controls += this.get(row, 'Controls');
    reach.holdsBox = after >> 3 !== 0;
    reach.left = this.get(row, 'Left');
    reach.top = this.get(row, 'Top');
    reach.right = this.get(row, 'Right');
    reach.bottom = this.get(row, 'Bottom');
  }

  /** Takes over the visits of the rows from `from` to before `to`, which now extend to `reach`: four numbers a row. */
  takeOver(former: Visits, from: number, to: number, moved: Moved, reach: Int32Array): void {
    const row = from + moved.rows;
    this.#reserve(to + moved.rows);
    this.#data.set(former.#data.subarray(from * WIDTH, to * WIDTH), row * WIDTH);
    for (let old = from, now = row; old < to; old++, now++) {
      if (former.get(old, 'Entry') === 0) continue;
      const at = now * WIDTH;
      this.#move(at + Column.End, moved.rows);
      this.#move(at + Column.AttributesFrom, moved.attributes);
      this.#move(at + Column.AttributesTo, moved.attributes);
      this.#move(at + Column.NamesFrom, moved.names);
      this.#move(at + Column.NamesTo, moved.names);
      for (let side = 0; side < 4; side++)
        this.#data[at + Column.Left + side] = reach[old * 4 + side] as number;
    }
  }

  #move(at: number, by: number): void {
    this.#data[at] = (this.#data[at] as number) + by;
  }

  #reserve(rows: number): void {
    if (rows * WIDTH <= this.#data.length) return;
    const data = new Int32Array(Math.max(rows * WIDTH, this.#data.length * 2));
    data.set(this.#data);
    this.#data = data;
  }
}

/** How far what is taken over lies from where it was: rows, entries of lists. */
export interface Moved {
  rows: number;
  attributes: number;
  names: number;
}

/** How the walk comes to an element: all that decides what becomes of it, besides what is in it. */
export interface Entry {
  /** Packed; never 0. */
  state: number;
  role: number;
  label: number;
}

export function entryOf(child: Element, parent: Level, { recording, registry }: Environment): Entry {
  const isHidden = recording.has(parent.row, Flag.VisibilityHidden);
  const flow = Number(parent.inline) | (parent.edge << 1) | (parent.table << 3) | (parent.space << 5);
  const place = Number(isHidden) | (Number(parent.spared === child) << 1) | (1 << 2);
  return {
    state: parent.bits | (flow << 12) | (place << 19),
    role: recording.strings.add(parent.role),
    label: parent.label ? registry.idOf(parent.label) : 0,
  };
}
