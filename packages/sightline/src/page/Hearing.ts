import { Flag } from '../model/Snapshot.ts';
import { Edge, Leave } from './bits.ts';
import { attribute } from './dom.ts';
import type { Level } from './Level.ts';
import type { Recording } from './Recording.ts';
import type { Heard } from './textRows.ts';
import { hideUnseen } from './unseen.ts';

/**
 * What names from content hear, counted along the walk: comparing the counts at the opening and at the
 * leaving of an element tells whether its rows say its name (-1), or say nothing, or not enough.
 */
export class Hearing {
  /** Pieces of content that names are made of, so far. */
  heard = 0;
  /** Text runs so far that a person can make out. */
  seen = 0;
  /** Elements so far that add to names around them what their rows do not say. */
  controls = 0;
  readonly #recording: Recording;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  hear(text: Heard, row: number): void {
    if (text === 'nothing') return;
    this.heard++;
    if (!this.#recording.has(row, Flag.InvisibleText)) this.seen++;
    if (text === 'touching') this.controls++;
  }

  leave(level: Level, parent: Level): void {
    if (level.textRead && level.seen === this.seen) hideUnseen(level, this.#recording);
    if (level.leave !== 0) this.#leaveName(level);
    this.#leaveEdge(level, parent);
  }

  #leaveName(level: Level): void {
    const { leave } = level;
    if ((leave & (Leave.Named | Leave.Titled)) !== 0) this.#nameAtLeaving(level);
    if ((leave & Leave.Unheard) !== 0) {
      this.heard = level.heard;
      this.controls = level.controls;
      return;
    }
    if ((leave & Leave.Labelled) !== 0) {
      this.heard = level.heard + 1;
      this.controls = level.controls;
    }
    if ((leave & Leave.Control) !== 0) this.controls = level.controls + 1;
  }

  /** Names from content need to know where words would touch that a person sees apart. */
  #leaveEdge(level: Level, parent: Level): void {
    if (level.inlineBox) parent.edge = this.heard !== level.heard ? Edge.Box : parent.edge;
    else parent.edge = level.block || level.isBreak ? Edge.Space : level.edge;
  }

  /** Content first, then the title: which of both it was is known only now. */
  #nameAtLeaving({ row, leave, heard, controls }: Level): void {
    const recording = this.#recording;
    const element = recording.elements[row] as Element;
    if ((leave & Leave.Named) !== 0 && this.controls !== controls) {
      recording.pendingNames.push({ row, element, from: 'content' });
    } else if (this.heard !== heard) {
      if ((leave & Leave.Named) !== 0) recording.rows.name[row] = -1;
    } else {
      const title = attribute(element, 'title')?.trim();
      if (!title) return;
      recording.name(row, title);
      this.controls++;
    }
  }
}
