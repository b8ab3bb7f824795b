import type { ServerContext } from '@modelcontextprotocol/server';

/** Milliseconds after which a client that waits hears again that work goes on. */
const TICK_MS = 5_000;

/** Tells a client how far a call is, if it asked to be told: each stage, and that a long one goes on. */
export class ProgressReporter {
  readonly #notify: ServerContext['mcpReq']['notify'];
  readonly #token: string | number | undefined;
  #count = 0;
  #stage = '';
  #timer: NodeJS.Timeout | undefined;

  constructor({ mcpReq }: ServerContext) {
    this.#notify = (notification) => mcpReq.notify(notification);
    this.#token = mcpReq._meta?.progressToken;
  }

  report(stage: string): void {
    if (this.#token === undefined) return;
    this.#stage = stage;
    this.#timer ??= setInterval(() => this.#send(), TICK_MS).unref();
    this.#send();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #send(): void {
    const params = {
      progressToken: this.#token as string | number,
      progress: ++this.#count,
      message: this.#stage,
    };
    // A client that has gone does not hear it.
    this.#notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }
}
