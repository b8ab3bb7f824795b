import type { Ask } from './types.ts';
import { nameKind, refuseUnknownWords } from './unknownWords.ts';

type Options = Record<string, unknown>;

/** What has the focus gets the keys. */
export class Keyboard {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  press(key: string, options?: Options): Promise<void> {
    return this.#ask('pressKeys', { key, ...options });
  }

  type(text: string, options?: Options): Promise<void> {
    return this.#ask('typeKeys', { text: String(text), ...options });
  }

  insertText(text: string): Promise<void> {
    return this.#ask('insertText', { text: String(text) });
  }

  down(key: string): Promise<void> {
    return this.#ask('holdKey', { key, state: 'down' });
  }

  up(key: string): Promise<void> {
    return this.#ask('holdKey', { key, state: 'up' });
  }
}

/** Points are those of the viewport, in CSS pixels. */
export class Mouse {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  move(x: number, y: number, options?: Options): Promise<void> {
    return this.#ask('mouseMove', { x, y, ...options });
  }

  down(options?: Options): Promise<void> {
    return this.#ask('mouseDown', options);
  }

  up(options?: Options): Promise<void> {
    return this.#ask('mouseUp', options);
  }

  click(x: number, y: number, options?: Options): Promise<void> {
    return this.#ask('mouseClick', { x, y, ...options });
  }

  dblclick(x: number, y: number, options?: Options): Promise<void> {
    return this.#ask('mouseClick', { x, y, ...options, clickCount: 2 });
  }

  wheel(x: number, y: number): Promise<void> {
    return this.#ask('mouseWheel', { x, y });
  }
}

nameKind(Keyboard, 'page.keyboard');
nameKind(Mouse, 'page.mouse');
refuseUnknownWords(Keyboard);
refuseUnknownWords(Mouse);
