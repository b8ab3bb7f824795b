import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Path of the endpoint. */
export const ENDPOINT_PATH = '/mcp';
/** Limit for request bodies, bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

export interface RequestRejection {
  status: 401 | 403 | 404 | 413;
  message: string;
  headers?: Record<string, string>;
}

export interface ServerAccess {
  port: number;
  token: string;
}

interface IncomingRequest {
  url?: string;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request is rejected; undefined if it is served. Host (DNS rebinding) and Origin identify requests of web
 * pages, which are never served; the token keeps out other programs of this machine.
 */
export function guardRequest(
  { url = '', headers }: IncomingRequest,
  { port, token }: ServerAccess,
): RequestRejection | undefined {
  const ownHosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (!ownHosts.includes(headers.host ?? '')) return { status: 403, message: 'Wrong Host.' };
  if (headers.origin !== undefined && !ownHosts.some((host) => headers.origin === `http://${host}`))
    return { status: 403, message: 'Wrong Origin.' };
  if (!hasToken(headers.authorization, token))
    return { status: 401, message: 'A token is needed.', headers: { 'www-authenticate': 'Bearer' } };
  if (url.split('?')[0] !== ENDPOINT_PATH)
    return { status: 404, message: `This server answers at ${ENDPOINT_PATH} only.` };
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return { status: 413, message: 'That is too large.' };
  return undefined;
}

/** Compares in constant time. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [, sentToken = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digest(sentToken), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
