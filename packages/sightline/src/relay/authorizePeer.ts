import type { IncomingMessage } from 'node:http';
import { EXTENSION_ID } from './extensionId.ts';
import type { Pairing } from './Pairing.ts';
import type { PeerRole } from './protocol.ts';

/**
 * As whom a request may try to prove itself; undefined for whoever is refused at once. A web page always sends its own
 * Origin and cannot choose its Host, so that neither a page nor a name that is bound to 127.0.0.1 gets any further; and
 * programs, which could send any Origin, must send none.
 */
export function authorizePeer(
  { url, headers }: IncomingMessage,
  { port, path }: Pairing,
): PeerRole | undefined {
  if (headers.host !== `127.0.0.1:${port}`) return undefined;
  if (url === `/${path}/extension`)
    return headers.origin === `chrome-extension://${EXTENSION_ID}` ? 'extension' : undefined;
  if (url === `/${path}/client`) return headers.origin === undefined ? 'client' : undefined;
  return undefined;
}
