import { type Pairing, relayUrl } from '../packages/sightline/src/relay/Pairing.ts';
import { createNonce, createProof, isEqualConstantTime } from '../packages/sightline/src/relay/proof.ts';
import {
  closeCodes,
  type FromExtension,
  type HandshakeMessage,
  PROTOCOL_VERSION,
  type ToExtension,
} from '../packages/sightline/src/relay/protocol.ts';

/** State of the connection to the relay; `absent`: nothing listens there. */
export type LinkState = 'connecting' | 'connected' | 'absent' | 'refused' | 'occupied' | 'outdated';

/** Chrome lets a service worker sleep after 30 s without a message. */
const PING_INTERVAL_MS = 20_000;
const RETRY_GRACE_MS = 1_000;
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 5_000];
/** Milliseconds without a relay after which its clients count as disconnected. */
const LAPSE_MS = 10_000;

/** The connection to the relay; reconnects for as long as the service worker is awake. */
export class Link {
  state: LinkState = 'absent';
  onstate: () => void = () => undefined;
  /** No attempt has reached the relay for a while. */
  onlapse: () => void = () => undefined;
  onmessage: (message: ToExtension) => void = () => undefined;
  readonly #pairing: Pairing;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lapseTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #triedAt = 0;

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
  }

  /** Connects at once, unless it has just tried: wake-ups may be frequent, and may be caused by a failed attempt. */
  wake(): void {
    if (Date.now() - this.#triedAt > RETRY_GRACE_MS) this.open();
  }

  open(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#triedAt = Date.now();
    this.#setState('connecting');
    this.#lapseTimer ??= setTimeout(() => this.onlapse(), LAPSE_MS);
    const socket = new WebSocket(relayUrl(this.#pairing, 'extension'));
    this.#socket = socket;
    const pingTimer = setInterval(() => this.send({ type: 'ping' }), PING_INTERVAL_MS);
    socket.onopen = () => this.#handshake(socket);
    socket.onclose = ({ code }) => {
      clearInterval(pingTimer);
      if (this.#socket === socket) this.#onClosed(code);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stopLapseTimer();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#setState('absent');
  }

  send(message: FromExtension): void {
    if (this.state === 'connected') this.#socket?.send(JSON.stringify(message));
  }

  /** Authenticates to the relay only after the relay has: another program could listen on its port. */
  async #handshake(socket: WebSocket): Promise<void> {
    const send = (message: HandshakeMessage) => socket.send(JSON.stringify(message));
    const nonces = { role: 'extension' as const, peerNonce: createNonce() };
    const { secret } = this.#pairing;
    const challenge = nextMessage(socket);
    send({ type: 'hello', version: PROTOCOL_VERSION, role: nonces.role, nonce: nonces.peerNonce });
    const answer = await challenge;
    if (answer.type !== 'challenge') return socket.close();
    const claim = { ...nonces, relayNonce: answer.nonce };
    const expected = await createProof(secret, { from: 'relay', ...claim });
    if (!isEqualConstantTime(answer.proof, expected)) return socket.close(closeCodes.refused);
    const welcome = nextMessage(socket);
    const browser = { userAgent: navigator.userAgent, version: chrome.runtime.getManifest().version };
    send({ type: 'proof', proof: await createProof(secret, { from: 'extension', ...claim }), browser });
    if ((await welcome).type === 'welcome') this.#onWelcome(socket);
  }

  #onWelcome(socket: WebSocket): void {
    this.#failures = 0;
    this.#stopLapseTimer();
    socket.onmessage = ({ data }) => this.onmessage(JSON.parse(String(data)));
    this.#setState('connected');
  }

  #onClosed(code: number): void {
    this.#socket = undefined;
    const [kind] = Object.entries(closeCodes).find(([, one]) => one === code) ?? [];
    const wasConnected = this.state === 'connected';
    this.#setState((kind as LinkState | undefined) ?? 'absent');
    if (!wasConnected) this.#failures += 1;
    this.#timer = setTimeout(
      () => this.open(),
      RETRY_DELAYS_MS[Math.min(this.#failures, RETRY_DELAYS_MS.length - 1)],
    );
  }

  #stopLapseTimer(): void {
    clearTimeout(this.#lapseTimer);
    this.#lapseTimer = undefined;
  }

  #setState(state: LinkState): void {
    if (this.state === state) return;
    this.state = state;
    this.onstate();
  }
}

/** The next message of the handshake; others may follow directly after the last. */
function nextMessage(socket: WebSocket): Promise<HandshakeMessage> {
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)));
  });
}
