import type { Frame, Request } from 'playwright-core';

/** The frame that asked for it; undefined for a request of a service worker, or of a page that is only about to open. */
export function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}
