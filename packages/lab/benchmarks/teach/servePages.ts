import { type LocalServer, listenLocally } from '../../src/bench/suites/localServer.ts';
import { makePage } from './pages/makePage.ts';
import type { SiteName } from './pages/sites.ts';

/** Serves the generated pages at `/SITE/SEED`. */
export function servePages(): Promise<LocalServer> {
  return listenLocally((request, response) => {
    const [, site, seed] = /^\/(\w+)\/(\d+)$/.exec(request.url ?? '') ?? [];
    if (!site) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(makePage(site as SiteName, Number(seed)).html);
  });
}
