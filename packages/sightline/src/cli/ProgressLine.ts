/** What a stream needs to be for a line on it to be rewritten. */
export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/**
 * One line on a terminal that says what takes so long. It appears when the work has lasted a second
 * (`delayMs`), and goes without a trace. Shows nothing where standard error is not a terminal.
 */
export class ProgressLine {
  readonly #openStream: () => Terminal;
  readonly #delayMs: number;
  #stage = '';
  #timer: NodeJS.Timeout | undefined;
  #visible = false;

  /** `open` is called when there is something to show: opening a stream takes a millisecond. */
  constructor(openStream: () => Terminal = () => process.stderr, delayMs = 1000) {
    this.#openStream = openStream;
    this.#delayMs = delayMs;
  }

  show(stage: string): void {
    if (!this.#openStream().isTTY) return;
    this.#stage = stage;
    if (this.#visible) this.#draw();
    else this.#timer ??= setTimeout(() => this.#draw(), this.#delayMs).unref();
  }

  /** A line that stays, on a terminal or not. */
  print(line: string): void {
    this.clear();
    this.#openStream().write(`${line}\n`);
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
