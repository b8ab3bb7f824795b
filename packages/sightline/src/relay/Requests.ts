import type { FromClient, ToExtension } from './protocol.ts';
import type { Wire } from './Wire.ts';

/** A message on its way to the extension. `id` is the client's own for it. */
interface Request {
  client: string;
  id: number;
  message: FromClient;
  sent: boolean;
}

export type Asked = Pick<Request, 'client' | 'id'>;

/** What clients have asked and the extension has not answered, in order, under ids that are the relay's own. */
export class Requests {
  readonly #open = new Map<number, Request>();
  #last = 0;

  add(client: string, message: FromClient): void {
    const { id } = message.type === 'command' ? message.command : message.call;
    this.#open.set(++this.#last, { client, id, message, sent: false });
  }

  /** Sends what was not sent yet. */
  sendTo(wire: Pick<Wire<unknown, ToExtension>, 'send'>): void {
    for (const [id, request] of this.#open) {
      if (request.sent) continue;
      request.sent = true;
      wire.send(withId(request, id));
    }
  }

  /** Whose answer that is; undefined for one that nobody waits for. */
  settle(id: number): Asked | undefined {
    const request = this.#open.get(id);
    this.#open.delete(id);
    return request;
  }

  forget(client: string): void {
    this.take((_, whose) => whose === client);
  }

  take(which: (message: FromClient, client: string) => boolean): Asked[] {
    const taken = [...this.#open].filter(([, { message, client }]) => which(message, client));
    for (const [id] of taken) this.#open.delete(id);
    return taken.map(([, request]) => request);
  }

  /**
   * What the extension had when it was interrupted, and may have done or not. What only reads is kept, to be sent
   * again.
   */
  takeBroken(): Asked[] {
    for (const request of this.#open.values()) if (isRepeatable(request.message)) request.sent = false;
    const broken = [...this.#open].filter(([, { sent }]) => sent);
    for (const [id] of broken) this.#open.delete(id);
    return broken.map(([, request]) => request);
  }
}

function withId({ client, message }: Request, id: number): ToExtension {
  if (message.type === 'command') return { type: 'command', command: { ...message.command, id } };
  return { type: 'call', client, call: { ...message.call, id } };
}

/** Asking twice changes nothing. */
function isRepeatable(message: FromClient): boolean {
  return message.type === 'command' && /\.(?:get|describe|enable|capture)/.test(message.command.method);
}
