import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Hub } from './Hub.ts';
import { handshakeAsRelay } from './handshake.ts';
import { JsonSocket } from './JsonSocket.ts';
import type { Pairing } from './Pairing.ts';
import {
  EXTENSION_ID,
  type FromClient,
  type FromExtension,
  type HandshakeMessage,
  type PeerRole,
  type ToClient,
  type ToExtension,
} from './protocol.ts';

export interface RelayOptions {
  pairing: Pairing;
  /** How long commands wait for an extension whose service worker was stopped, milliseconds; default 15,000. */
  graceMs?: number;
}

/** Bytes of one message: a screenshot of a long page. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Milliseconds for peers to receive the close frame. */
const CLOSE_TIMEOUT_MS = 500;
const GOING_AWAY = 1001;

/** A server on 127.0.0.1 that one extension and the programs of its user meet at. */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  readonly #hub: Hub;
  readonly #pairing: Pairing;

  private constructor(server: Server, { pairing, graceMs }: RelayOptions) {
    this.#server = server;
    this.#pairing = pairing;
    this.#hub = new Hub(graceMs);
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Rejects with `EADDRINUSE` where something listens already. */
  static async start(options: RelayOptions): Promise<Relay> {
    const server = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.pairing.port, '127.0.0.1', resolve);
    });
    return new Relay(server, options);
  }

  /** Whether anybody is connected. */
  get hasPeers(): boolean {
    return this.#sockets.clients.size > 0;
  }

  /** `leaving`: the client that it ends with; the extension lets go of its tabs at once. */
  async close(leavingClient?: string): Promise<void> {
    if (leavingClient !== undefined) this.#hub.removeClient(leavingClient);
    this.#hub.dispose();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets.clients) socket.close(GOING_AWAY);
    const timer = setTimeout(() => this.#terminate(), CLOSE_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  }

  #terminate(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
  }

  /** Whoever is refused learns nothing, not even whether there is a relay. */
  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const role = authorizePeer(request, this.#pairing);
    socket.on('error', () => socket.destroy());
    if (role) this.#sockets.handleUpgrade(request, socket, head, (peer) => this.#welcome(peer, socket, role));
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }

  async #welcome(socket: WebSocket, wire: Duplex, role: PeerRole): Promise<void> {
    const jsonSocket = new JsonSocket<unknown, unknown>(socket, wire);
    const peerInfo = await handshakeAsRelay(
      jsonSocket as JsonSocket<HandshakeMessage, HandshakeMessage>,
      role,
      this.#pairing.secret,
    );
    if (!peerInfo) return;
    jsonSocket.trust();
    const { name, browser = { userAgent: '', version: '' } } = peerInfo;
    if (role === 'client')
      this.#hub.addClient(jsonSocket as JsonSocket<FromClient, ToClient | HandshakeMessage>, name);
    else
      this.#hub.setExtension(
        jsonSocket as JsonSocket<FromExtension, ToExtension | HandshakeMessage>,
        browser,
      );
  }
}

/**
 * As what a request may try to prove itself; undefined for one that is refused at once. A web page always sends its own
 * Origin and cannot choose its Host: so neither a page nor a name that is bound to 127.0.0.1 gets any further. Programs,
 * which could send any Origin, must send none.
 */
function authorizePeer({ url, headers }: IncomingMessage, { port, path }: Pairing): PeerRole | undefined {
  if (headers.host !== `127.0.0.1:${port}`) return undefined;
  if (url === `/${path}/extension`)
    return headers.origin === `chrome-extension://${EXTENSION_ID}` ? 'extension' : undefined;
  return url === `/${path}/client` && headers.origin === undefined ? 'client' : undefined;
}
