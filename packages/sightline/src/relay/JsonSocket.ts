import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { parseJsonObject } from '../snapshot/parseJson.ts';

/** Bytes of whom nobody trusts yet, those of a message that has not ended included. */
const MAX_UNTRUSTED_BYTES = 1_000_000;

/** A WebSocket that carries JSON objects; what is none ends it. Messages wait until somebody asks for them. */
export class JsonSocket<In, Out> {
  onclose: (code: number, reason: string) => void = () => undefined;
  readonly #socket: WebSocket;
  readonly #unread: In[] = [];
  #receive: ((message: In) => void) | undefined;
  #lastMessageAt = performance.now();
  #hasSentTooMuch = false;

  /** `wire`: what it runs over, where the other side is to prove itself first: until `trust` it may send a megabyte, and no more. */
  constructor(socket: WebSocket, wire?: Duplex) {
    this.#socket = socket;
    if (wire) this.#limit(wire);
    socket.on('message', (data) => this.#onData(String(data)));
    socket.on('close', (code, reason) => this.onclose(code, String(reason)));
    socket.on('error', () => socket.terminate());
  }

  /** The other side has proved itself. */
  trust: () => void = () => undefined;

  #limit(wire: Duplex): void {
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received <= MAX_UNTRUSTED_BYTES) return;
      this.#hasSentTooMuch = true;
      this.terminate();
    };
    wire.on('data', count);
    this.trust = () => void wire.off('data', count);
  }

  /** Milliseconds since the last message of the other side. */
  get silenceMs(): number {
    return performance.now() - this.#lastMessageAt;
  }

  send(message: Out): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(code = 1000, reason = ''): void {
    this.#socket.close(code, reason);
  }

  /** Without waiting for the other side. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Every message from now on, with those that have waited. */
  listen(receive: (message: In) => void): void {
    this.#receive = receive;
    for (const message of this.#unread.splice(0)) this.#pass(message, receive);
  }

  /** The next message alone. Rejects with `Closed` when the wire ends first, and after `timeoutMs`. */
  nextMessage(timeoutMs: number): Promise<In> {
    const [queued] = this.#unread.splice(0, 1);
    if (queued) return Promise.resolve(queued);
    return new Promise<In>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer')), timeoutMs);
      this.#receive = (message) => {
        clearTimeout(timer);
        this.#receive = undefined;
        resolve(message);
      };
      this.#socket.once('close', (code, reason) => {
        clearTimeout(timer);
        const isRefused = this.#hasSentTooMuch;
        reject(isRefused ? new Error('it sends too much') : new SocketClosedError(code, String(reason)));
      });
    });
  }

  #onData(text: string): void {
    this.#lastMessageAt = performance.now();
    const message = parseJsonObject(text) as In | undefined;
    if (!message) this.terminate();
    else if (this.#receive) this.#pass(message, this.#receive);
    else this.#unread.push(message);
  }

  /** A message of another shape than it should have ends the socket that it came by, and nothing else. */
  #pass(message: In, receive: (message: In) => void): void {
    try {
      receive(message);
    } catch {
      this.terminate();
    }
  }
}

/** The other side ended the connection. */
export class SocketClosedError extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason || `closed with ${code}`);
    this.code = code;
  }
}
