import type { Page as PlaywrightPage } from 'playwright-core';

/** Which origin the session was sent to, or saw, in each tab: what its user is about. */
export class TrackedOrigins {
  readonly #origins = new WeakMap<PlaywrightPage, string>();

  /** From now on the user is about what the tab shows at that address, or from that origin. */
  track(page: PlaywrightPage, address: string): void {
    this.#origins.set(page, originOf(address));
  }

  /** False where the tab has gone elsewhere since, or was never asked for. */
  isAtOrigin(page: PlaywrightPage, address: string): boolean {
    return this.#origins.get(page) === originOf(address);
  }
}

/** `null`, as browsers write it, for what has none: `about:blank`, files. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}
