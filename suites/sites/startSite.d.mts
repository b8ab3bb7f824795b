import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a `site.mjs` makes of its options. */
export interface Site {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** What the server holds to be true now, as JSON. */
  state(): unknown;
}

export interface RunningSite {
  /** Without a slash at its end. */
  url: string;
  state(): unknown;
  close(): Promise<void>;
}

export function startSite(site: string | URL, options?: { size?: number }): Promise<RunningSite>;
