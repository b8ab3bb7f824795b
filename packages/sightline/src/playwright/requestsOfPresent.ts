import type { Frame, Request } from '@playwright/test';
import { frameOf } from '../browser/network/frameOf.ts';

/**
 * The requests of documents that are there, of those of a page in their order: what one asked for that has gone, in a frame too, may
 * repeat a secret that nothing knows any more.
 */
export function requestsOfPresent(requests: readonly Request[]): Request[] {
  const arrivals = new Map<Frame, { index: number; at: number }>();
  for (const [index, request] of requests.entries()) {
    const frame = frameOf(request);
    if (frame && request.isNavigationRequest() && hasArrived(request))
      arrivals.set(frame, { index, at: arrivalOf(request) });
  }
  return requests.filter((request, index) => {
    const own = frameOf(request);
    if (!own || own.isDetached()) return false;
    return framesAround(own).every((frame) => {
      const arrival = arrivals.get(frame);
      const isArrival = index === arrival?.index;
      return !arrival || isArrival || (index > arrival.index && startOf(request) >= arrival.at);
    });
  });
}

/** The browser shows an error where the address cannot be reached; what is aborted leaves the document that is there. */
function hasArrived(request: Request): boolean {
  const { errorText } = request.failure() ?? {};
  return errorText === undefined ? !!request.existingResponse?.() : !/ABORTED/.test(errorText);
}

/** When the answer began to come, milliseconds since 1970: until then the document before it went on asking. */
function arrivalOf(request: Request): number {
  const { startTime, responseStart } = request.timing();
  return startTime + Math.max(0, responseStart);
}

/** Unknown of one that was never answered: that counts as late. */
function startOf(request: Request): number {
  const { startTime } = request.timing();
  return startTime > 0 ? startTime : Number.POSITIVE_INFINITY;
}

function framesAround(frame: Frame): Frame[] {
  const parent = frame.parentFrame();
  return [frame, ...(parent ? framesAround(parent) : [])];
}
