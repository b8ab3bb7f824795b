import type { PeerRole } from './protocol.ts';

/** What a proof is about: both sides' nonces, so that none can be used twice, and who gives it to whom. */
export interface ProofClaim {
  from: PeerRole | 'relay';
  role: PeerRole;
  peerNonce: string;
  relayNonce: string;
}

/**
 * Proof of knowing the pairing's secret, which itself is never sent: whatever else listens on the relay's port while
 * it is down learns nothing from an extension that calls, and cannot command it. HMAC-SHA256, as base64url.
 */
export async function createProof(
  secret: string,
  { from, role, peerNonce, relayNonce }: ProofClaim,
): Promise<string> {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(secret), name, false, ['sign']);
  const claim = JSON.stringify([from, role, peerNonce, relayNonce]);
  return base64url(await crypto.subtle.sign('HMAC', key, encode(claim)));
}

/** Compares in constant time. */
export function isEqualConstantTime(actual: unknown, expected: string): boolean {
  if (typeof actual !== 'string' || actual.length !== expected.length) return false;
  let difference = 0;
  for (let i = 0; i < expected.length; i++) difference |= actual.charCodeAt(i) ^ expected.charCodeAt(i);
  return difference === 0;
}

export function createNonce(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(24)).buffer);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
