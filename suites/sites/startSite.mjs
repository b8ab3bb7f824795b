import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/**
 * Serves a site on 127.0.0.1 at a free port. `site`: the name of a shipped one (`shop`), or the path or URL of a
 * `site.mjs`. `url` has no slash at its end. Throws what importing the module throws.
 */
export async function startSite(site, options = {}) {
  const { createSite } = await import(addressOf(site));
  const { handle, state } = createSite(options);
  const server = createServer(handle);
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}`, state, close };
}

function addressOf(site) {
  if (site instanceof URL) return site.href;
  if (/^[a-z][a-z0-9-]*$/.test(site)) return new URL(`${site}/site.mjs`, import.meta.url).href;
  return pathToFileURL(site).href;
}
