import { addressOf, type Pairing } from '../packages/sightline/src/relay/Pairing.ts';
import {
  closing,
  type FromExtension,
  type Greeting,
  type ToExtension,
  VERSION,
} from '../packages/sightline/src/relay/protocol.ts';
import { createNonce, isSame, prove } from '../packages/sightline/src/relay/prove.ts';

/** Where the connection to the relay stands; `absent`: nothing listens there. */
export type LinkState = 'connecting' | 'connected' | 'absent' | 'refused' | 'occupied' | 'outdated';

/** Chrome lets a service worker sleep after 30 s without a message. */
const BEAT = 20_000;
const PATIENCE = 1_000;
const PAUSES = [500, 1_000, 2_000, 5_000];
/** Milliseconds without a relay until nobody counts as connected to it. */
const LAPSE = 10_000;

/** The one connection to the relay: made again whenever it ends, for as long as the service worker is awake. */
export class Link {
  state: LinkState = 'absent';
  onstate: () => void = () => undefined;
  /** No try has reached the relay for a while. */
  onlapse: () => void = () => undefined;
  onmessage: (message: ToExtension) => void = () => undefined;
  readonly #pairing: Pairing;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lapse: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #triedAt = 0;

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
  }

  /** Tries at once, unless it just has: what wakes it may come often, and be the answer to a try that failed. */
  wake(): void {
    if (Date.now() - this.#triedAt > PATIENCE) this.open();
  }

  open(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#triedAt = Date.now();
    this.#setState('connecting');
    this.#lapse ??= setTimeout(() => this.onlapse(), LAPSE);
    const socket = new WebSocket(addressOf(this.#pairing, 'extension'));
    this.#socket = socket;
    const beat = setInterval(() => this.send({ type: 'ping' }), BEAT);
    socket.onopen = () => this.#greet(socket);
    socket.onclose = ({ code }) => {
      clearInterval(beat);
      if (this.#socket === socket) this.#onClosed(code);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#endLapse();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#setState('absent');
  }

  send(message: FromExtension): void {
    if (this.state === 'connected') this.#socket?.send(JSON.stringify(message));
  }

  /** Proves itself to the relay only after the relay has: another program could listen on its port. */
  async #greet(socket: WebSocket): Promise<void> {
    const send = (message: Greeting) => socket.send(JSON.stringify(message));
    const nonces = { role: 'extension' as const, peerNonce: createNonce() };
    const { secret } = this.#pairing;
    const challenge = next(socket);
    send({ type: 'hello', version: VERSION, role: nonces.role, nonce: nonces.peerNonce });
    const answer = await challenge;
    if (answer.type !== 'challenge') return socket.close();
    const claim = { ...nonces, relayNonce: answer.nonce };
    const expected = await prove(secret, { from: 'relay', ...claim });
    if (!isSame(answer.proof, expected)) return socket.close(closing.refused);
    const welcome = next(socket);
    const browser = { userAgent: navigator.userAgent, version: chrome.runtime.getManifest().version };
    send({ type: 'proof', proof: await prove(secret, { from: 'extension', ...claim }), browser });
    if ((await welcome).type === 'welcome') this.#onWelcome(socket);
  }

  #onWelcome(socket: WebSocket): void {
    this.#failures = 0;
    this.#endLapse();
    socket.onmessage = ({ data }) => this.onmessage(JSON.parse(String(data)));
    this.#setState('connected');
  }

  #onClosed(code: number): void {
    this.#socket = undefined;
    const [kind] = Object.entries(closing).find(([, one]) => one === code) ?? [];
    const wasConnected = this.state === 'connected';
    this.#setState((kind as LinkState | undefined) ?? 'absent');
    if (!wasConnected) this.#failures += 1;
    this.#timer = setTimeout(() => this.open(), PAUSES[Math.min(this.#failures, PAUSES.length - 1)]);
  }

  #endLapse(): void {
    clearTimeout(this.#lapse);
    this.#lapse = undefined;
  }

  #setState(state: LinkState): void {
    if (this.state === state) return;
    this.state = state;
    this.onstate();
  }
}

/** The next message; after the last one of a greeting, others may follow at once. */
function next(socket: WebSocket): Promise<Greeting> {
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)));
  });
}
