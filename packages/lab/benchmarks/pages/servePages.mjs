import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/**
 * Serves generated bodies (`made`: path to function), folders (`/name/` to path), and the files of the bench's
 * packages on 127.0.0.1.
 * @param {Record<string, () => string>} made
 * @param {Record<string, string>} [folders]
 * @returns {Promise<{ origin: string, close(): void }>}
 */
export async function servePages(made, folders = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = made[pathname]?.() ?? fileAt(pathname, folders);
    const type = types[extname(pathname)] ?? 'application/octet-stream';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

function fileAt(pathname, folders) {
  const [prefix, folder] = Object.entries(folders).find(([start]) => pathname.startsWith(start)) ?? [
    '/',
    packages,
  ];
  const path = join(folder, normalize(decodeURIComponent(pathname.slice(prefix.length))));
  if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) return undefined;
  return readFileSync(path);
}
