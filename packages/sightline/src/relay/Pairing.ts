/** What an extension and the programs of one user share: where the relay is, and the secret that both prove to know. */
export interface Pairing {
  /** On 127.0.0.1. */
  port: number;
  /** Part of the relay's address; who does not know it learns not even that a relay is there. */
  path: string;
  /** 43 characters of base64url: 256 bits. */
  secret: string;
}

/** The pairing as one line to copy. */
export function formatPairingCode({ port, path, secret }: Pairing): string {
  return ['sightline1', port, path, secret].join(':');
}

/** Undefined for what is no pairing code; blanks around it and line breaks of a terminal within it do no harm. */
export function parsePairingCode(code: string): Pairing | undefined {
  const [, port = '', path = '', secret = ''] =
    /^sightline1:(\d{1,5}):([\w-]{16,64}):([\w-]{43})$/.exec(code.replace(/\s/g, '')) ?? [];
  if (!secret || Number(port) > 65_535 || Number(port) === 0) return undefined;
  return { port: Number(port), path, secret };
}

/** Where a peer connects. */
export function relayUrl({ port, path }: Pairing, role: 'extension' | 'client'): string {
  return `ws://127.0.0.1:${port}/${path}/${role}`;
}
