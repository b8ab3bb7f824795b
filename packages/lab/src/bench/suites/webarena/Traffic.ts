import type { Response } from 'playwright-core';
import type { Session } from '../../../../../sightline/src/internal.ts';

/** A request that was answered. */
export interface TrafficEvent {
  url: string;
  method: string;
  status: number;
  body: string;
}

/** Keeps what the pages of a session ask of servers, from now on. */
export function listen(session: Session): { events(): TrafficEvent[]; stop(): void } {
  const events: TrafficEvent[] = [];
  const context = session.page.context();
  const hear = (response: Response): void => {
    const request = response.request();
    events.push({
      url: request.url(),
      method: request.method(),
      status: response.status(),
      body: request.postData() ?? '',
    });
  };
  context.on('response', hear);
  return { events: () => [...events], stop: () => context.off('response', hear) };
}
