import { stripInvisible } from '../snapshot/stripInvisible.ts';

/** A stream that may be a terminal. */
export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/**
 * A progress line on a terminal. It appears after a second of work (`delayMs`) and is erased at the end. Nothing is
 * shown if standard error is not a terminal. What would steer a terminal is left out of what is written.
 */
export class ProgressLine {
  readonly #openStream: () => Terminal;
  readonly #delayMs: number;
  #stage = '';
  #timer: NodeJS.Timeout | undefined;
  #visible = false;

  /** `openStream` is called when there is something to show: opening a stream takes a millisecond. */
  constructor(openStream: () => Terminal = () => process.stderr, delayMs = 1000) {
    this.#openStream = openStream;
    this.#delayMs = delayMs;
  }

  show(stage: string): void {
    if (!this.#openStream().isTTY) return;
    this.#stage = stripInvisible(stage);
    if (this.#visible) this.#draw();
    else this.#timer ??= setTimeout(() => this.#draw(), this.#delayMs).unref();
  }

  /** Prints a line that stays, on a terminal or not. */
  print(line: string): void {
    this.clear();
    this.#openStream().write(`${stripInvisible(line)}\n`);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#visible) this.#openStream().write('\r\x1b[K');
    this.#visible = false;
  }

  #draw(): void {
    const terminal = this.#openStream();
    this.#visible = true;
    terminal.write(`\r\x1b[K${this.#stage.slice(0, (terminal.columns || 80) - 4)}...`);
  }
}
