import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { greetRelay } from './greetPeer.ts';
import { addressOf, type Pairing } from './Pairing.ts';
import type { FromClient, Greeting, ToClient } from './protocol.ts';
import { Relay } from './Relay.ts';
import { createFailure } from './relayFailure.ts';
import { Closed, Wire } from './Wire.ts';

export interface Reached {
  wire: Wire<ToClient, FromClient>;
  /** The name that the relay knows this client by. */
  name: string;
  /** The relay, where it runs in this process: nobody else had one. */
  relay: Relay | undefined;
}

/** Milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 100;

/**
 * Connects to the relay, and starts it in this process where there is none: it needs no process of its own, and when
 * this one ends, the next client does the same. Throws `extension_not_connected` where something else is in its place.
 */
export async function reachRelay(pairing: Pairing, name: string): Promise<Reached> {
  const end = performance.now() + PATIENCE;
  let relay: Relay | undefined;
  for (;;) {
    try {
      return { ...(await dial(pairing, name)), relay };
    } catch (error) {
      if (performance.now() > end || !isAbsent(error)) {
        await relay?.close();
        throw unreachable(pairing, error);
      }
      relay ??= await tryStart(pairing);
      if (!relay) await setTimeout(PAUSE);
    }
  }
}

async function dial(pairing: Pairing, name: string): Promise<Omit<Reached, 'relay'>> {
  const socket = new WebSocket(addressOf(pairing, 'client'), { maxPayload: 0, perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const wire = new Wire<unknown, unknown>(socket);
  const known = await greetRelay(wire as Wire<Greeting, Greeting>, { name, secret: pairing.secret });
  return { wire: wire as Wire<ToClient, FromClient>, name: known };
}

/** Undefined where another process was faster. */
async function tryStart(pairing: Pairing): Promise<Relay | undefined> {
  try {
    return await Relay.start({ pairing });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** Nobody listens, or a relay is just ending. */
function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    (error instanceof Closed && (error.code === 1006 || error.code === 1001))
  );
}

function unreachable({ port }: Pairing, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return createFailure(
    'extension_not_connected',
    `What listens on 127.0.0.1:${port} is no relay of this pairing (${reason}).`,
    'Run `sightline extension --setup --renew`, and paste the new pairing code into the popup.',
  );
}
