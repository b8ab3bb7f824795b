import type { BrowserInfo, Greeting, Role } from './protocol.ts';
import { closing, VERSION } from './protocol.ts';
import { createNonce, isSame, prove } from './prove.ts';
import { Closed, type Wire } from './Wire.ts';

/** Milliseconds. */
const PATIENCE = 5_000;

export interface Greeted {
  /** What a client calls itself; empty for an extension. */
  name: string;
  browser?: BrowserInfo;
}

/**
 * The relay's half of a greeting: proves itself, then has the peer prove itself. Undefined, with the wire closed, for
 * a peer that does not know the secret, is of another version, or is silent.
 */
export async function greetPeer(
  wire: Wire<Greeting, Greeting>,
  role: Role,
  secret: string,
): Promise<Greeted | undefined> {
  try {
    const hello = await wire.next(PATIENCE);
    if (hello.type !== 'hello' || hello.role !== role || !isNonce(hello.nonce)) return refuse(wire);
    if (hello.version !== VERSION)
      return refuse(wire, closing.outdated, `the relay speaks version ${VERSION}`);
    const nonces = { role, peerNonce: hello.nonce, relayNonce: createNonce() };
    const expected = await prove(secret, { from: role, ...nonces });
    const proof = await prove(secret, { from: 'relay', ...nonces });
    wire.send({ type: 'challenge', nonce: nonces.relayNonce, proof });
    const answer = await wire.next(PATIENCE);
    if (answer.type !== 'proof' || !isSame(answer.proof, expected)) return refuse(wire);
    return { name: nameOf(hello.name), browser: answer.browser };
  } catch {
    return refuse(wire);
  }
}

/**
 * The other half, for a program: throws `Closed` where the relay ends the connection, `Error` where it does not know
 * the secret or is silent. Answers the name that the relay knows it by.
 */
export async function greetRelay(
  wire: Wire<Greeting, Greeting>,
  { name, secret }: { name: string; secret: string },
): Promise<string> {
  const hello = {
    type: 'hello' as const,
    version: VERSION,
    role: 'client' as const,
    nonce: createNonce(),
    name,
  };
  wire.send(hello);
  const challenge = await wire.next(PATIENCE);
  if (challenge.type !== 'challenge') throw new Closed(closing.refused, 'that is no relay');
  const nonces = { role: hello.role, peerNonce: hello.nonce, relayNonce: challenge.nonce };
  if (!isSame(challenge.proof, await prove(secret, { from: 'relay', ...nonces })))
    throw new Closed(closing.refused, 'it does not know the secret');
  wire.send({ type: 'proof', proof: await prove(secret, { from: 'client', ...nonces }) });
  const welcome = await wire.next(PATIENCE);
  if (welcome.type !== 'welcome') throw new Closed(closing.refused, 'that is no relay');
  return welcome.name;
}

function refuse(
  wire: Wire<Greeting, Greeting>,
  code: number = closing.refused,
  reason = 'refused',
): undefined {
  wire.close(code, reason);
  setTimeout(() => wire.terminate(), PATIENCE).unref();
}

const isNonce = (nonce: unknown): boolean => typeof nonce === 'string' && /^[\w-]{32}$/.test(nonce);

/** Shown in the popup: one line, not long. */
function nameOf(name: unknown): string {
  const told = typeof name === 'string' ? name.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  return told.slice(0, 40) || 'Sightline';
}
