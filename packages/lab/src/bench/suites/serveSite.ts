import type { RequestListener } from 'node:http';
import { pathToFileURL } from 'node:url';
import { SightlineError } from '../../../../sightline/src/internal.ts';
import { type LocalServer, listenLocally } from './localServer.ts';

interface Site {
  handle: RequestListener;
  /** What the site holds to be true now. */
  state(): unknown;
}

/** A site that runs on this machine. */
export type RunningSite = LocalServer & Pick<Site, 'state'>;

/** Serves the site of a `site.mjs`. @throws SightlineError `navigation_failed` */
export async function serveSite(path: string, options: Record<string, unknown>): Promise<RunningSite> {
  const { handle, state } = await loadSite(path, options);
  const server = await listenLocally((request, response) => {
    try {
      handle(request, response);
    } catch {
      response.writeHead(500).end();
    }
  });
  return { ...server, state };
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
