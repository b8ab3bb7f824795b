import { randomBytes } from 'node:crypto';

/** Whose browser session and files a call uses. */
export interface McpClient {
  /**
   * The session of calls that name none: `default` for the one client at standard input, over HTTP a name that
   * nobody can guess. Sessions that the client names itself are kept apart from those of others.
   */
  readonly session: string;
  /** Over HTTP, where several clients share a server. */
  readonly isRemote: boolean;
  /** False for a client of single requests, which has to name the session that `open` answered. */
  readonly keepsSession: boolean;
}

/** The client at standard input and output. */
export const LOCAL_CLIENT: McpClient = { session: 'default', isRemote: false, keepsSession: true };

/** A client over HTTP, or a single request of one. */
export function createRemoteClient({ keepsSession }: { keepsSession: boolean }): McpClient {
  return { session: randomSessionName(), isRemote: true, keepsSession };
}

/** 60 random bits, as 12 letters and digits. */
function randomSessionName(): string {
  return Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join('');
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** The client that a session belongs to: the name of its own session. */
export const ownerOf = (session: string): string => session.split('.', 1)[0] as string;
