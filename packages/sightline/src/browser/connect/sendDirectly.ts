import { setImmediate } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

/** The session of the browser's protocol that stands behind one of Playwright's client. */
interface ServerSession {
  send(method: string, parameters?: object): Promise<unknown>;
}

type ClientSession = CDPSession & {
  _connection?: { toImpl?: (session: CDPSession) => { _session?: ServerSession } | undefined };
};

/** What the server says of a message that was not answered, and the client says in words. */
const CLOSED_MESSAGES: Readonly<Record<string, string>> = {
  closed: 'Target page, context or browser has been closed',
  crashed: 'Target crashed',
};

/**
 * Sends the messages of a session past Playwright's client and its checks, which take two thirds of the processor time of a
 * message, where client and server are in this process; elsewhere, and with a Playwright that is made otherwise, the session
 * stays as it is. Events take the way through the client: an answer comes after those that the browser sent before it.
 * Returns whether messages go directly.
 */
export function sendDirectly(session: CDPSession): boolean {
  const server = serverSessionOf(session);
  if (!server) return false;
  const send = async (method: string, parameters?: object): Promise<unknown> => {
    try {
      return await server.send(method, parameters);
    } catch (error) {
      const message = CLOSED_MESSAGES[String((error as { type?: unknown }).type)];
      throw message === undefined ? error : new Error(message, { cause: error });
    } finally {
      // As late as an event, which the client gets in a task of its own.
      await setImmediate();
    }
  };
  Object.defineProperty(session, 'send', { value: send });
  return true;
}

function serverSessionOf(session: ClientSession): ServerSession | undefined {
  try {
    const server = session._connection?.toImpl?.(session)?._session;
    return typeof server?.send === 'function' ? server : undefined;
  } catch {
    return undefined;
  }
}
