import type { ServerContext } from '@modelcontextprotocol/server';

/** Milliseconds between progress notifications of a long call. */
const TICK_MS = 5_000;

/** Sends progress notifications if the client asked for them: for each stage, and repeatedly during long ones. */
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
    // Ignored if the client is gone.
    this.#notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }
}
