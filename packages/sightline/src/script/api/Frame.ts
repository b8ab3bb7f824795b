import { LocatorBase } from './Locator.ts';
import type { Ask } from './types.ts';
import { nameKind } from './unknownWords.ts';

/** What the host says of a frame. */
export interface FrameFacts {
  /** Of its element. */
  number: number;
  url: string;
  name: string;
}

/** A frame of the page: what is looked for in it. */
export class Frame extends LocatorBase {
  readonly #facts: Omit<FrameFacts, 'number'>;

  /** `number`: undefined for the page itself. */
  constructor(ask: Ask, { number, ...facts }: Omit<FrameFacts, 'number'> & { number?: number }) {
    super(ask, number === undefined ? [] : [{ by: 'ref', ref: number }, { by: 'frame' }]);
    this.#facts = facts;
  }

  url(): string {
    return this.#facts.url;
  }

  name(): string {
    return this.#facts.name;
  }

  override toString(): string {
    return `frame ${this.#facts.name} ${this.#facts.url}`.replace(/ +/g, ' ').trim();
  }
}

nameKind(Frame, 'frame');
