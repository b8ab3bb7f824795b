import type { JsonSocket } from './JsonSocket.ts';
import { type FromClient, type ToExtension, withId } from './protocol.ts';

/** A message on its way to the extension. `id` is the client's own for it. */
interface PendingRequest {
  client: string;
  id: number;
  message: FromClient;
  isSent: boolean;
}

export type RequestOrigin = Pick<PendingRequest, 'client' | 'id'>;

/** What clients have asked and the extension has not answered, in order, under ids that are the relay's own. */
export class PendingRequests {
  readonly #pending = new Map<number, PendingRequest>();
  #last = 0;

  add(client: string, message: FromClient): void {
    const { id } = message.type === 'command' ? message.command : message.call;
    this.#pending.set(++this.#last, { client, id, message, isSent: false });
  }

  /** Sends what was not sent yet. */
  sendTo(socket: Pick<JsonSocket<unknown, ToExtension>, 'send'>): void {
    for (const [id, request] of this.#pending) {
      if (request.isSent) continue;
      request.isSent = true;
      socket.send(toExtensionMessage(request, id));
    }
  }

  /** Whose answer that is; undefined for one that nobody waits for. */
  takeAnswered(id: number): RequestOrigin | undefined {
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    return request;
  }

  forget(client: string): void {
    this.take((_, owner) => owner === client);
  }

  take(matches: (message: FromClient, client: string) => boolean): RequestOrigin[] {
    const taken = [...this.#pending].filter(([, { message, client }]) => matches(message, client));
    for (const [id] of taken) this.#pending.delete(id);
    return taken.map(([, request]) => request);
  }

  /**
   * What the extension had when it was interrupted, and may have done or not. What only reads is kept, to be sent
   * again.
   */
  takeInterrupted(): RequestOrigin[] {
    for (const request of this.#pending.values()) if (isRepeatable(request.message)) request.isSent = false;
    const interrupted = [...this.#pending].filter(([, { isSent }]) => isSent);
    for (const [id] of interrupted) this.#pending.delete(id);
    return interrupted.map(([, request]) => request);
  }
}

/** A call says which client it is for. */
function toExtensionMessage({ client, message }: PendingRequest, id: number): ToExtension {
  const sent = withId(message, id);
  return sent.type === 'call' ? { ...sent, client } : sent;
}

/** Asking twice changes nothing. */
function isRepeatable(message: FromClient): boolean {
  return message.type === 'command' && /\.(?:get|describe|enable|capture)/.test(message.command.method);
}
