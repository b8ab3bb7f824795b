import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatPairingCode, type Pairing, parsePairingCode } from './Pairing.ts';

/** Ports that systems do not give to outgoing connections. */
const PORTS = [20_000, 29_999] as const;

/** The pairing of this user, made at first use. Only they can read its file. */
export function readPairing(): Pairing {
  return readStoredPairing(pairingPath()) ?? renewPairing();
}

/** Another pairing: no extension that has the one before can connect any more. */
export function renewPairing(): Pairing {
  const path = pairingPath();
  const pairing = { port: randomInt(...PORTS), path: randomToken(16), secret: randomToken(32) };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${formatPairingCode(pairing)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  return pairing;
}

function pairingPath(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const configFolder = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(configFolder || join(homedir(), '.config'), 'sightline', 'pairing');
}

function readStoredPairing(path: string): Pairing | undefined {
  try {
    return parsePairingCode(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const randomToken = (bytes: number): string => randomBytes(bytes).toString('base64url');
