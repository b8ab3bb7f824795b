import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { shorten } from '../snapshot/shorten.ts';
import { stripInvisible } from '../snapshot/stripInvisible.ts';
import { handshakeAsClient } from './handshake.ts';
import { JsonSocket, SocketClosedError } from './JsonSocket.ts';
import { type Pairing, relayUrl } from './Pairing.ts';
import type { FromClient, HandshakeMessage, ToClient } from './protocol.ts';
import { Relay } from './Relay.ts';
import { createRelayError } from './relayFailure.ts';

export interface RelayConnection {
  socket: JsonSocket<ToClient, FromClient>;
  /** The name that the relay knows this client by. */
  name: string;
  /** The relay, where it runs in this process: nobody else had one. */
  relay: Relay | undefined;
}

/** Milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 100;

/**
 * Connects to the relay, and starts it in this process where there is none: it needs no process of its own, and when
 * this one ends, the next client does the same. Throws `extension_not_connected` where something else is in its place.
 */
export async function connectToRelay(pairing: Pairing, name: string): Promise<RelayConnection> {
  const end = performance.now() + CONNECT_TIMEOUT_MS;
  let relay: Relay | undefined;
  for (;;) {
    try {
      return { ...(await dial(pairing, name)), relay };
    } catch (error) {
      if (performance.now() > end || !isRelayAbsent(error)) {
        await relay?.close();
        throw unreachableError(pairing, error);
      }
      relay ??= await tryStartRelay(pairing);
      if (!relay) await setTimeout(RETRY_DELAY_MS);
    }
  }
}

async function dial(pairing: Pairing, name: string): Promise<Omit<RelayConnection, 'relay'>> {
  const socket = new WebSocket(relayUrl(pairing, 'client'), {
    maxPayload: 0,
    perMessageDeflate: false,
    handshakeTimeout: CONNECT_TIMEOUT_MS,
  });
  const upgraded = new Promise<Duplex>((resolve) =>
    socket.once('upgrade', (answer) => resolve(answer.socket)),
  );
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const jsonSocket = new JsonSocket<unknown, unknown>(socket, await upgraded);
  const handshake = jsonSocket as JsonSocket<HandshakeMessage, HandshakeMessage>;
  const greeting = handshakeAsClient(handshake, { name, secret: pairing.secret });
  const assignedName = await greeting.catch((error) => {
    // Who has not proved itself is not listened to any longer.
    jsonSocket.terminate();
    throw error;
  });
  jsonSocket.trust();
  return { socket: jsonSocket as JsonSocket<ToClient, FromClient>, name: assignedName };
}

/** Undefined where another process was faster. */
async function tryStartRelay(pairing: Pairing): Promise<Relay | undefined> {
  try {
    return await Relay.start({ pairing });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** Nobody listens, or a relay is just ending. */
function isRelayAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    (error instanceof SocketClosedError && (error.code === 1006 || error.code === 1001))
  );
}

function unreachableError({ port }: Pairing, cause: unknown): Error {
  // Whatever listens there chooses the words with which it closes.
  const reason = shorten(stripInvisible(cause instanceof Error ? cause.message : String(cause)), 100);
  return createRelayError(
    'extension_not_connected',
    `What listens on 127.0.0.1:${port} is no relay of this pairing (${reason}).`,
    'Run `sightline extension --setup --renew`, and paste the new pairing code into the popup.',
  );
}
