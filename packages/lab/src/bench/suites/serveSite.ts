import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { SightlineError } from '../../../../sightline/src/internal.ts';

/** A site that runs on this machine. */
export interface RunningSite {
  /** Without a slash at the end. */
  origin: string;
  /** What the site holds to be true now. */
  state(): unknown;
  close(): Promise<void>;
}

interface Site {
  handle(request: IncomingMessage, response: ServerResponse): void;
  state(): unknown;
}

/** Serves the site of a `site.mjs` at a free port of the loopback interface. @throws SightlineError `navigation_failed` */
export async function serveSite(path: string, options: Record<string, unknown>): Promise<RunningSite> {
  const { handle, state } = await loadSite(path, options);
  const server = createServer((request, response) => {
    try {
      handle(request, response);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, close };
}

async function loadSite(path: string, options: Record<string, unknown>): Promise<Site> {
  try {
    const { createSite } = await import(pathToFileURL(path).href);
    return createSite(options);
  } catch (cause) {
    throw new SightlineError('navigation_failed', `The site of ${path} does not start: ${String(cause)}`, {
      hint: 'It must export createSite(options), which answers { handle, state }.',
      cause,
    });
  }
}
