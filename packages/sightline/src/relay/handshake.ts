import { type JsonSocket, SocketClosedError } from './JsonSocket.ts';
import { createNonce, createProof, isEqualConstantTime } from './proof.ts';
import type { BrowserInfo, HandshakeMessage, PeerRole } from './protocol.ts';
import { closeCodes, PROTOCOL_VERSION } from './protocol.ts';

/** Milliseconds. */
const HANDSHAKE_TIMEOUT_MS = 5_000;

export interface PeerInfo {
  /** What a client calls itself; empty for an extension. */
  name: string;
  browser?: BrowserInfo;
}

/**
 * The relay's half of a greeting: proves itself, then has the peer prove itself. Undefined, with the wire closed, for
 * a peer that does not know the secret, is of another version, or is silent.
 */
export async function handshakeAsRelay(
  socket: JsonSocket<HandshakeMessage, HandshakeMessage>,
  role: PeerRole,
  secret: string,
): Promise<PeerInfo | undefined> {
  try {
    const hello = await socket.nextMessage(HANDSHAKE_TIMEOUT_MS);
    if (hello.type !== 'hello' || hello.role !== role || !isNonce(hello.nonce)) return rejectPeer(socket);
    if (hello.version !== PROTOCOL_VERSION)
      return rejectPeer(socket, closeCodes.outdated, `the relay speaks version ${PROTOCOL_VERSION}`);
    const nonces = { role, peerNonce: hello.nonce, relayNonce: createNonce() };
    const expected = await createProof(secret, { from: role, ...nonces });
    const proof = await createProof(secret, { from: 'relay', ...nonces });
    socket.send({ type: 'challenge', nonce: nonces.relayNonce, proof });
    const answer = await socket.nextMessage(HANDSHAKE_TIMEOUT_MS);
    if (answer.type !== 'proof' || !isEqualConstantTime(answer.proof, expected)) return rejectPeer(socket);
    return { name: cleanDisplayName(hello.name), browser: answer.browser };
  } catch {
    return rejectPeer(socket);
  }
}

/**
 * The other half, for a program: throws `Closed` where the relay ends the connection, `Error` where it does not know
 * the secret or is silent. Returns the name that the relay knows it by.
 */
export async function handshakeAsClient(
  socket: JsonSocket<HandshakeMessage, HandshakeMessage>,
  { name, secret }: { name: string; secret: string },
): Promise<string> {
  const hello = {
    type: 'hello' as const,
    version: PROTOCOL_VERSION,
    role: 'client' as const,
    nonce: createNonce(),
    name,
  };
  socket.send(hello);
  const challenge = await socket.nextMessage(HANDSHAKE_TIMEOUT_MS);
  if (challenge.type !== 'challenge') throw new SocketClosedError(closeCodes.refused, 'that is no relay');
  const nonces = { role: hello.role, peerNonce: hello.nonce, relayNonce: challenge.nonce };
  if (!isEqualConstantTime(challenge.proof, await createProof(secret, { from: 'relay', ...nonces })))
    throw new SocketClosedError(closeCodes.refused, 'it does not know the secret');
  socket.send({ type: 'proof', proof: await createProof(secret, { from: 'client', ...nonces }) });
  const welcome = await socket.nextMessage(HANDSHAKE_TIMEOUT_MS);
  if (welcome.type !== 'welcome') throw new SocketClosedError(closeCodes.refused, 'that is no relay');
  return welcome.name;
}

function rejectPeer(
  socket: JsonSocket<HandshakeMessage, HandshakeMessage>,
  code: number = closeCodes.refused,
  reason = 'refused',
): undefined {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), HANDSHAKE_TIMEOUT_MS).unref();
}

const isNonce = (nonce: unknown): boolean => typeof nonce === 'string' && /^[\w-]{32}$/.test(nonce);

/** Shown in the popup: one line, not long. */
function cleanDisplayName(name: unknown): string {
  const displayName = typeof name === 'string' ? name.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  return displayName.slice(0, 40) || 'Sightline';
}
