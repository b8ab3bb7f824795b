import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Pairing, readCode, writeCode } from './Pairing.ts';

/** Ports that systems do not give to outgoing connections. */
const PORTS = [20_000, 29_999] as const;

/** The pairing of this user, made at first use. Only they can read its file. */
export function readPairing(path = pairingPath()): Pairing {
  const kept = readKept(path);
  if (kept) return kept;
  return renewPairing(path);
}

/** Another pairing: no extension that has the one before can connect any more. */
export function renewPairing(path = pairingPath()): Pairing {
  const pairing = { port: randomInt(...PORTS), path: random(16), secret: random(32) };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${writeCode(pairing)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  return pairing;
}

function pairingPath(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const given = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(given || join(homedir(), '.config'), 'sightline', 'pairing');
}

function readKept(path: string): Pairing | undefined {
  try {
    return readCode(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');
