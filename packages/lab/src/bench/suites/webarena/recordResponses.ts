import type { Response } from 'playwright-core';
import type { Session } from '../../../../../sightline/src/internal.ts';

/** A request that was answered. */
export interface NetworkEvent {
  url: string;
  method: string;
  status: number;
  body: string;
}

/** Keeps what the pages of a session ask of servers, from now on. */
export function recordResponses(session: Session): { events(): NetworkEvent[]; stop(): void } {
  const events: NetworkEvent[] = [];
  const context = session.page.context();
  const onResponse = (response: Response): void => {
    const request = response.request();
    events.push({
      url: request.url(),
      method: request.method(),
      status: response.status(),
      body: request.postData() ?? '',
    });
  };
  context.on('response', onResponse);
  return { events: () => [...events], stop: () => context.off('response', onResponse) };
}
