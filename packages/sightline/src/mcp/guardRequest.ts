import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Where requests go; nothing else is answered. */
export const PATH = '/mcp';
/** Bytes of a request's body. */
export const LARGEST_BODY = 1024 * 1024;

export interface Refusal {
  status: 401 | 403 | 404 | 413;
  message: string;
  headers?: Record<string, string>;
}

export interface Gate {
  port: number;
  token: string;
}

interface Asked {
  url?: string;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request is not served; undefined when it is. A page that has its name resolve to this machine is told by its
 * Host, one that just asks by its Origin: this server answers no page, whatever it knows. Whoever else runs on this
 * machine does not know the token.
 */
export function guardRequest({ url = '', headers }: Asked, { port, token }: Gate): Refusal | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (!own.includes(headers.host ?? '')) return { status: 403, message: 'Wrong Host.' };
  if (headers.origin !== undefined && !own.includes(headers.origin.replace(/^http:\/\//, '')))
    return { status: 403, message: 'Wrong Origin.' };
  if (!isToken(headers.authorization, token))
    return { status: 401, message: 'A token is needed.', headers: { 'www-authenticate': 'Bearer' } };
  if (url.split('?')[0] !== PATH) return { status: 404, message: `This server answers at ${PATH} only.` };
  if (Number(headers['content-length'] ?? 0) > LARGEST_BODY)
    return { status: 413, message: 'That is too large.' };
  return undefined;
}

/** In a time that says nothing of how much of it is right. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
